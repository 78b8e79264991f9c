import {
  argumentError,
  aFunction,
  listOf,
  mapOf,
  milliseconds,
  optional,
  optionsOf,
  shape,
  anAbortSignal,
  argumentsOf,
  aString,
  either,
  type FieldsOf,
  type Kind,
  nullable
} from "@mon/bundled/arguments"
import { dnsClient, policy, settingFields, webUrl } from "../argumentKinds.ts"
import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { toPorts } from "../probe/ProbePorts.ts"
import type { ProbeOptions, ProbeSettings } from "../probe/ProbeOptions.ts"
import type { ExpiryPorts } from "./queryRegistry.ts"
import type { DomainRequest, Registration, RegistrationResult } from "./RegistrationResult.ts"
import { lookupRegistration } from "./lookupRegistration.ts"
import { type BootstrapCache, IANA_BOOTSTRAP_URL, makeRdapBootstrap, withNamedServers } from "./RdapBootstrap.ts"
import { makeSecureGet } from "./SecureGet.ts"
import { type ExpiryClock, makeServerRateLimit, systemClock } from "./ServerRateLimit.ts"
import { makeQueryWhois, WHOIS_PORT, type WhoisServer } from "./WhoisExchange.ts"
import { IANA_WHOIS, makeWhoisReferral } from "./WhoisReferral.ts"

const domainRequest = (): Kind =>
  either(
    [
      aString,
      optionsOf<DomainRequest>({
        hostname: aString,
        previous: optional(
          nullable(
            shape<Registration>("the registration from an earlier lookup", {
              expiresAt: nullable(aString),
              statuses: listOf(aString),
              conditions: listOf(aString)
            })
          )
        )
      })
    ],
    "a host name, or an object with a hostname"
  )

const acceptParseWhoisServer = /* @__PURE__ */ argumentsOf("parseWhoisServer", () => ({ text: aString }))

/** The settings of registration lookups. All are optional. */
export interface DomainExpirySettings extends ProbeSettings {
  /** The URL of the list of RDAP servers (RFC 9224). Default: IANA's list. */
  readonly bootstrapUrl?: string
  /**
   * The URLs of RDAP servers by domain suffix, such as `{ com: "https://rdap.example/v1/" }`. The longest matching
   * suffix is used, and the list of RDAP servers is not fetched for these domains. Default: none.
   */
  readonly rdapServers?: Readonly<Record<string, string>>
  /** A store that keeps the last good copy of the list beyond the end of the process. */
  readonly bootstrapCache?: BootstrapCache
  /**
   * The server that lists the WHOIS servers of all top-level domains, as "host" or "host:port". The listed servers are
   * queried on the same port. Default: IANA's server.
   */
  readonly whoisServer?: string
  /** The time limit for one query to one server, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The shortest time between two queries to one server, in milliseconds. Default: 1,000. */
  readonly minIntervalMs?: number
  readonly clock?: ExpiryClock
}

/** The options of a client. */
export interface DomainExpiryOptions
  extends DomainExpirySettings, Pick<ProbeOptions, "policy" | "dnsServers" | "dns"> {}

/** Looks up the registration of domains. */
export interface DomainExpiryClient {
  /**
   * Looks up a host name or a request. All failures of a server or of name resolution are part of the result. Rejects
   * with the signal's reason if the signal is aborted, and with a TypeError if the request is invalid.
   */
  readonly lookup: (request: DomainRequest | string, signal?: AbortSignal) => Promise<RegistrationResult>
}

const TIMEOUT_MS = 10_000
const MIN_INTERVAL_MS = 1_000

/** The settings that {@link toExpiryPorts} reads. The layers of `./effect` accept other settings as well. */
const expiryFields = (): FieldsOf<DomainExpirySettings> => ({
  ...settingFields(),
  bootstrapUrl: optional(webUrl),
  rdapServers: optional(mapOf(webUrl, "an object of RDAP servers by domain suffix")),
  bootstrapCache: optional(shape<BootstrapCache>("an object with load and save", { load: aFunction, save: aFunction })),
  whoisServer: optional(aString),
  timeoutMs: optional(milliseconds()),
  minIntervalMs: optional(milliseconds(0)),
  clock: optional(shape<ExpiryClock>("a clock", { now: aFunction, after: aFunction }))
})

const acceptSettings = /* @__PURE__ */ argumentsOf("makeDomainExpiry", () => ({
  options: shape<DomainExpirySettings>("an object with options", expiryFields())
}))
const acceptOptions = /* @__PURE__ */ argumentsOf("makeDomainExpiry", () => ({
  options: optional(
    optionsOf<DomainExpiryOptions>({
      ...expiryFields(),
      policy: optional(policy()),
      dnsServers: optional(listOf(aString, "an array of DNS servers")),
      dns: optional(dnsClient("resolveAddresses", "probe"))
    })
  )
}))
const acceptLookup = /* @__PURE__ */ argumentsOf("lookup", () => ({
  request: domainRequest(),
  signal: optional(anAbortSignal)
}))

/** Parses "host" or "host:port". Throws a TypeError for any other text. */
export const parseWhoisServer = (text: string): WhoisServer => {
  acceptParseWhoisServer(text)
  const url = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/.test(text)
    ? URL.parse(`whois://${text}`)
    : null
  const port = url?.port === "" ? WHOIS_PORT : Number(url?.port)
  if (url === null || url.hostname === "" || port === 0)
    throw argumentError(
      `parseWhoisServer: ${JSON.stringify(text.slice(0, 60))} is not a WHOIS server such as "whois.example" or "whois.example:43".`
    )
  return { host: url.hostname, port }
}

interface Outside {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly resolverAnswers: (signal: AbortSignal) => Promise<boolean>
}

/**
 * Returns the parts that all lookups of a client share, such as the rate limit, the list of RDAP servers and the
 * referrals. Throws a TypeError if the settings are invalid.
 */
export const toExpiryPorts = (outside: Outside, settings: DomainExpirySettings): ExpiryPorts => {
  const {
    bootstrapUrl = IANA_BOOTSTRAP_URL,
    bootstrapCache = null,
    rdapServers = {},
    whoisServer,
    timeoutMs = TIMEOUT_MS,
    minIntervalMs = MIN_INTERVAL_MS,
    clock = systemClock
  } = settings
  acceptSettings(settings)
  const get = makeSecureGet(toPorts(outside, settings), timeoutMs)
  const queryWhois = makeQueryWhois(outside.policy, outside.resolve, timeoutMs)
  const fetchDocument = async () => {
    const fetched = await get(bootstrapUrl, "application/json", AbortSignal.timeout(2 * timeoutMs))
    if (!fetched.ok) throw new Error(fetched.message)
    if (fetched.statusCode !== 200)
      throw new Error(`The request for the list of RDAP servers failed with status ${fetched.statusCode}.`)
    return fetched.body
  }
  const rateLimit = makeServerRateLimit(minIntervalMs, clock)
  return {
    get,
    queryWhois,
    clock,
    rateLimit,
    bootstrap: withNamedServers(makeRdapBootstrap(fetchDocument, clock, bootstrapCache), rdapServers),
    referral: makeWhoisReferral(
      whoisServer === undefined ? IANA_WHOIS : parseWhoisServer(whoisServer),
      queryWhois,
      rateLimit,
      clock
    )
  }
}

const NEVER = new AbortController().signal

/**
 * Makes a client for registration lookups. Reuse the client, because its lookups share a rate limit for each server and
 * the list of RDAP servers.
 *
 * @example
 * ```ts
 * const expiry = makeDomainExpiry({ userAgent: "ShopBot/1.0 (+https://shop.example.com/bot)" })
 * const { outcome } = await expiry.lookup("www.example.com")
 * ```
 */
export const makeDomainExpiry = (options: DomainExpiryOptions = {}): DomainExpiryClient => {
  acceptOptions(options)
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  const ports = toExpiryPorts(
    {
      policy: options.policy ?? makeAddressPolicy(),
      resolve: dns.resolveAddresses,
      resolverAnswers: async (signal) => (await dns.probe(signal)).answers
    },
    options
  )
  return {
    lookup: async (request, signal = NEVER) => {
      acceptLookup(request, signal)
      return lookupRegistration(ports, typeof request === "string" ? { hostname: request } : request, signal)
    }
  }
}
