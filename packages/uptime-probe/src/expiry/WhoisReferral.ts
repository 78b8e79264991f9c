import { domainToASCII } from "node:url"
import type { ExpiryClock, ServerRateLimit } from "./ServerRateLimit.ts"
import { type QueryWhois, rateLimitKey, type WhoisServer } from "./WhoisExchange.ts"

type Referral =
  | { readonly status: "server"; readonly server: WhoisServer }
  | { readonly status: "none" }
  | { readonly status: "unknown"; readonly message: string }

export type WhoisReferral = (tld: string, signal: AbortSignal) => Promise<Referral>

/** IANA's server, which lists the WHOIS servers of all top-level domains. */
export const IANA_WHOIS: WhoisServer = { host: "whois.iana.org", port: 43 }

/** The time for which a referral is cached, in milliseconds. The servers of top-level domains hardly ever change. */
const FRESH_MS = 24 * 60 * 60 * 1_000
/** The maximum number of cached referrals. There are about 1,500 top-level domains. */
const MAX_REFERRALS = 2_000

const REFERRAL = /^(?:whois|refer):[ \t]*([A-Za-z0-9.-]{1,253})[ \t]*$/m

const parseReferral = (text: string, tld: string, port: number): Referral => {
  const about = domainToASCII(/^domain:[ \t]*(\S+)/im.exec(text)?.[1] ?? "")
  const host = REFERRAL.exec(text)?.[1]?.toLowerCase()
  if (about === tld) return host === undefined ? { status: "none" } : { status: "server", server: { host, port } }
  return /this query returned 0 objects/i.test(text)
    ? { status: "none" }
    : { status: "unknown", message: "The IANA WHOIS server returned nothing for the top-level domain." }
}

/**
 * Makes a function that caches referrals, except failed ones. The referrals contain the port of the root server, on
 * which the referred servers are queried.
 */
export const makeWhoisReferral = (
  root: WhoisServer,
  ask: QueryWhois,
  rateLimit: ServerRateLimit,
  clock: ExpiryClock
): WhoisReferral => {
  const known = new Map<string, { readonly referral: Referral; readonly until: number }>()
  const fresh = (tld: string): Referral | null => {
    const cached = known.get(tld)
    return cached !== undefined && clock.now() < cached.until ? cached.referral : null
  }
  return async (tld, signal) => {
    const before = fresh(tld)
    if (before !== null) return before
    const cached = known.get(tld)
    const permit = await rateLimit.acquire(rateLimitKey(root), signal)
    const meanwhile = fresh(tld)
    if (meanwhile !== null) return meanwhile
    const reply: Awaited<ReturnType<QueryWhois>> = permit.ok
      ? await ask(root, tld, signal)
      : { ok: false, message: "The server's query limit was reached." }
    if (!reply.ok)
      return (
        cached?.referral ?? { status: "unknown", message: `The WHOIS server ${root.host} failed. ${reply.message}` }
      )
    const referral = parseReferral(reply.text, tld, root.port)
    if (referral.status === "unknown") return cached?.referral ?? referral
    if (known.size >= MAX_REFERRALS) known.clear()
    known.set(tld, { referral, until: clock.now() + FRESH_MS })
    return referral
  }
}
