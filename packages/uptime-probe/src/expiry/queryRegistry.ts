import { parseRdap } from "./RdapAnswer.ts"
import type { RdapBootstrap } from "./RdapBootstrap.ts"
import type { RegistryAnswer, RegistrySource, ServerAttempt } from "./RegistrationResult.ts"
import type { SecureGet } from "./SecureGet.ts"
import type { ExpiryClock, ServerRateLimit } from "./ServerRateLimit.ts"
import { parseWhois } from "./WhoisAnswer.ts"
import { type QueryWhois, rateLimitKey, type WhoisServer } from "./WhoisExchange.ts"
import type { WhoisReferral } from "./WhoisReferral.ts"

/** The time to wait if a server limits queries but does not say for how long, in milliseconds. */
const DEFAULT_WAIT_MS = 60_000

const MAX_WAIT_MS = 24 * 60 * 60 * 1_000

/**
 * Returns the wait that a Retry-After field requests, in milliseconds (RFC 9110 section 10.2.3). It is at least a
 * second and at most a day.
 */
export const retryAfterMs = (value: string | null, now: number): number => {
  const text = value?.trim() ?? ""
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wait) ? DEFAULT_WAIT_MS : Math.min(MAX_WAIT_MS, Math.max(1_000, wait))
}

export interface ExpiryPorts {
  readonly get: SecureGet
  readonly bootstrap: RdapBootstrap
  readonly referral: WhoisReferral
  readonly queryWhois: QueryWhois
  readonly rateLimit: ServerRateLimit
  readonly clock: ExpiryClock
}

export interface RegistryStatement {
  readonly answer: Extract<RegistryAnswer, { kind: "registered" | "not_registered" }>
  readonly source: RegistrySource
  readonly server: string
}

/** The result of all queries about one domain, with the statement of the first server that answered. */
export interface RegistryQueryResult {
  readonly statement: RegistryStatement | null
  /** Whether the top-level domain has neither RDAP nor WHOIS. */
  readonly unsupported: boolean
  /** The reason why there is no statement. Null if there is a statement. */
  readonly message: string | null
  readonly retryAt: number | null
  readonly attempts: ReadonlyArray<ServerAttempt>
}

interface ServerResult {
  readonly answer: RegistryAnswer | { readonly kind: "failed"; readonly message: string }
  readonly retryAt: number | null
}

const RDAP_JSON = "application/rdap+json"

/**
 * The HTTP statuses that count as a rate limit: 429 (RFC 7480 section 5.5), and 503 with or without Retry-After (RFC
 * 9110 section 15.6.4).
 */
const LIMITED: ReadonlySet<number> = new Set([429, 503])

/** The query syntax of the servers that require a special syntax. */
const WHOIS_QUERIES: ReadonlyMap<string, (domain: string) => string> = new Map<string, (domain: string) => string>([
  ["whois.denic.de", (domain) => `-T dn,ace ${domain}`],
  ["whois.jprs.jp", (domain) => `${domain}/e`],
  ["whois.verisign-grs.com", (domain) => `domain ${domain}`]
])

/**
 * Queries a server within its rate limit. A server that has refused a query is not queried again until it allows
 * queries.
 */
const withinRateLimit = async (
  ports: ExpiryPorts,
  server: string,
  signal: AbortSignal,
  ask: () => Promise<RegistryAnswer | { readonly kind: "failed"; readonly message: string }>
): Promise<ServerResult> => {
  const permit = await ports.rateLimit.acquire(server, signal)
  if (!permit.ok) return { answer: { kind: "limited" }, retryAt: permit.until }
  const answer = await ask()
  if (answer.kind !== "limited") return { answer, retryAt: null }
  const waitMs = answer.waitMs ?? DEFAULT_WAIT_MS
  ports.rateLimit.block(server, waitMs)
  return { answer, retryAt: ports.clock.now() + waitMs }
}

const queryRdap = (ports: ExpiryPorts, base: string, domain: string, signal: AbortSignal): Promise<ServerResult> =>
  withinRateLimit(ports, new URL(base).host, signal, async () => {
    const fetched = await ports.get(`${base}domain/${domain}`, RDAP_JSON, signal)
    if (!fetched.ok) return { kind: "failed", message: fetched.message }
    if (LIMITED.has(fetched.statusCode))
      return { kind: "limited", waitMs: retryAfterMs(fetched.retryAfter, ports.clock.now()) }
    if (fetched.statusCode === 404) return { kind: "not_registered" }
    return fetched.statusCode === 200
      ? parseRdap(fetched.body, domain)
      : { kind: "failed", message: `The server returned status ${fetched.statusCode}.` }
  })

const queryWhoisServer = (
  ports: ExpiryPorts,
  server: WhoisServer,
  domain: string,
  signal: AbortSignal
): Promise<ServerResult> =>
  withinRateLimit(ports, rateLimitKey(server), signal, async () => {
    const reply = await ports.queryWhois(server, WHOIS_QUERIES.get(server.host)?.(domain) ?? domain, signal)
    return reply.ok ? parseWhois(reply.text, domain) : { kind: "failed", message: reply.message }
  })

const WORDS: Readonly<Record<string, string>> = { limited: "The server is rate limiting queries." }

const attemptOf = (source: RegistrySource, server: string, { answer }: ServerResult): ServerAttempt => ({
  source,
  server,
  result: answer.kind,
  message: "message" in answer ? answer.message : (WORDS[answer.kind] ?? null)
})

const statementBy = (source: RegistrySource, server: string, { answer }: ServerResult): RegistryStatement | null =>
  answer.kind === "registered" || answer.kind === "not_registered" ? { answer, source, server } : null

const soonest = (tried: ReadonlyArray<ServerResult>): number | null => {
  const times = tried.map(({ retryAt }) => retryAt).filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

const NO_ANSWER = "None of the registry's servers gave an answer."

const viaRdap = async (
  ports: ExpiryPorts,
  bases: ReadonlyArray<string>,
  domain: string,
  signal: AbortSignal
): Promise<RegistryQueryResult> => {
  const tried: Array<ServerResult> = []
  const attempts: Array<ServerAttempt> = []
  for (const base of bases) {
    const { hostname } = new URL(base)
    const one = await queryRdap(ports, base, domain, signal)
    tried.push(one)
    attempts.push(attemptOf("rdap", hostname, one))
    const statement = statementBy("rdap", hostname, one)
    if (statement !== null) return { statement, unsupported: false, message: null, retryAt: null, attempts }
  }
  return { statement: null, unsupported: false, message: NO_ANSWER, retryAt: soonest(tried), attempts }
}

const viaWhois = async (ports: ExpiryPorts, domain: string, signal: AbortSignal): Promise<RegistryQueryResult> => {
  const nothing = { statement: null, unsupported: false, retryAt: null, attempts: [] }
  const referral = await ports.referral(domain.slice(domain.lastIndexOf(".") + 1), signal)
  if (referral.status === "none")
    return { ...nothing, unsupported: true, message: "The registry has neither RDAP nor WHOIS." }
  if (referral.status === "unknown") return { ...nothing, message: referral.message }
  const tried = await queryWhoisServer(ports, referral.server, domain, signal)
  const statement = statementBy("whois", referral.server.host, tried)
  return {
    statement,
    unsupported: false,
    message: statement === null ? NO_ANSWER : null,
    retryAt: tried.retryAt,
    attempts: [attemptOf("whois", referral.server.host, tried)]
  }
}

/**
 * Queries the servers of the top-level domain. Tries RDAP servers in the order of the list, starting at index `first`,
 * or WHOIS if there is no RDAP.
 */
export const queryRegistry = async (
  ports: ExpiryPorts,
  domain: string,
  first: number,
  signal: AbortSignal
): Promise<RegistryQueryResult> => {
  const servers = await ports.bootstrap.serversOf(domain)
  signal.throwIfAborted()
  if (servers.status === "listed") {
    const from = first % servers.urls.length
    return viaRdap(ports, [...servers.urls.slice(from), ...servers.urls.slice(0, from)], domain, signal)
  }
  const result = await viaWhois(ports, domain, signal)
  return servers.status === "unknown" && result.unsupported
    ? { ...result, unsupported: false, message: "The list of RDAP servers could not be fetched." }
    : result
}
