import { argumentsOf, aString } from "@mon/bundled/arguments"
import { FACTS_VERSION, type MailStatus, type PublishedPolicy } from "./DomainFacts.ts"

const acceptUnknownSender = /* @__PURE__ */ argumentsOf("unknownSender", () => ({ domain: aString }))

/**
 * From good to bad: one record that works; the DNS did not answer; a record that lets everybody send; one that breaks;
 * none.
 */
export type SpfState = "ok" | "unknown" | "pass_all" | "broken" | "missing"
/**
 * From good to bad; "unknown": no key below the common selectors, which does not prove that there is none, or the DNS
 * did not answer.
 */
export type DkimState = "found" | "weak" | "unknown" | "missing"
/** From good to bad. */
export type DmarcState = "enforced" | "none" | "unknown" | "broken" | "missing"

/** A record to publish. */
export interface DnsRecord {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  /** The whole name. */
  readonly host: string
  readonly value: string
}

/** A record that fixes a finding of `@mon/email-health`. */
export interface RecordFix extends DnsRecord {
  /** The finding's code. */
  readonly code: string
}

/** Tier 1: most receivers reject what the list names; 3: few do. */
export interface SenderListing {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  /** Of an address that others use too. */
  readonly shared: boolean
}

/** The known facts about a sending domain; plain JSON. */
export interface SenderFacts {
  readonly version: typeof FACTS_VERSION
  /** IDNA ASCII, lower case. */
  readonly domain: string
  /** Some of it stayed unanswered. */
  readonly incomplete: boolean
  /** Email health, 0 to 100; null when nothing is known. */
  readonly score: number | null
  readonly grade: string | null
  /** Mail hosts; "none" with `website` true means email to the domain's own address. */
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
  /** Null when the lists gave no reliable answers. */
  readonly listings: ReadonlyArray<SenderListing> | null
  /** The domain has an address of its own; null when the DNS did not answer. */
  readonly website: boolean | null
  /** Days since registration; null when no register was asked. */
  readonly ageDays: number | null
  /** ISO 8601; null when no register was asked. */
  readonly registeredUntil: string | null
  readonly fixes: ReadonlyArray<RecordFix>
}

/** Facts of a sending domain about which nothing is known. */
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
