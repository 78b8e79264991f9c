import { Locations } from "@mon/core-store"
import { diagnose, type DiagnosisFacts, readDiagnosisFacts } from "@mon/diagnosis"
import type { FaultVariation } from "@mon/diagnosis/faults"
import {
  type Authority,
  type Behaviour,
  certificateCases,
  type DnsServer,
  makeAuthority,
  startDnsServer,
  startUnresponsivePort
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { runWorker } from "../runWorker.ts"
import { of, openSite, TestWorld, watch, type Watched } from "../TestWorld.ts"
import { type Finding, SHOP, storedFacts } from "./Laboratory.ts"

/**
 * A working site, and the name servers of the locations. Each location has its own name server, which can return
 * another address.
 */
interface Places {
  readonly authority: Authority
  readonly failing: ReadonlyArray<DnsServer>
  readonly working: ReadonlyArray<DnsServer>
}

const NETWORKS = { failing: "Atlantic", working: "Pacific" } as const

export const isOfLocations = ({ class: cause, settings: { filter, open } }: FaultVariation): boolean =>
  cause === "one_location" ||
  cause === "one_provider" ||
  (cause === "connection_filtered" && (filter === "drop_some_sources" || open === "other_location"))

/** The behaviour of a server at another address, to which a location's name server can point. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  reset: { reset: "connect" },
  status_403: { status: 403 },
  tls_timeout: { hang: "tls" }
}
const NAME_FAILURES = { dns_timeout: "DROP", dns_servfail: "SERVFAIL" } as const

/** Returns how many locations fail and how many work, or why loopback cannot show the fault. */
const countsOf = ({ class: cause, settings: { failing, filter, others, outcome } }: FaultVariation) => {
  if (outcome === "no_route") return "loopback has a route to every address"
  if (filter === "reject_admin_prohibited") return "loopback sends no ICMP errors"
  if (cause === "one_location") return { failing: 1, working: Number(others), areNetworksNamed: true }
  if (cause === "connection_filtered") return { failing: 2, working: 1, areNetworksNamed: false }
  return { failing: Number(failing), working: Number(failing) === 2 ? 1 : 2, areNetworksNamed: true }
}

/** Returns the outcome at the failing locations. A packet filter looks like silence, before or during the handshake. */
const outcomeOf = ({ settings: { filter, outcome } }: FaultVariation): string =>
  String(outcome ?? (filter === "drop_tls_only" ? "tls_timeout" : "silent"))

const resolver = Effect.acquireRelease(
  Effect.promise(() => startDnsServer()),
  (dns) => Effect.promise(dns.close)
)

/**
 * Opens a worker at each location until the scope closes. Another site proves to the workers that their own network
 * works.
 */
const openPlaces = Effect.fnUntraced(function* (counts: Exclude<ReturnType<typeof countsOf>, string>) {
  const other = yield* openSite()
  const authority = yield* Effect.promise(() => makeAuthority())
  const opened = { failing: [] as Array<DnsServer>, working: [] as Array<DnsServer> }
  for (const kind of ["failing", "working"] as const)
    for (let place = 1; place <= counts[kind]; place++) {
      const dns = yield* resolver
      yield* runWorker({
        location: `${kind}-${place}`,
        locationNetwork: counts.areNetworksNamed ? NETWORKS[kind] : null,
        dnsServers: [dns.address],
        extraCa: [authority.rootPem],
        allowPrivateNetworks: ["127.0.0.0/16"],
        referenceTargets: [other.origin]
      })
      opened[kind].push(dns)
    }
  const locations = yield* Locations
  while ((yield* locations.alive()).length < counts.failing + counts.working) yield* Effect.sleep("10 millis")
  return { authority, ...opened } satisfies Places
})

let made = 0

/** Adds a monitor that is up at all locations. Then the name servers of some locations point elsewhere. */
const openFault = Effect.fnUntraced(function* (places: Places, outcome: string) {
  const { checks } = yield* TestWorld
  made += 1
  const host = `www.place${made}.com`
  const address = `127.0.6.${made}`
  const tls =
    outcome === "tls_timeout" ? yield* Effect.promise(async () => certificateCases.good(places.authority, host)) : null
  const site = yield* openSite({ behaviour: SHOP, ...(tls === null ? {} : { tls }) })
  const all = [...places.failing, ...places.working]
  for (const dns of all) dns.zone.set(host, { A: [site.host] })
  const watched = yield* watch(site, {
    hostname: host,
    scheme: tls === null ? "http" : "https",
    timeoutMs: 400,
    intervalMs: 100
  })
  yield* checks.next(of(watched, "up"))
  const at = { host: address, port: site.port }
  const behaviour = behaviours[outcome]
  if (behaviour !== undefined) yield* openSite({ ...at, behaviour, ...(tls === null ? {} : { tls }) })
  if (outcome === "silent")
    yield* Effect.acquireRelease(
      Effect.promise(() => startUnresponsivePort(at)),
      (port) => Effect.promise(port.close)
    )
  const failure = NAME_FAILURES[outcome as keyof typeof NAME_FAILURES]
  for (const { zone } of places.failing)
    if (failure === undefined) zone.set(host, { A: [address] })
    else zone.fail(host, failure)
  return watched
})

/** Returns the stored facts about a fault: an advisory of its one location, or an incident. */
const knownFacts = Effect.fnUntraced(function* (cause: string, watched: Watched) {
  if (cause !== "one_location") return (yield* storedFacts(watched))[0]?.facts
  const [advisory] = (yield* (yield* Locations).advisories(watched.viewer, watched.id)) ?? []
  return advisory?.diagnosisFacts
})

const seesAll = ({ locations = [] }: DiagnosisFacts, { failing, working }: Places): boolean =>
  locations.filter(({ outcome }) => outcome === "ok").length >= Math.min(working.length, 2) &&
  locations.filter(({ outcome }) => outcome !== "ok").length >= Math.min(failing.length, 2)

const findFault = Effect.fnUntraced(function* (places: Places, fault: FaultVariation, withinMs: number) {
  const { checks } = yield* TestWorld
  const watched = yield* openFault(places, outcomeOf(fault))
  const found = Effect.gen(function* () {
    while (true) {
      yield* checks.next(of(watched))
      const facts = readDiagnosisFacts(yield* knownFacts(fault.class, watched))
      if (facts !== null && seesAll(facts, places)) return { diagnosis: diagnose(facts), facts } satisfies Finding
    }
  })
  return Option.getOrNull(yield* Effect.timeoutOption(found, withinMs))
}, Effect.scoped)

interface LocationFinding {
  readonly fault: FaultVariation
  /** A text is the reason why the fault is not built. Null means that there is neither an incident nor an advisory. */
  readonly found: Finding | string | null
}

/** Builds faults that fail and work at the same numbers of locations. */
const findGroup = Effect.fnUntraced(function* (group: ReadonlyArray<FaultVariation>, withinMs: number) {
  const [counts = ""] = group.map(countsOf)
  if (typeof counts === "string") return group.map((fault): LocationFinding => ({ fault, found: counts }))
  const places = yield* openPlaces(counts)
  return yield* Effect.forEach(group, (fault) =>
    Effect.map(findFault(places, fault, withinMs), (found): LocationFinding => ({ fault, found }))
  )
}, Effect.scoped)

export const findLocationFaults = Effect.fnUntraced(function* (
  faults: ReadonlyArray<FaultVariation>,
  withinMs: number
) {
  const groups = Object.groupBy(faults, (fault) => JSON.stringify(countsOf(fault)))
  const results = yield* Effect.forEach(Object.values(groups), (group = []) => findGroup(group, withinMs))
  return results.flat()
})
