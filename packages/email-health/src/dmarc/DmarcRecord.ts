import { parseTagList, type TagList, valueOf } from "../TagList.ts"

/** What a domain asks receivers to do with mail that fails (RFC 9989 section 4.7, "p"). */
export type DmarcPolicy = "none" | "quarantine" | "reject"
/** How closely domains must agree: relaxed or strict (RFC 9989 section 4.7, "adkim" and "aspf"). */
export type Alignment = "r" | "s"

/** Where reports go (RFC 9989 section 4.7, "rua"). */
export interface ReportAddress {
  readonly uri: string
  /** The domain of a mailto address; null for what is none. */
  readonly domain: string | null
  /** An obsolete "!10m" behind the address. */
  readonly sized: boolean
}

/** What receivers pass over in a record that they use. */
export type DmarcWarningCode =
  | "malformed_tag"
  | "unknown_tag"
  | "bad_value"
  | "historic_tag"
  | "bad_report_address"
  | "report_size"

/** Something that receivers pass over. */
export interface DmarcWarning {
  readonly code: DmarcWarningCode
  readonly tag: string
  readonly value: string
}

/** A record that receivers use (RFC 9989 section 4.7); defaults filled in. */
export interface DmarcRecord {
  readonly text: string
  /** A missing or wrong "p" beside a report address counts as "none" (RFC 9989 section 4.10.1). */
  readonly policy: DmarcPolicy
  readonly policyIsImplied: boolean
  /** Null: as the policy. */
  readonly subdomainPolicy: DmarcPolicy | null
  /** Null: as the subdomain policy. */
  readonly nonexistentPolicy: DmarcPolicy | null
  readonly testing: boolean
  readonly psd: "y" | "n" | "u"
  readonly dkimAlignment: Alignment
  readonly spfAlignment: Alignment
  readonly aggregate: ReadonlyArray<ReportAddress>
  readonly failure: ReadonlyArray<ReportAddress>
  /** The share that receivers by RFC 7489 apply the policy to; null when it is not told. */
  readonly percent: number | null
  readonly warnings: ReadonlyArray<DmarcWarning>
}

/** Why a record that begins as DMARC is not used. */
export type DmarcFault = { readonly code: "duplicate_tag" | "no_policy"; readonly message: string }

/** A record, or why there is none that receivers use. */
export type DmarcParseResult =
  | { readonly ok: true; readonly record: DmarcRecord }
  /** "none": not a DMARC record at all. */
  | { readonly ok: false; readonly fault: DmarcFault | null }

const VERSION = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/
const MAILTO = /^mailto:([^@?!,]+@([^@?!,\s]+))(?:\?[^!]*)?(![0-9]+[kmgt]?)?$/i
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i
const POLICY = /^(?:none|quarantine|reject)$/
/** URIs of one tag that are read. */
const MAX_URIS = 16

const VALUES: Readonly<Record<string, RegExp>> = {
  p: POLICY,
  sp: POLICY,
  np: POLICY,
  adkim: /^[rs]$/,
  aspf: /^[rs]$/,
  psd: /^[ynu]$/,
  t: /^[yn]$/,
  fo: /^[01ds](?:\s*:\s*[01ds])*$/
}
const KNOWN: ReadonlySet<string> = new Set(["v", "p", "sp", "np", "rua", "ruf", "adkim", "aspf", "fo", "psd", "t"])
const HISTORIC: ReadonlySet<string> = new Set(["pct", "rf", "ri"])

/** Whether a TXT record is a DMARC record: version first, exact and in this case (RFC 9989 section 4.7). */
export const isDmarc = (text: string): boolean => VERSION.test(text)

const isPolicy = (text: string | undefined): text is DmarcPolicy => text !== undefined && POLICY.test(text)

const addressOf = (uri: string): ReportAddress => {
  const match = MAILTO.exec(uri)
  const domain = match?.[2]?.toLowerCase().replace(/\.$/, "") ?? null
  return { uri, domain: domain !== null && HOST.test(domain) ? domain : null, sized: match?.[3] !== undefined }
}

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
    return VALUES[name]?.test(value.toLowerCase()) === false ? [{ code: "bad_value", tag: name, value }] : []
  })
]

const addressWarnings = (tag: string, addresses: ReadonlyArray<ReportAddress>): ReadonlyArray<DmarcWarning> =>
  addresses.flatMap(({ uri, domain, sized }) => [
    ...(domain === null ? [{ code: "bad_report_address" as const, tag, value: uri }] : []),
    ...(sized ? [{ code: "report_size" as const, tag, value: uri }] : [])
  ])

/**
 * Reads a DMARC record (RFC 9989 section 4.7).
 *
 * @example
 * parseDmarc("v=DMARC1; p=reject; sp=none; t=y") // => { ok: true, record: { text: "v=DMARC1; p=reject; sp=none; t=y", policy: "reject", policyIsImplied: false, subdomainPolicy: "none", nonexistentPolicy: null, testing: true, psd: "u", dkimAlignment: "r", spfAlignment: "r", aggregate: [], failure: [], percent: null, warnings: [] } }
 * parseDmarc("v=DMARC1; adkim=s").ok // => false
 */
export const parseDmarc = (text: string): DmarcParseResult => {
  if (!isDmarc(text)) return { ok: false, fault: null }
  const list = parseTagList(text)
  if (list.duplicates.length > 0)
    return {
      ok: false,
      fault: {
        code: "duplicate_tag",
        message: `The tag "${list.duplicates[0]}" stands twice, which makes the whole record invalid.`
      }
    }
  const lower = (name: string): string | undefined => valueOf(list, name)?.toLowerCase()
  const aggregate = addressesIn(valueOf(list, "rua"))
  const failure = addressesIn(valueOf(list, "ruf"))
  const published = lower("p")
  const [p, sp, np] = [published, lower("sp"), lower("np")]
  if (!isPolicy(p) && !aggregate.some(({ domain }) => domain !== null)) {
    return {
      ok: false,
      fault: {
        code: "no_policy",
        message:
          published === undefined
            ? 'There is no "p" tag, and no report address that would make it "none".'
            : `"p=${published}" is no policy.`
      }
    }
  }
  const psd = lower("psd")
  const percent = /^\d{1,3}$/.test(lower("pct") ?? "") ? Number(lower("pct")) : null
  return {
    ok: true,
    record: {
      text,
      policy: isPolicy(p) ? p : "none",
      policyIsImplied: !isPolicy(p),
      subdomainPolicy: isPolicy(sp) ? sp : null,
      nonexistentPolicy: isPolicy(np) ? np : null,
      testing: lower("t") === "y",
      psd: psd === "y" || psd === "n" ? psd : "u",
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

/** One step down, as a record under test is applied (RFC 9989 section 4.7, "t"). */
const softened = (policy: DmarcPolicy): DmarcPolicy => ORDER[strength(policy) - 1] ?? "none"

/** Who a policy is asked for: the domain of the record, or a name below it that exists or does not. */
export type PolicySubject = "domain" | "subdomain" | "nonexistent"

/** The policy that receivers apply (RFC 9989 section 4.7). */
export const policyFor = (record: DmarcRecord, subject: PolicySubject): DmarcPolicy => {
  const below = record.subdomainPolicy ?? record.policy
  const policy = { domain: record.policy, subdomain: below, nonexistent: record.nonexistentPolicy ?? below }[subject]
  return record.testing ? softened(policy) : policy
}
