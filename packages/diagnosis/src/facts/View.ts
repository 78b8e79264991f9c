import { matchSignatures, type SignatureMatches } from "../signatures/matchSignatures.ts"
import type { DiagnosisFacts } from "./DiagnosisFacts.ts"

/** The complete list of the outcome codes that rules know, by group. */
const outcomeGroups = {
  dns: ["dns_nxdomain", "dns_nodata", "dns_servfail", "dns_timeout"],
  connect: ["connect_refused", "connect_timeout", "connect_reset", "no_route"],
  tls: ["tls_handshake", "tls_timeout"],
  answer: ["header_timeout", "body_timeout", "protocol_error", "too_large"],
  status: ["http_status"],
  expectation: ["expectation_failed", "content_fault"],
  redirect: ["redirect_loop", "too_many_redirects", "bad_redirect", "unsafe_redirect"],
  address: ["blocked_address"],
  service: ["closed_unanswered", "service_refused", "login_refused", "wrong_answer"],
  good: ["ok"]
} as const

/** The group of an outcome: the kind of failure, or `good`. */
export type OutcomeGroup = keyof typeof outcomeGroups

const GROUP_OF: ReadonlyMap<string, OutcomeGroup> = new Map(
  Object.entries(outcomeGroups).flatMap(([group, codes]) => codes.map((code) => [code, group as OutcomeGroup] as const))
)

/** Returns the group of an outcome; null for a code that no rule knows, such as an error of Mon itself. */
export const groupOf = (outcome: string | undefined): OutcomeGroup | null => GROUP_OF.get(outcome ?? "") ?? null

/** Returns whether an outcome is a failure of the site. False for a failure of Mon itself. */
export const isFailing = (outcome: string | undefined): boolean => ![null, "good"].includes(groupOf(outcome))

export interface View {
  readonly facts: DiagnosisFacts
  /** The time of the diagnosis in milliseconds since 1970; null if unknown. */
  readonly at: number | null
  readonly since: number | null
  readonly outcome: string | null
  readonly group: OutcomeGroup | null
  readonly status: number | null
  readonly host: string | null
  readonly domain: string | null
  /** The signatures that match the response to the check. */
  readonly seen: SignatureMatches
  /** The signatures that match the response to the last good check. */
  readonly seenBefore: SignatureMatches
}

/** Returns a time in milliseconds since 1970; null if the text is not a time. */
export const timeOf = (text: string | null | undefined): number | null => {
  const time = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.?$/iu

/** Returns a host name in ASCII that is safe in a sentence and in a command; null for other text. */
export const hostOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && text.length <= 254 && HOST.test(text)
    ? text.toLowerCase().replace(/\.$/u, "")
    : null

/** Returns the host of a URL; null if the text is not a URL. */
export const hostOfUrl = (url: string | null | undefined): string | null => {
  if (url === null || url === undefined || !URL.canParse(url)) return null
  return hostOf(new URL(url).hostname.replace(/^\[|\]$/gu, ""))
}

/** Returns the port in a URL; empty if the URL names none. */
export const portOfUrl = (url: string | null | undefined): string =>
  url !== null && url !== undefined && URL.canParse(url) ? new URL(url).port : ""

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
