import { IncidentDiagnoses, type IncidentToObserve, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { DnsObserver } from "../dnsWatch/DnsObserver.ts"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { observedDns, observedTypes } from "./observedDns.ts"
import { silentServer } from "./observePorts.ts"
import { PortObserver } from "./PortObserver.ts"

/**
 * Asks the servers of the domain of an incident for the records of its host, and a silent server whether other ports
 * answer. Stores the answers with the incident.
 */
export const observeIncident = Effect.fn("observeIncident")(function* ({
  address,
  incidentKey,
  outcome,
  url
}: IncidentToObserve): Effect.fn.Return<void, StoreError, DnsObserver | PortObserver | IncidentDiagnoses> {
  const { hostname } = new URL(url)
  const silent = silentServer(outcome, address, url)
  const [observation, otherPorts] = yield* Effect.all(
    [
      (yield* DnsObserver).observe({
        hostname,
        domain: domainOf(hostname),
        types: observedTypes
      }),
      silent === null ? Effect.succeed([]) : (yield* PortObserver).observe(silent.address, silent.port)
    ],
    { concurrency: 2 }
  )
  yield* (yield* IncidentDiagnoses).add(incidentKey, {
    dns: observedDns(observation),
    ...(otherPorts.length === 0 ? {} : { otherPorts })
  })
})

/** Incidents that are observed at the same time. */
const AT_ONCE = 8

/** Observes incidents that nobody has observed yet. */
export const observeIncidents = Effect.fn("observeIncidents")(function* () {
  const incidents = yield* (yield* IncidentDiagnoses).claim(AT_ONCE)
  yield* Effect.forEach(incidents, observeIncident, { concurrency: AT_ONCE, discard: true })
  return incidents.length
})
