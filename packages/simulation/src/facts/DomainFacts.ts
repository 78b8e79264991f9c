import { listOf, optional, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptUnknownFacts = /* @__PURE__ */ argumentsOf("unknownFacts", () => ({
  domain: aString,
  unanswered: optional(listOf(aString))
}))

/** The version of stored facts; facts of another version are looked up again. */
export const FACTS_VERSION = 1

/** One mail host; exchange is lower case without trailing dot, "" for a null MX (RFC 7505). */
export interface MailHost {
  readonly exchange: string
  readonly preference: number
}

/** The result of the MX query; "unknown": the DNS did not answer. */
export type MailStatus = "hosts" | "null" | "none" | "nxdomain" | "unknown"

/** Policy that receivers are asked to apply (RFC 9989). */
export type PublishedPolicy = "none" | "quarantine" | "reject"

/** The facts about a prospect's domain from the DNS; plain JSON. */
export interface DomainFacts {
  readonly version: typeof FACTS_VERSION
  /** IDNA ASCII, lower case. */
  readonly domain: string
  readonly mail: MailStatus
  /** By preference, then name. */
  readonly mx: ReadonlyArray<MailHost>
  /**
   * Whether anything takes connections: the addresses of the best hosts, or of the domain itself where there is no MX;
   * null when that was not queried or not answered.
   */
  readonly reachable: boolean | null
  readonly spf: string | null
  /** Targets of includes and redirects, followed one level down. */
  readonly spfTargets: ReadonlyArray<string>
  readonly dmarc: PublishedPolicy | null
  /** Providers that DKIM keys, autodiscover or a TXT record point at; ids of the receiver table. */
  readonly hints: ReadonlyArray<MailboxHint>
  /** Queries without an answer after a second attempt, such as "MX SERVFAIL". */
  readonly unanswered: ReadonlyArray<string>
}

/** Something besides MX and SPF that shows where the mailboxes are. */
export interface MailboxHint {
  readonly by: "dkim" | "autodiscover" | "txt"
  readonly provider: string
}

/** Facts of a domain about which nothing is known. */
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
