import { IncidentDiagnoses, type IncidentToObserve, type Secrets, type StoreError } from "@mon/core-store"
import { ServiceProbe, type UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import { isIP } from "node:net"
import { DnsObserver } from "../dnsWatch/DnsObserver.ts"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { performStoredCheck } from "../requests/sealedRequest.ts"
import { addressesOf } from "./incidentEvidence.ts"
import { observedDns, observedTypes } from "./observedDns.ts"
import { silentServer } from "./observePorts.ts"
import { PortObserver } from "./PortObserver.ts"

/**
 * The outcomes without a response. After all other outcomes, DNS is not the cause, because the server has responded.
 */
const UNANSWERED = /^(?:dns_|connect_|no_route|tls_timeout)/u

const isSite = (url: string): boolean => /^https?:/u.test(url)

const observeName = Effect.fnUntraced(function* (url: string) {
  const { hostname } = new URL(url)
  if (isIP(hostname.replaceAll(/[[\]]/gu, "")) !== 0) return null
  const observer = yield* DnsObserver
  return observedDns(yield* observer.observe({ hostname, domain: domainOf(hostname), types: observedTypes }))
})

const PING_MS = 5_000
const PING_TYPE = "icmp"

/** The outcomes of a ping that say something about the host, and what they count as. */
const PINGS: ReadonlyMap<string, string> = new Map([
  ["ok", "ok"],
  ["header_timeout", "connect_timeout"],
  ["no_route", "no_route"]
])

/** Pings the host of a service. Returns nothing if this machine cannot ping. */
const ping = Effect.fnUntraced(function* (address: string) {
  const { outcome } = yield* (yield* ServiceProbe).check({ type: PING_TYPE, target: address, timeoutMs: PING_MS })
  const counted = PINGS.get(outcome)
  return counted === undefined ? [] : [{ port: PING_TYPE, outcome: counted } as const]
})

const observeOtherPorts = Effect.fnUntraced(function* ({ address, failedUrl, outcome, url }: IncidentToObserve) {
  const silent = silentServer(outcome, address, failedUrl)
  if (silent === null) return []
  const isPinged = !isSite(url) && !url.startsWith(`${PING_TYPE}:`)
  const found = yield* Effect.all(
    [(yield* PortObserver).observe(silent.address, silent.port), isPinged ? ping(silent.address) : Effect.succeed([])],
    { concurrency: 2 }
  )
  return found.flat()
})

/** The methods that may be repeated because they change nothing (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"])

/**
 * Repeats a check over IPv4 if the failed check used IPv6. Like a browser, a check that has connected over IPv6 does
 * not try IPv4.
 */
const checkOverIpv4 = Effect.fnUntraced(function* ({
  accountKey,
  address,
  options: { stopped, ...options },
  timeoutMs,
  url
}: IncidentToObserve) {
  const isRepeatable = isSite(url) && stopped === null && SAFE.has(options.request?.method ?? "GET")
  if (address?.includes(":") !== true || !isRepeatable) return []
  return addressesOf(yield* performStoredCheck({ ...options, accountKey, url, timeoutMs }, { family: 4 }))
})

/**
 * Collects more facts about an incident and stores them with the incident. Queries the servers of the domain for the
 * records of the host. If the server did not respond, connects to its other ports, and pings it if it is the host of a
 * service. If the check of a site failed over IPv6, repeats it over IPv4.
 */
export const observeIncident = Effect.fn("observeIncident")(function* (
  incident: IncidentToObserve
): Effect.fn.Return<
  void,
  StoreError,
  DnsObserver | PortObserver | IncidentDiagnoses | Secrets | ServiceProbe | UptimeProbe
> {
  const [dns, otherPorts, addresses] = yield* Effect.all(
    [
      UNANSWERED.test(incident.outcome) ? observeName(incident.failedUrl) : Effect.succeed(null),
      observeOtherPorts(incident),
      checkOverIpv4(incident)
    ],
    { concurrency: 3 }
  )
  yield* (yield* IncidentDiagnoses).add(incident.incidentKey, {
    ...(dns === null ? {} : { dns }),
    ...(otherPorts.length === 0 ? {} : { otherPorts }),
    ...(addresses.length === 0 ? {} : { addresses })
  })
})

/** The most incidents that are observed at the same time. */
const AT_ONCE = 8

export const observeIncidents = Effect.fn("observeIncidents")(function* () {
  const incidents = yield* (yield* IncidentDiagnoses).claim(AT_ONCE)
  yield* Effect.forEach(incidents, observeIncident, { concurrency: AT_ONCE, discard: true })
  return incidents.length
})
