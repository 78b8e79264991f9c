import { matchSignatures, type SignatureMatches } from "../signatures/matchSignatures.ts"
import type { DiagnosisFacts } from "./DiagnosisFacts.ts"

/** Groups of outcomes: the single list of the codes that rules know. */
const outcomeGroups = {
  dns: ["dns_nxdomain", "dns_nodata", "dns_servfail", "dns_timeout"],
  connect: ["connect_refused", "connect_timeout", "connect_reset", "no_route"],
  tls: ["tls_handshake", "tls_timeout"],
  answer: ["header_timeout", "body_timeout", "protocol_error", "too_large"],
  status: ["http_status"],
  expectation: ["expectation_failed", "content_fault"],
  redirect: ["redirect_loop", "too_many_redirects", "bad_redirect", "unsafe_redirect"],
  address: ["blocked_address"],
  good: ["ok"]
} as const

/** The group of an outcome: the kind of failure, or `good`. */
export type OutcomeGroup = keyof typeof outcomeGroups

const GROUP_OF: ReadonlyMap<string, OutcomeGroup> = new Map(
  Object.entries(outcomeGroups).flatMap(([group, codes]) => codes.map((code) => [code, group as OutcomeGroup] as const))
)

/** Null for a code that no rule knows, such as an error of ours. */
export const groupOf = (outcome: string | undefined): OutcomeGroup | null => GROUP_OF.get(outcome ?? "") ?? null

/** Whether an outcome is a failure of the site, as far as the check can say. */
export const isFailing = (outcome: string | undefined): boolean => ![null, "good"].includes(groupOf(outcome))

/** Facts as rules read them. */
export interface View {
  readonly facts: DiagnosisFacts
  /** Milliseconds since 1970; null if unknown. */
  readonly at: number | null
  readonly since: number | null
  readonly outcome: string | null
  readonly group: OutcomeGroup | null
  readonly status: number | null
  readonly host: string | null
  readonly domain: string | null
  /** The signatures that the answer of the check matches. */
  readonly seen: SignatureMatches
  /** The signatures that the answer of the last good check matched. */
  readonly seenBefore: SignatureMatches
}

/** Milliseconds since 1970; null for a text that is no time. */
export const timeOf = (text: string | null | undefined): number | null => {
  const time = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.?$/iu

/** A host name in ASCII that is safe in a sentence and in a command; otherwise null. */
export const hostOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && text.length <= 254 && HOST.test(text)
    ? text.toLowerCase().replace(/\.$/u, "")
    : null

/** The host of a URL; null if the text is none. */
export const hostOfUrl = (url: string | null | undefined): string | null => {
  if (url === null || url === undefined || !URL.canParse(url)) return null
  return hostOf(new URL(url).hostname.replace(/^\[|\]$/gu, ""))
}

/** Prepares facts for the rules. */
export const viewOf = (facts: DiagnosisFacts): View => {
  const { at, check, lastGood, page, pageBefore, since, target } = facts
  const checkedAt = timeOf(check?.at)
  const host = hostOf(target?.host) ?? hostOfUrl(target?.url)
  return {
    facts,
    at: timeOf(at) ?? checkedAt,
    since: timeOf(since) ?? checkedAt ?? timeOf(at),
    outcome: check?.outcome ?? null,
    group: groupOf(check?.outcome),
    status: check?.statusCode ?? null,
    host,
    domain: hostOf(target?.domain) ?? host,
    seen: matchSignatures(page, check?.statusCode ?? null, check?.finalUrl ?? null),
    seenBefore: matchSignatures(pageBefore, lastGood?.statusCode ?? null, lastGood?.finalUrl ?? null)
  }
}
