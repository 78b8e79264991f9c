import { listOf, optional, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptUnknownFacts = /* @__PURE__ */ argumentsOf("unknownFacts", () => ({
  domain: aString,
  unanswered: optional(listOf(aString))
}))

/** The version of stored facts. Facts of another version must be looked up again. */
export const FACTS_VERSION = 1

/** One mail host. `exchange` is in lower case without a trailing dot; "" is a null MX (RFC 7505). */
export interface MailHost {
  readonly exchange: string
  readonly preference: number
}

/** The result of the MX query. "unknown": the DNS did not answer. */
export type MailStatus = "hosts" | "null" | "none" | "nxdomain" | "unknown"

/** The DMARC policy that the domain asks receivers to apply (RFC 9989). */
export type PublishedPolicy = "none" | "quarantine" | "reject"

/** The DNS facts about a prospect's domain, as plain JSON. */
export interface DomainFacts {
  readonly version: typeof FACTS_VERSION
  /** The domain in IDNA ASCII and lower case. */
  readonly domain: string
  readonly mail: MailStatus
  /** The mail hosts by preference, then name. */
  readonly mx: ReadonlyArray<MailHost>
  /**
   * Whether a host that receives email has an address. These hosts are the best mail hosts, or the domain itself if it
   * has no MX record. Null if the addresses were not queried or the queries were not answered.
   */
  readonly reachable: boolean | null
  readonly spf: string | null
  /** The targets of the includes and redirects in the SPF record, followed one level down. */
  readonly spfTargets: ReadonlyArray<string>
  readonly dmarc: PublishedPolicy | null
  /** Evidence from DKIM keys, autodiscover and TXT records for the mailbox provider. */
  readonly hints: ReadonlyArray<MailboxHint>
  /** The queries that got no answer even at a second attempt, such as "MX SERVFAIL". */
  readonly unanswered: ReadonlyArray<string>
}

/** A piece of evidence other than MX and SPF that shows the provider of the mailboxes. */
export interface MailboxHint {
  readonly by: "dkim" | "autodiscover" | "txt"
  readonly provider: string
}

/** Returns the facts for a domain about which nothing is known. */
export const unknownFacts = (domain: string, unanswered: ReadonlyArray<string> = []): DomainFacts => {
  acceptUnknownFacts(domain, unanswered)
  return {
    version: FACTS_VERSION,
    domain,
    mail: "unknown",
    mx: [],
    reachable: null,
    spf: null,
    spfTargets: [],
    dmarc: null,
    hints: [],
    unanswered
  }
}
