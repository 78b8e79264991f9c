import { argumentsOf, aString } from "@mon/bundled/arguments"
import { FACTS_VERSION, type MailStatus, type PublishedPolicy } from "./DomainFacts.ts"

const acceptUnknownSender = /* @__PURE__ */ argumentsOf("unknownSender", () => ({ domain: aString }))

/**
 * The state of SPF, from good to bad: one working record; no DNS answer; a record that allows everybody; a broken
 * record; no record.
 */
export type SpfState = "ok" | "unknown" | "pass_all" | "broken" | "missing"
/**
 * The state of DKIM, from good to bad. "unknown": the DNS did not answer, or no common selector has a key, which does
 * not prove that the domain has no key.
 */
export type DkimState = "found" | "weak" | "unknown" | "missing"
/** The state of DMARC, from good to bad. */
export type DmarcState = "enforced" | "none" | "unknown" | "broken" | "missing"

/** A record to publish. */
export interface DnsRecord {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  /** The full name of the DNS record. */
  readonly host: string
  readonly value: string
}

/** A record that fixes a finding of `@mon/email-health`. */
export interface RecordFix extends DnsRecord {
  /** The code of the finding. */
  readonly code: string
}

/**
 * A listing on a blacklist. Tier 1: most receivers reject listed senders; tier 3: few receivers reject listed senders.
 */
export interface SenderListing {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  /** Whether other customers share the listed address. */
  readonly shared: boolean
}

/** The known facts about a sending domain, as plain JSON. */
export interface SenderFacts {
  readonly version: typeof FACTS_VERSION
  /** The domain in IDNA ASCII and lower case. */
  readonly domain: string
  /** Whether some DNS queries were not answered. */
  readonly incomplete: boolean
  /** The email health score, from 0 to 100; null if nothing is known. */
  readonly score: number | null
  readonly grade: string | null
  /** The state of the mail hosts. If it is "none" and `website` is true, email goes to the domain's own address. */
  readonly mail: MailStatus
  readonly mxHosts: ReadonlyArray<string>
  readonly spf: {
    readonly status: SpfState
    readonly record: string | null
    readonly lookups: number | null
    readonly targets: ReadonlyArray<string>
  }
  readonly dkim: { readonly status: DkimState; readonly selectors: ReadonlyArray<string> }
  readonly dmarc: {
    readonly status: DmarcState
    readonly policy: PublishedPolicy | null
    readonly record: string | null
  }
  /** The blacklist entries; null if the blacklists gave no reliable answers. */
  readonly listings: ReadonlyArray<SenderListing> | null
  /** Whether the domain itself has an address; null if the DNS did not answer. */
  readonly website: boolean | null
  /** The number of days since the domain was registered; null if no registry was queried. */
  readonly ageDays: number | null
  /** The expiry date of the registration in ISO 8601; null if no registry was queried. */
  readonly registeredUntil: string | null
  readonly fixes: ReadonlyArray<RecordFix>
}

/** Returns the facts for a sending domain about which nothing is known. */
export const unknownSender = (domain: string): SenderFacts => {
  acceptUnknownSender(domain)
  return {
    version: FACTS_VERSION,
    domain,
    incomplete: true,
    score: null,
    grade: null,
    mail: "unknown",
    mxHosts: [],
    spf: { status: "unknown", record: null, lookups: null, targets: [] },
    dkim: { status: "unknown", selectors: [] },
    dmarc: { status: "unknown", policy: null, record: null },
    listings: null,
    website: null,
    ageDays: null,
    registeredUntil: null,
    fixes: []
  }
}
