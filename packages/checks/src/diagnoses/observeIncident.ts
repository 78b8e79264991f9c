import { IncidentDiagnoses, type IncidentToObserve, type Secrets, type StoreError } from "@mon/core-store"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
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

const observeName = Effect.fnUntraced(function* (url: string) {
  const { hostname } = new URL(url)
  const observer = yield* DnsObserver
  return observedDns(yield* observer.observe({ hostname, domain: domainOf(hostname), types: observedTypes }))
})

const observeOtherPorts = Effect.fnUntraced(function* ({ address, outcome, url }: IncidentToObserve) {
  const silent = silentServer(outcome, address, url)
  return silent === null ? [] : yield* (yield* PortObserver).observe(silent.address, silent.port)
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
  const isRepeatable = /^https?:/u.test(url) && stopped === null && SAFE.has(options.request?.method ?? "GET")
  if (address?.includes(":") !== true || !isRepeatable) return []
  return addressesOf(yield* performStoredCheck({ ...options, accountKey, url, timeoutMs }, { family: 4 }))
})

/**
 * Collects more facts about an incident and stores them with the incident. Queries the servers of the domain for the
 * records of the host. If the server did not respond, connects to its other ports. If the check failed over IPv6,
 * repeats it over IPv4.
 */
export const observeIncident = Effect.fn("observeIncident")(function* (
  incident: IncidentToObserve
): Effect.fn.Return<void, StoreError, DnsObserver | PortObserver | IncidentDiagnoses | Secrets | UptimeProbe> {
  const [dns, otherPorts, addresses] = yield* Effect.all(
    [
      UNANSWERED.test(incident.outcome) ? observeName(incident.url) : Effect.succeed(null),
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
