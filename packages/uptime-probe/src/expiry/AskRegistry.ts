import type { RegistrySource, ServerAttempt } from "./DomainLook.ts"
import type { RdapBootstrap } from "./RdapBootstrap.ts"
import { parseRdap } from "./RdapAnswer.ts"
import type { RegistryAnswer } from "./RegistryAnswer.ts"
import { retryAfterMs, UNTOLD_WAIT_MS } from "./RetryAfter.ts"
import type { SecureGet } from "./SecureGet.ts"
import type { ExpiryClock, ServerPace } from "./ServerPace.ts"
import { parseWhois } from "./WhoisAnswer.ts"
import { type AskWhois, paceKey, type WhoisServer } from "./WhoisExchange.ts"
import type { WhoisReferral } from "./WhoisReferral.ts"

/** Everything that a look-up needs from outside. */
export interface ExpiryPorts {
  readonly get: SecureGet
  readonly bootstrap: RdapBootstrap
  readonly referral: WhoisReferral
  readonly askWhois: AskWhois
  readonly pace: ServerPace
  readonly clock: ExpiryClock
}

/** What a registry said, by which server. */
export interface Told {
  readonly answer: Extract<RegistryAnswer, { kind: "registered" | "not_registered" }>
  readonly source: RegistrySource
  readonly server: string
}

/** All questions about one domain, and what the first server with an answer said. */
export interface Asked {
  readonly told: Told | null
  /** The top-level domain has neither RDAP nor WHOIS. */
  readonly unsupported: boolean
  /** Why nothing was told; null when something was. */
  readonly message: string | null
  readonly retryAt: number | null
  readonly attempts: ReadonlyArray<ServerAttempt>
}

interface Tried {
  readonly answer: RegistryAnswer | { readonly kind: "failed"; readonly message: string }
  readonly retryAt: number | null
}

const RDAP_JSON = "application/rdap+json"

/** RFC 7480 section 5.5 uses 429; 503 carries Retry-After by RFC 9110 section 15.6.4. */
const LIMITED: ReadonlySet<number> = new Set([429, 503])

/** Questions that servers want in a form of their own. */
const WHOIS_QUESTIONS: Readonly<Record<string, (domain: string) => string>> = {
  "whois.denic.de": (domain) => `-T dn,ace ${domain}`,
  "whois.jprs.jp": (domain) => `${domain}/e`,
  "whois.verisign-grs.com": (domain) => `domain ${domain}`
}

/** Asks at a server's pace; one that said that it is too much is left alone until it may be asked again. */
const paced = async (
  ports: ExpiryPorts,
  server: string,
  signal: AbortSignal,
  ask: () => Promise<RegistryAnswer | { readonly kind: "failed"; readonly message: string }>
): Promise<Tried> => {
  const turn = await ports.pace.enter(server, signal)
  if (!turn.ok) return { answer: { kind: "limited" }, retryAt: turn.until }
  const answer = await ask()
  if (answer.kind !== "limited") return { answer, retryAt: null }
  const waitMs = answer.waitMs ?? UNTOLD_WAIT_MS
  ports.pace.rest(server, waitMs)
  return { answer, retryAt: ports.clock.now() + waitMs }
}

const askRdap = (ports: ExpiryPorts, base: string, domain: string, signal: AbortSignal): Promise<Tried> =>
  paced(ports, new URL(base).host, signal, async () => {
    const fetched = await ports.get(`${base}domain/${domain}`, RDAP_JSON, signal)
    if (!fetched.ok) return { kind: "failed", message: fetched.message }
    if (LIMITED.has(fetched.statusCode))
      return { kind: "limited", waitMs: retryAfterMs(fetched.retryAfter, ports.clock.now()) }
    if (fetched.statusCode === 404) return { kind: "not_registered" }
    return fetched.statusCode === 200
      ? parseRdap(fetched.body, domain)
      : { kind: "failed", message: `It answered with status ${fetched.statusCode}.` }
  })

const askServer = (ports: ExpiryPorts, server: WhoisServer, domain: string, signal: AbortSignal): Promise<Tried> =>
  paced(ports, paceKey(server), signal, async () => {
    const reply = await ports.askWhois(server, WHOIS_QUESTIONS[server.host]?.(domain) ?? domain, signal)
    return reply.ok ? parseWhois(reply.text, domain) : { kind: "failed", message: reply.message }
  })

const WORDS: Readonly<Record<string, string>> = { limited: "It wants to be left alone for now." }

const attemptOf = (source: RegistrySource, server: string, { answer }: Tried): ServerAttempt => ({
  source,
  server,
  result: answer.kind,
  message: "message" in answer ? answer.message : (WORDS[answer.kind] ?? null)
})

const toldBy = (source: RegistrySource, server: string, { answer }: Tried): Told | null =>
  answer.kind === "registered" || answer.kind === "not_registered" ? { answer, source, server } : null

const soonest = (tried: ReadonlyArray<Tried>): number | null => {
  const times = tried.map(({ retryAt }) => retryAt).filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

const NOBODY = "No server of the registry gave an answer."

const viaRdap = async (
  ports: ExpiryPorts,
  bases: ReadonlyArray<string>,
  domain: string,
  signal: AbortSignal
): Promise<Asked> => {
  const tried: Array<Tried> = []
  const attempts: Array<ServerAttempt> = []
  for (const base of bases) {
    const { hostname } = new URL(base)
    const one = await askRdap(ports, base, domain, signal)
    tried.push(one)
    attempts.push(attemptOf("rdap", hostname, one))
    const told = toldBy("rdap", hostname, one)
    if (told !== null) return { told, unsupported: false, message: null, retryAt: null, attempts }
  }
  return { told: null, unsupported: false, message: NOBODY, retryAt: soonest(tried), attempts }
}

const viaWhois = async (ports: ExpiryPorts, domain: string, signal: AbortSignal): Promise<Asked> => {
  const nothing = { told: null, unsupported: false, retryAt: null, attempts: [] }
  const referral = await ports.referral(domain.slice(domain.lastIndexOf(".") + 1), signal)
  if (referral.status === "none")
    return { ...nothing, unsupported: true, message: "The registry has neither RDAP nor WHOIS." }
  if (referral.status === "unknown") return { ...nothing, message: referral.message }
  const tried = await askServer(ports, referral.server, domain, signal)
  const told = toldBy("whois", referral.server.host, tried)
  return {
    told,
    unsupported: false,
    message: told === null ? NOBODY : null,
    retryAt: tried.retryAt,
    attempts: [attemptOf("whois", referral.server.host, tried)]
  }
}

/** Asks the servers of the top-level domain, RDAP ones in the order of the list but `first` of them later, WHOIS where there is no RDAP. */
export const askRegistry = async (
  ports: ExpiryPorts,
  domain: string,
  first: number,
  signal: AbortSignal
): Promise<Asked> => {
  const servers = await ports.bootstrap.serversOf(domain)
  signal.throwIfAborted()
  if (servers.status === "listed") {
    const from = first % servers.urls.length
    return viaRdap(ports, [...servers.urls.slice(from), ...servers.urls.slice(0, from)], domain, signal)
  }
  const asked = await viaWhois(ports, domain, signal)
  return servers.status === "unknown" && asked.unsupported
    ? { ...asked, unsupported: false, message: "The list of RDAP servers could not be fetched." }
    : asked
}
