import type { Repair } from "@mon/model"
import type { DnsServer } from "@mon/tooling/testbed"
// @boundaries-ignore the robot is a part of the tests of the engine
import { checkInMemory } from "../../../packages/email-health/test/robot/checks.ts"
// @boundaries-ignore the robot is a part of the tests of the engine
import { breakDomain, FAULTS } from "../../../packages/email-health/test/robot/faults.ts"
// @boundaries-ignore the robot is a part of the tests of the engine
import { workingWorld } from "../../../packages/email-health/test/robot/kinds.ts"
// @boundaries-ignore the robot is a part of the tests of the engine
import { makeRandom } from "../../../packages/email-health/test/robot/Random.ts"
// @boundaries-ignore the robot is a part of the tests of the engine
import { copyOf, publish, type World, zoneOf } from "../../../packages/email-health/test/robot/World.ts"

type Faults = (typeof FAULTS)[keyof typeof FAULTS]

export interface BrokenDomain {
  readonly faults: string
  readonly working: World
  readonly broken: World
}

const textOf = (world: World): string => JSON.stringify(zoneOf(world))

/** The number of seeds to try for each fault. */
const STRIDE = 1_000

/** Returns the first domain with email that the fault changes. Tries seeds from `first`. */
const breakWith = (name: string, faults: Faults, first: number): BrokenDomain => {
  for (let seed = first; seed < first + STRIDE; seed++) {
    const random = makeRandom(seed)
    const { world: working } = workingWorld(random)
    const broken = copyOf(working)
    faults[name]?.(broken, random)
    if (!working.noEmail && textOf(broken) !== textOf(working)) return { faults: name, working, broken }
  }
  throw new Error(`no domain has the fault ${name}`)
}

/** Returns a domain for each fault that the robot of @mon/email-health can build. */
export const everyFault = (): ReadonlyArray<BrokenDomain> =>
  Object.values(FAULTS)
    .flatMap((faults: Faults) => Object.keys(faults).map((name) => [name, faults] as const))
    .map(([name, faults], index) => breakWith(name, faults, STRIDE * index))

/**
 * Returns the codes of the findings in the DNS of a world, except findings of severity info. Each of these findings has
 * a repair.
 */
export const problemsOf = async (world: World): Promise<ReadonlyArray<string>> => {
  const { findings } = await checkInMemory(world, {})
  return findings.flatMap(({ code, severity }) => (severity === "info" ? [] : [code]))
}

/** Returns some of the domains of {@link everyFault}. Together they have every finding that the faults cause. */
export const everyFinding = async (): Promise<ReadonlyArray<BrokenDomain>> => {
  const met = new Set<string>()
  const chosen: Array<BrokenDomain> = []
  for (const domain of everyFault()) {
    const found = await problemsOf(domain.broken)
    if (found.some((code) => !met.has(code))) chosen.push(domain)
    for (const code of found) met.add(code)
  }
  return chosen
}

/** Returns domains with one to six faults, which the robot chooses. */
export const generatedDomains = (count: number): ReadonlyArray<BrokenDomain> =>
  Array.from({ length: count }, (_, index) => {
    const seed = index + 1
    const { faults, kind, world } = breakDomain(seed)
    return {
      faults: [`${seed}: ${kind}`, ...faults].join(", "),
      working: workingWorld(makeRandom(seed)).world,
      broken: world
    }
  })

export interface NameServers {
  readonly resolver: DnsServer
  readonly registry: DnsServer
  readonly first: DnsServer
  readonly second: DnsServer
}

/** The changes that a person makes to the records of a domain. */
export interface ServedDomain {
  /** Publishes the records of repairs unchanged on the first name server only. The resolver queries this server. */
  readonly publish: (repairs: ReadonlyArray<Repair>) => void
  /** Copies the records of the first name server to the second one. */
  readonly transfer: () => void
  /** Publishes the records of a world on all servers. */
  readonly serve: (world: World) => void
  /** Removes all records from the servers. */
  readonly end: () => void
}

/** The zones of the email addresses that receive reports. */
const REPORTS = ["example.net", "example.org"]

/** Serves a domain on servers that serve no other domain. */
export const serveDomain = ({ first, registry, resolver, second }: NameServers, start: World): ServedDomain => {
  const hosts = { "ns1.example.net": [first.host], "ns2.example.net": [second.host] }
  const zones = [start.domain.split(".").slice(-2).join("."), ...REPORTS]
  for (const zone of zones) registry.zone.delegate(zone, hosts)
  const authority = {
    SOA: [{ mname: "ns1.example.net", rname: "root.example.net", serial: 1, minimum: 60 }],
    NS: Object.keys(hosts)
  }
  const served = new Map<DnsServer, ReadonlyArray<string>>()
  let world = start
  const clear = (server: DnsServer): void => {
    for (const name of served.get(server) ?? []) server.zone.delete(name)
  }
  const show = (server: DnsServer): void => {
    clear(server)
    const names = new Set([...zones, ...world.nodes.keys()])
    for (const name of names) {
      const records = { ...world.nodes.get(name), ...(zones.includes(name) ? authority : {}) }
      const published = Object.entries(records).filter(([, values]) => values.length > 0)
      if (published.length > 0) server.zone.set(name, Object.fromEntries(published))
    }
    served.set(server, [...names])
  }
  const serve = (next: World): void => {
    world = copyOf(next)
    for (const server of [resolver, first, second]) show(server)
  }
  serve(start)
  return {
    serve,
    publish: (repairs) => {
      const records = new Map(
        repairs.flatMap((each) => each.records).map((each) => [`${each.type} ${each.host}`, each])
      )
      for (const record of records.values()) publish(world, record)
      for (const server of [resolver, first]) show(server)
    },
    transfer: () => show(second),
    end: () => {
      for (const server of [resolver, first, second]) clear(server)
    }
  }
}
