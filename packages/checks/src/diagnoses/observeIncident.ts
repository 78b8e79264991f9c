import { IncidentDiagnoses, type IncidentToObserve, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { DnsObserver } from "../dnsWatch/DnsObserver.ts"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { observedDns } from "./observedDns.ts"
import { PortObserver } from "./PortObserver.ts"

/** After these outcomes, other ports show whether the server is off. */
const SILENT: ReadonlySet<string> = new Set(["connect_timeout", "no_route", "tls_timeout"])

const HTTPS_PORT = 443
const HTTP_PORT = 80

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? HTTPS_PORT : HTTP_PORT) : Number(port)

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
  const target = new URL(url)
  const { hostname } = target
  const [observation, otherPorts] = yield* Effect.all(
    [
      (yield* DnsObserver).observe({
        hostname,
        domain: domainOf(hostname),
        types: ["NS", "DS", "A", "AAAA", "CNAME"]
      }),
      address !== null && SILENT.has(outcome)
        ? (yield* PortObserver).observe(address, portOf(target))
        : Effect.succeed([])
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
