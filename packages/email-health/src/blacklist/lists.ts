import {
  aBoolean,
  anything,
  argumentError,
  argumentsOf,
  aString,
  type Kind,
  listOf,
  mapOf,
  oneOf,
  optional,
  optionsOf,
  secretly,
  shape
} from "@mon/bundled/arguments"

/**
 * Returns the kind of an argument that is a DNS blacklist, such as one in `OPEN_LISTS`.
 *
 * @internal
 */
export const dnsList = (): Kind =>
  shape<DnsList>("a list such as those in OPEN_LISTS: an object with id, name, zone and codes", {
    id: aString,
    name: aString,
    zone: aString,
    subject: oneOf("ip", "domain"),
    families: listOf(oneOf(4, 6)),
    tier: oneOf(1, 2, 3),
    codes: mapOf(anything, "an object with the meaning of each answer"),
    bits: mapOf(anything, "an object with the meaning of each bit"),
    testDomain: aString
  })

/**
 * Returns the kind of an argument with keys and confirmations for lists that require them.
 *
 * @internal
 */
export const listKeys = (): Kind =>
  optionsOf<ListKeys>(
    {
      spamhaus: optional(secretly(aString)),
      abusix: optional(secretly(aString)),
      barracuda: optional(aBoolean),
      surbl: optional(aBoolean),
      uribl: optional(aBoolean)
    },
    "an object with the keys of lists"
  )

const acceptKeyedLists = /* @__PURE__ */ argumentsOf("keyedLists", () => ({ keys: listKeys() }))

/**
 * The kind of a listing. "policy": the network should not send email directly, which says nothing bad about the sender;
 * "info": nothing has to be done.
 */
export type ListingKind = "listed" | "policy" | "info"

/** The meaning of one answer of a list. */
export interface ListCode {
  readonly kind: ListingKind | "refused"
  readonly meaning: string
}

/** A DNS blacklist (RFC 5782). */
export interface DnsList {
  readonly id: string
  readonly name: string
  readonly zone: string
  readonly subject: "ip" | "domain"
  /** The address families of a list of addresses; empty for a list of domains. */
  readonly families: ReadonlyArray<4 | 6>
  /**
   * The effect of the list. 1: most receivers reject email from listed addresses; 2: many receivers do; 3: few
   * receivers do.
   */
  readonly tier: 1 | 2 | 3
  /**
   * The meaning of each known answer. Any other address in 127.0.0.0/8 except 127.0.0.1 means that the target is
   * listed.
   */
  readonly codes: Readonly<Record<string, ListCode>>
  /** The meaning of each bit in the last octet of an answer. */
  readonly bits: Readonly<Record<number, ListCode>>
  /** The test entry of a list of domains; RFC 5782 section 5 specifies TEST. */
  readonly testDomain: string
}

const listed = (meaning: string): ListCode => ({ kind: "listed", meaning })
const refused = (meaning: string): ListCode => ({ kind: "refused", meaning })
const policy = (meaning: string): ListCode => ({ kind: "policy", meaning })
const info = (meaning: string): ListCode => ({ kind: "info", meaning })

/**
 * The answers with which Spamhaus reports a refused query instead of a listing (docs.spamhaus.com, "DNSBL return
 * codes").
 */
const SPAMHAUS_REFUSALS = {
  "127.255.255.252": refused("The zone name is wrong."),
  "127.255.255.254": refused("Queries from public resolvers are refused."),
  "127.255.255.255": refused("Too many queries.")
} as const

const ZEN = {
  "127.0.0.2": listed("SBL"),
  "127.0.0.3": listed("CSS"),
  "127.0.0.4": listed("XBL"),
  "127.0.0.5": listed("XBL"),
  "127.0.0.6": listed("XBL"),
  "127.0.0.7": listed("XBL"),
  "127.0.0.9": listed("DROP"),
  "127.0.0.10": policy("PBL, by the provider"),
  "127.0.0.11": policy("PBL, by Spamhaus"),
  "127.0.0.30": info("BCL"),
  ...SPAMHAUS_REFUSALS
} as const

const DBL = {
  "127.0.1.2": listed("spam domain"),
  "127.0.1.4": listed("phishing domain"),
  "127.0.1.5": listed("malware domain"),
  "127.0.1.6": listed("botnet command domain"),
  "127.0.1.102": listed("abused legitimate domain, spam"),
  "127.0.1.103": listed("abused redirector"),
  "127.0.1.104": listed("abused legitimate domain, phishing"),
  "127.0.1.105": listed("abused legitimate domain, malware"),
  "127.0.1.106": listed("abused legitimate domain, botnet"),
  "127.0.1.255": refused("The query was for an IP address."),
  ...SPAMHAUS_REFUSALS
} as const

const SURBL_BITS = {
  8: listed("phishing"),
  16: listed("malware"),
  64: listed("abuse"),
  128: listed("cracked site")
} as const
const URIBL_BITS = {
  1: refused("Too many queries, or a public resolver."),
  2: listed("black"),
  4: info("grey"),
  8: listed("red")
} as const

const ipList = (
  id: string,
  name: string,
  zone: string,
  tier: DnsList["tier"],
  more: Partial<DnsList> = {}
): DnsList => ({ id, name, zone, subject: "ip", families: [4], tier, codes: {}, bits: {}, testDomain: "test", ...more })

const domainList = (
  id: string,
  name: string,
  zone: string,
  tier: DnsList["tier"],
  more: Partial<DnsList> = {}
): DnsList => ({
  id,
  name,
  zone,
  subject: "domain",
  families: [],
  tier,
  codes: {},
  bits: {},
  testDomain: "test",
  ...more
})

/** The lists that your own resolver may query without a contract. */
export const OPEN_LISTS: ReadonlyArray<DnsList> = [
  ipList("spamcop", "SpamCop", "bl.spamcop.net", 2),
  ipList("psbl", "PSBL", "psbl.surriel.com", 3),
  ipList("dronebl", "DroneBL", "dnsbl.dronebl.org", 3),
  ipList("uceprotect-1", "UCEPROTECT Level 1", "dnsbl-1.uceprotect.net", 3),
  ipList("mailspike", "Mailspike", "bl.mailspike.net", 3)
]

/** The keys and confirmations for lists that require them. */
export interface ListKeys {
  /** The key of the Data Query Service; enables ZEN and DBL. */
  readonly spamhaus?: string
  readonly abusix?: string
  /** Confirms that the resolver's address is registered with Barracuda. */
  readonly barracuda?: boolean
  /** Confirms that the query volume is within the free terms, or covered by a contract. */
  readonly surbl?: boolean
  readonly uribl?: boolean
}

const KEY = /^[a-z0-9-]{4,63}$/i

const keyed = (key: string | undefined, lists: (key: string) => ReadonlyArray<DnsList>): ReadonlyArray<DnsList> => {
  if (key === undefined || key === "") return []
  if (!KEY.test(key))
    throw argumentError("keyedLists: a list key must have 4 to 63 characters: letters, digits and hyphens.")
  return lists(key)
}

/**
 * Returns the lists that the given keys and confirmations enable. Throws a TypeError if a key is invalid. The error's
 * message does not contain the key.
 */
export const keyedLists = (keys: ListKeys): ReadonlyArray<DnsList> => {
  acceptKeyedLists(keys)
  const { spamhaus, abusix, barracuda = false, surbl = false, uribl = false } = keys
  return [
    ...keyed(spamhaus, (key) => [
      ipList("spamhaus-zen", "Spamhaus ZEN", `${key}.zen.dq.spamhaus.net`, 1, { families: [4, 6], codes: ZEN }),
      domainList("spamhaus-dbl", "Spamhaus DBL", `${key}.dbl.dq.spamhaus.net`, 1, {
        codes: DBL,
        testDomain: "dbltest.com"
      })
    ]),
    ...keyed(abusix, (key) => [
      ipList("abusix", "Abusix", `${key}.combined.mail.abusix.zone`, 2, { families: [4, 6] })
    ]),
    ...(barracuda ? [ipList("barracuda", "Barracuda", "b.barracudacentral.org", 2)] : []),
    ...(surbl
      ? [domainList("surbl", "SURBL", "multi.surbl.org", 2, { bits: SURBL_BITS, testDomain: "test.surbl.org" })]
      : []),
    ...(uribl
      ? [domainList("uribl", "URIBL", "multi.uribl.com", 2, { bits: URIBL_BITS, testDomain: "test.uribl.com" })]
      : [])
  ]
}
