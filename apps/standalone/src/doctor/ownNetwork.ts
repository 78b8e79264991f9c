import { domainOf, OwnNetworkGuard } from "@mon/checks"
import { DnsResolver, layerNode, lookUpAddresses } from "@mon/dns/effect"
import { type ReferenceTarget, requestReferenceTargets, type WorkerSettings } from "@mon/worker"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Finding, ok, warn } from "./Finding.ts"

/**
 * The largest number of hosts that are read from the database, and the largest number of hosts that are then resolved.
 */
const HOSTS = 5_000
const RESOLVED = 20

/** The data about monitored sites that shows whether a worker can test its own network. */
export interface MonitoredSites {
  readonly hostnames: ReadonlyArray<string>
  /** The addresses of each host that was resolved. */
  readonly addresses: ReadonlyArray<ReadonlyArray<string>>
  readonly references: number
}

const SUBJECT = "own network"
const ADVICE =
  "set MON_REFERENCE_TARGETS to sites elsewhere, so that a worker can distinguish their outages from one in its own network"

/**
 * Returns the finding about whether a worker can distinguish an outage of the sites from an outage of its own network.
 */
export const judgeMonitoredSites = ({ addresses, hostnames, references }: MonitoredSites): Finding => {
  if (references > 0) return ok(SUBJECT, `${references} reference targets`)
  if (hostnames.length === 0) return ok(SUBJECT, "no domain is monitored yet")
  const domains = new Set(hostnames.map(domainOf)).size
  if (domains < OwnNetworkGuard.guardPolicy.silentDomains) {
    return warn(SUBJECT, `the monitors cover only ${domains} registrable domains: ${ADVICE}`)
  }
  const places = new Set(addresses.map((all) => all.toSorted().join(" ")))
  const [place] = places
  return places.size === 1 && addresses.length > 1
    ? warn(SUBJECT, `all monitored sites have the address ${place}: ${ADVICE}`)
    : ok(SUBJECT, `the monitors cover ${domains} registrable domains`)
}

const readHostnames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ hostname: string }>`
    select distinct hostname from monitor where kind = 1 and deleted_at is null and paused_at is null limit ${HOSTS}`
  return rows.map(({ hostname }) => hostname)
})

/** Reads the monitored domains and resolves some of them. Returns no finding if the schema does not exist. */
export const examineOwnNetwork = (
  references: number,
  dnsServers: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const hostnames = yield* readHostnames
    const resolver = yield* DnsResolver
    const answers = yield* Effect.forEach(
      references > 0 ? [] : hostnames.slice(0, RESOLVED),
      (hostname) => lookUpAddresses(resolver, hostname),
      { concurrency: "unbounded" }
    )
    const addresses = answers.flatMap((answer) => (answer.status === "ok" ? [answer.addresses] : []))
    return [judgeMonitoredSites({ hostnames, addresses, references })]
  }).pipe(
    Effect.provide(layerNode({ servers: dnsServers })),
    Effect.catchTag("SqlError", () => Effect.succeed([]))
  )

const TARGETS = "reference targets"

const judgeReferenceTargets = (targets: ReadonlyArray<ReferenceTarget>): ReadonlyArray<Finding> => {
  if (targets.length === 0) return []
  const silent = targets.flatMap(({ silence, url }) =>
    silence === null ? [] : [`${url} does not respond: ${silence}`]
  )
  return silent.length === 0
    ? [ok(TARGETS, `all ${targets.length} of MON_REFERENCE_TARGETS respond`)]
    : [warn(TARGETS, `${silent.join(" ")} Correct MON_REFERENCE_TARGETS, or choose other sites`)]
}

export const examineReferenceTargets = (settings: WorkerSettings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(requestReferenceTargets(settings), judgeReferenceTargets)
