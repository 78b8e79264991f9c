import { nullable, oneOf, shape, argumentsOf, aString } from "@mon/bundled/arguments"
import { findDuplicates } from "../findDuplicates.ts"
import { parseTagList, type TagList, valueOf } from "../TagList.ts"

const acceptParseDmarc = /* @__PURE__ */ argumentsOf("parseDmarc", () => ({ text: aString }))
const acceptPolicyFor = /* @__PURE__ */ argumentsOf("policyFor", () => ({
  record: shape<DmarcRecord>("a DMARC record that parseDmarc read", {
    policy: policyName(),
    subdomainPolicy: nullable(policyName()),
    nonexistentPolicy: nullable(policyName())
  }),
  subject: oneOf("domain", "subdomain", "nonexistent")
}))

/** The treatment that a domain owner requests for email that fails DMARC (RFC 9989 section 4.7, "p"). */
export type DmarcPolicy = "none" | "quarantine" | "reject"
/**
 * The alignment mode: strict if domains must be equal, relaxed if the same organization is enough (RFC 9989 section
 * 4.7, "adkim" and "aspf").
 */
export type Alignment = "r" | "s"

/**
 * The declaration that a domain is a public suffix ("y"), is not one ("n"), or may be one ("u") (RFC 9989 section 4.7,
 * "psd").
 */
export type PublicSuffixTag = "y" | "n" | "u"

/** An address to which receivers send reports (RFC 9989 section 4.7, "rua" and "ruf"). */
export interface ReportAddress {
  readonly uri: string
  /** The domain of a mailto address; null for any other URI. */
  readonly domain: string | null
  /** Whether the address has an obsolete size limit such as "!10m". */
  readonly sized: boolean
}

/** The kind of a {@link DmarcWarning}. The codes are stable. */
export type DmarcWarningCode =
  | "malformed_tag"
  | "unknown_tag"
  | "bad_value"
  | "historic_tag"
  | "bad_report_address"
  | "report_size"

/** A part of a record that receivers ignore. */
export interface DmarcWarning {
  readonly code: DmarcWarningCode
  readonly tag: string
  readonly value: string
}

/** A valid DMARC record (RFC 9989 section 4.7) with defaults filled in. */
export interface DmarcRecord {
  readonly text: string
  readonly policy: DmarcPolicy
  /**
   * Whether the policy counts as "none" because "p" is missing, or because "p", "sp" or "np" is invalid (RFC 9989
   * section 4.10.1).
   */
  readonly policyIsImplied: boolean
  /** The policy for subdomains. Null if subdomains get the policy of the domain. */
  readonly subdomainPolicy: DmarcPolicy | null
  /** The policy for names that do not exist. Null if these names get the policy of subdomains. */
  readonly nonexistentPolicy: DmarcPolicy | null
  readonly testing: boolean
  readonly psd: PublicSuffixTag
  readonly dkimAlignment: Alignment
  readonly spfAlignment: Alignment
  readonly aggregate: ReadonlyArray<ReportAddress>
  readonly failure: ReadonlyArray<ReportAddress>
  /** The value of "pct", which only receivers that follow RFC 7489 apply; null if absent. */
  readonly percent: number | null
  readonly warnings: ReadonlyArray<DmarcWarning>
}

/** The reason why receivers ignore a DMARC record. */
export type DmarcFault = { readonly code: "duplicate_tag" | "no_policy"; readonly message: string }

/** A valid record, or the reason why receivers ignore it. */
export type DmarcParseResult =
  | { readonly ok: true; readonly record: DmarcRecord }
  /** An ignored text. The fault is null if the text is not a DMARC record at all. */
  | { readonly ok: false; readonly fault: DmarcFault | null }

// The version of a record. In the ABNF, "v" and the tag names are plain literals, which ignore case, but the value is
// %s"DMARC1", which is case-sensitive.
const VERSION = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/
// Two slashes, as in a web address, would be part of the mailbox name.
const MAILTO = /^mailto:(?!\/\/)([^@?!,]+@([^@?!,\s]+))(?:\?[^!]*)?(![0-9]+[kmgt]?)?$/i
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i
const POLICY = /^(?:none|quarantine|reject)$/
/** A URI other than a mail address: the scheme and the characters of RFC 3986. */
const WEB_URI = /^(?!mailto:)[a-z][a-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+;=%]+$/i
const MAX_URIS = 16

const VALUES: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ["p", POLICY],
  ["sp", POLICY],
  ["np", POLICY],
  ["adkim", /^[rs]$/],
  ["aspf", /^[rs]$/],
  ["psd", /^[ynu]$/],
  ["t", /^[yn]$/],
  ["fo", /^[01ds](?:\s*:\s*[01ds])*$/]
])
const KNOWN: ReadonlySet<string> = new Set(["v", "p", "sp", "np", "rua", "ruf", "adkim", "aspf", "fo", "psd", "t"])
const HISTORIC: ReadonlySet<string> = new Set(["pct", "rf", "ri"])

/**
 * Whether a TXT record is a DMARC record: the version comes first, and "DMARC1" is in upper case (RFC 9989 section
 * 4.8).
 */
export const isDmarc = (text: string): boolean => VERSION.test(text)

const isPolicy = (text: string | undefined): text is DmarcPolicy => text !== undefined && POLICY.test(text)

const addressOf = (uri: string): ReportAddress => {
  const match = MAILTO.exec(uri)
  const domain = match?.[2]?.toLowerCase().replace(/\.$/, "") ?? null
  return { uri, domain: domain !== null && HOST.test(domain) ? domain : null, sized: match?.[3] !== undefined }
}

/** Whether receivers accept an address as a URI, even if they cannot send reports to it (RFC 9989 section 4.10.1). */
const isValidUri = ({ domain, uri }: ReportAddress): boolean =>
  domain !== null || (WEB_URI.test(uri) && URL.canParse(uri))

const addressesIn = (value: string | null): ReadonlyArray<ReportAddress> =>
  (value ?? "")
    .split(",")
    .map((uri) => uri.trim())
    .filter((uri) => uri !== "")
    .slice(0, MAX_URIS)
    .map(addressOf)

const tagWarnings = ({ tags, malformed }: TagList): ReadonlyArray<DmarcWarning> => [
  ...malformed.map(({ text }) => ({ code: "malformed_tag" as const, tag: text, value: "" })),
  ...tags.flatMap(({ name, value }): ReadonlyArray<DmarcWarning> => {
    if (HISTORIC.has(name)) return [{ code: "historic_tag", tag: name, value }]
    if (!KNOWN.has(name)) return [{ code: "unknown_tag", tag: name, value }]
    return VALUES.get(name)?.test(value.toLowerCase()) === false ? [{ code: "bad_value", tag: name, value }] : []
  })
]

/** Returns the tags of a record, with their names in lower case (RFC 9989 section 4.8). */
const readTags = (text: string): TagList => {
  const list = parseTagList(text)
  const tags = list.tags.map((tag) => ({ ...tag, name: tag.name.toLowerCase() }))
  return { ...list, tags, duplicates: findDuplicates(tags.map(({ name }) => name)) }
}

const addressWarnings = (tag: string, addresses: ReadonlyArray<ReportAddress>): ReadonlyArray<DmarcWarning> =>
  addresses.flatMap(({ uri, domain, sized }) => [
    ...(domain === null ? [{ code: "bad_report_address" as const, tag, value: uri }] : []),
    ...(sized ? [{ code: "report_size" as const, tag, value: uri }] : [])
  ])

const psdIn = (list: TagList): PublicSuffixTag => {
  const psd = valueOf(list, "psd")?.toLowerCase()
  return psd === "y" || psd === "n" ? psd : "u"
}

/** Returns the "psd" tag of a DMARC record. The tree walk needs it even if the record has no valid policy. */
export const publicSuffixTag = (text: string): PublicSuffixTag => psdIn(readTags(text))

/**
 * Explains why the policy of a record is invalid; null if it is valid. Without a valid "p", or with an invalid "sp" or
 * "np", receivers apply the policy "none" if there is a report address, and do not apply DMARC otherwise (RFC 9989
 * section 4.10.1).
 */
const invalidPolicy = (tags: Readonly<Record<"p" | "sp" | "np", string | undefined>>): string | null => {
  const { p, sp, np } = tags
  if (p === undefined) return 'The "p" tag is missing, and without a report address the record is invalid.'
  const [name, value] = Object.entries({ p, sp, np }).find(([, text]) => text !== undefined && !isPolicy(text)) ?? []
  return name === undefined ? null : `"${name}=${value}" is not a valid policy.`
}

/**
 * Parses a DMARC record (RFC 9989 section 4.7).
 *
 * @example
 * parseDmarc("v=DMARC1; p=reject; sp=none; t=y") // => { ok: true, record: { text: "v=DMARC1; p=reject; sp=none; t=y", policy: "reject", policyIsImplied: false, subdomainPolicy: "none", nonexistentPolicy: null, testing: true, psd: "u", dkimAlignment: "r", spfAlignment: "r", aggregate: [], failure: [], percent: null, warnings: [] } }
 * parseDmarc("v=DMARC1; adkim=s").ok // => false
 */
export const parseDmarc = (text: string): DmarcParseResult => {
  acceptParseDmarc(text)
  if (!isDmarc(text)) return { ok: false, fault: null }
  const list = readTags(text)
  if (list.duplicates.length > 0)
    return {
      ok: false,
      fault: {
        code: "duplicate_tag",
        message: `The tag "${list.duplicates[0]}" occurs twice, which makes the whole record invalid.`
      }
    }
  const lower = (name: string): string | undefined => valueOf(list, name)?.toLowerCase()
  const aggregate = addressesIn(valueOf(list, "rua"))
  const failure = addressesIn(valueOf(list, "ruf"))
  const [p, sp, np] = [lower("p"), lower("sp"), lower("np")]
  const invalid = invalidPolicy({ p, sp, np })
  if (invalid !== null && !aggregate.some(isValidUri))
    return { ok: false, fault: { code: "no_policy", message: invalid } }
  const percent = /^\d{1,3}$/.test(lower("pct") ?? "") ? Number(lower("pct")) : null
  return {
    ok: true,
    record: {
      text,
      policy: invalid === null && isPolicy(p) ? p : "none",
      policyIsImplied: invalid !== null,
      subdomainPolicy: invalid === null && isPolicy(sp) ? sp : null,
      nonexistentPolicy: invalid === null && isPolicy(np) ? np : null,
      testing: lower("t") === "y",
      psd: psdIn(list),
      dkimAlignment: lower("adkim") === "s" ? "s" : "r",
      spfAlignment: lower("aspf") === "s" ? "s" : "r",
      aggregate,
      failure,
      percent: percent !== null && percent <= 100 ? percent : null,
      warnings: [...tagWarnings(list), ...addressWarnings("rua", aggregate), ...addressWarnings("ruf", failure)]
    }
  }
}

const ORDER: ReadonlyArray<DmarcPolicy> = ["none", "quarantine", "reject"]

export const strength = (policy: DmarcPolicy): number => ORDER.indexOf(policy)

/** Returns the policy that is one level weaker, which receivers apply in test mode (RFC 9989 section 4.7, "t"). */
const softened = (policy: DmarcPolicy): DmarcPolicy => ORDER[strength(policy) - 1] ?? "none"

/**
 * The kind of name to which a policy applies: the domain of the record, an existing name below it, or a name below it
 * that does not exist.
 */
export type PolicySubject = "domain" | "subdomain" | "nonexistent"

const policyName = () => oneOf(...ORDER)

/** Returns the policy that receivers apply (RFC 9989 section 4.7). */
export const policyFor = (record: DmarcRecord, subject: PolicySubject): DmarcPolicy => {
  acceptPolicyFor(record, subject)
  const below = record.subdomainPolicy ?? record.policy
  const policy = { domain: record.policy, subdomain: below, nonexistent: record.nonexistentPolicy ?? below }[subject]
  return record.testing ? softened(policy) : policy
}
