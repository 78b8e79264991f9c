import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { type ProbeOptions, type ProbeSettings, toPorts } from "../Probe.ts"
import type { ExpiryPorts } from "./AskRegistry.ts"
import type { DomainLook, DomainRequest } from "./DomainLook.ts"
import { lookUpDomain } from "./LookUpDomain.ts"
import { type BootstrapCache, IANA_BOOTSTRAP_URL, makeRdapBootstrap } from "./RdapBootstrap.ts"
import { makeSecureGet } from "./SecureGet.ts"
import { type ExpiryClock, makeServerPace, systemClock } from "./ServerPace.ts"
import { makeAskWhois, WHOIS_PORT, type WhoisServer } from "./WhoisExchange.ts"
import { IANA_WHOIS, makeWhoisReferral } from "./WhoisReferral.ts"

/** How domains are looked up; all of it has a default. */
export interface DomainExpirySettings extends ProbeSettings {
  /** The list of RDAP servers (RFC 9224); IANA's unless told. */
  readonly bootstrapUrl?: string
  /** Keeps the last good copy of the list beyond the process. */
  readonly bootstrapCache?: BootstrapCache
  /** "host" or "host:port" of the server that knows those of all top-level domains; IANA's unless told. Those are asked on the same port. */
  readonly whoisServer?: string
  /** Milliseconds for one question to one server; 10,000 unless told. */
  readonly timeoutMs?: number
  /** Milliseconds between two questions to one server; 1,000 unless told. */
  readonly paceMs?: number
  readonly clock?: ExpiryClock
}

/** What a look-up of one's own stands on. */
export interface DomainExpiryOptions
  extends DomainExpirySettings, Pick<ProbeOptions, "policy" | "dnsServers" | "dns"> {}

/** Looks domains up. */
export interface DomainExpiryClient {
  /** Never rejects for what a server or a name does; rejects with the signal's reason when it is aborted. */
  readonly look: (request: DomainRequest, signal?: AbortSignal) => Promise<DomainLook>
}

const TIMEOUT_MS = 10_000
const PACE_MS = 1_000

/** Reads "host" or "host:port"; what is neither throws a TypeError. */
export const parseWhoisServer = (text: string): WhoisServer => {
  const url = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/.test(text)
    ? URL.parse(`whois://${text}`)
    : null
  const port = url?.port === "" ? WHOIS_PORT : Number(url?.port)
  if (url === null || url.hostname === "" || port === 0)
    throw new TypeError(`not a WHOIS server: ${text.slice(0, 200)}`)
  return { host: url.hostname, port }
}

interface Outside {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly resolverAnswers: (signal: AbortSignal) => Promise<boolean>
}

/** The ports of look-ups that share one pace, one list and one memory of referrals; wrong settings throw a TypeError. */
export const toExpiryPorts = (outside: Outside, settings: DomainExpirySettings): ExpiryPorts => {
  const {
    bootstrapUrl = IANA_BOOTSTRAP_URL,
    bootstrapCache = null,
    whoisServer,
    timeoutMs = TIMEOUT_MS,
    paceMs = PACE_MS,
    clock = systemClock
  } = settings
  if (!/^https?:$/.test(URL.parse(bootstrapUrl)?.protocol ?? ""))
    throw new TypeError(`not an http or https URL: ${bootstrapUrl.slice(0, 200)}`)
  if (!(timeoutMs > 0 && paceMs >= 0)) throw new TypeError("timeoutMs and paceMs are milliseconds")
  const get = makeSecureGet(toPorts(outside, settings), timeoutMs)
  const askWhois = makeAskWhois(outside.policy, outside.resolve, timeoutMs)
  const fetchDocument = async () => {
    const fetched = await get(bootstrapUrl, "application/json", AbortSignal.timeout(2 * timeoutMs))
    if (!fetched.ok) throw new Error(fetched.message)
    if (fetched.statusCode !== 200)
      throw new Error(`The list of RDAP servers was answered with status ${fetched.statusCode}.`)
    return fetched.body
  }
  const pace = makeServerPace(paceMs, clock)
  return {
    get,
    askWhois,
    clock,
    pace,
    bootstrap: makeRdapBootstrap(fetchDocument, clock, bootstrapCache),
    referral: makeWhoisReferral(
      whoisServer === undefined ? IANA_WHOIS : parseWhoisServer(whoisServer),
      askWhois,
      pace,
      clock
    )
  }
}

const NEVER = new AbortController().signal

/**
 * Makes look-ups that share one pace per server and one copy of the list of RDAP servers; keep it.
 *
 * @example
 * ```ts
 * const expiry = makeDomainExpiry({ userAgent: "ShopBot/1.0 (+https://shop.example.com/bot)" })
 * const { outcome } = await expiry.look({ hostname: "www.example.com" })
 * ```
 */
export const makeDomainExpiry = (options: DomainExpiryOptions = {}): DomainExpiryClient => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  const ports = toExpiryPorts(
    {
      policy: options.policy ?? makeAddressPolicy(),
      resolve: dns.resolveAddresses,
      resolverAnswers: async (signal) => (await dns.probe(signal)).answers
    },
    options
  )
  return { look: (request, signal = NEVER) => lookUpDomain(ports, request, signal) }
}
