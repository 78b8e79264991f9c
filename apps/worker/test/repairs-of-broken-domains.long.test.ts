import { layerEmailHealthEngine, RecordObserver } from "@mon/checks"
import { Repairs } from "@mon/core-store"
import { layerUdp } from "@mon/dns/effect"
import type { Repair } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import { startDnsServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerEmailHealthWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import {
  type BrokenDomain,
  everyFault,
  everyFinding,
  generatedDomains,
  type NameServers,
  problemsOf,
  serveDomain
} from "./BrokenDomains.ts"
import { listenToEmailHealth, makeDue } from "./EmailHealthEvents.ts"
import { fastTimings, layerWorld, settings, TestWorld, watch } from "./TestWorld.ts"

/** A site to which nothing sends requests. */
const nowhere = { host: "127.0.0.9", port: 9 }
const LOOPBACK = ["127.0.0.0/8"]
/** The maximum number of rounds. Repairs may uncover problems that were hidden before. */
const MOST_ROUNDS = 4
const LIMIT_MS = 300_000
const LONG_LIMIT_MS = 3_600_000

const serverAt = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startDnsServer({ host, port })),
    (server) => Effect.promise(server.close)
  )

/** Starts a worker with the real engine, which queries name servers on loopback. */
const startServers = Effect.gen(function* () {
  const world = yield* TestWorld
  const { dns } = world
  const servers: NameServers = {
    resolver: dns,
    registry: yield* serverAt("127.0.71.1", dns.port),
    first: yield* serverAt("127.0.71.2", dns.port),
    second: yield* serverAt("127.0.71.3", dns.port)
  }
  for (const zone of ["com", "net", "org"]) dns.zone.set(zone, { NS: ["a.nic.example.net"] })
  dns.zone.set("a.nic.example.net", { A: [servers.registry.host] })
  dns.zone.set("ns1.example.net", { A: [servers.first.host] })
  dns.zone.set("ns2.example.net", { A: [servers.second.host] })
  yield* Layer.build(
    Layer.provide(Layer.fresh(layerEmailHealthWorkerNoDeps), [
      Layer.provide(
        Layer.merge(
          layerEmailHealthEngine({ contactMailHosts: false, extraCa: [], listKeys: {} }),
          RecordObserver.layer({ port: dns.port, resolvers: [dns.address, servers.second.address] })
        ),
        [layerUdp({ servers: [dns.address] }), NetworkPolicy.layer({ allow: LOOPBACK })]
      ),
      WorkerConfig.layer(settings(world)),
      Layer.succeed(WorkerTimings, fastTimings),
      Layer.succeed(References.MinimumLogLevel, "Error")
    ])
  )
  return servers
})

const stepsOf = ({ steps }: Repair) => steps.map(({ step }) => step)

const startDomain = Effect.fn("startDomain")(function* (
  servers: NameServers,
  checked: (key: string) => Effect.Effect<void>,
  broken: BrokenDomain["broken"]
) {
  const served = serveDomain(servers, broken)
  yield* Effect.addFinalizer(() => Effect.sync(served.end))
  const { id, key, viewer } = yield* watch(nowhere, { hostname: broken.domain, emailHealth: true })
  yield* checked(key)
  const repairs = yield* Repairs
  const list = Effect.flatMap(repairs.list(viewer, id, { limit: 200 }), (found) =>
    found?._tag === "Repairs" ? Effect.succeed(found.repairs) : Effect.die(new Error("no repairs"))
  )
  const check = Effect.andThen(Effect.andThen(makeDue(key), checked(key)), list)
  return { ...served, list, check }
})

const toPublish = (repairs: ReadonlyArray<Repair>) =>
  repairs.filter(({ records, state }) => state === "open" && records.length > 0)

const codesOf = (repairs: ReadonlyArray<Repair>): ReadonlySet<string> => new Set(repairs.map(({ code }) => code))

/** Publishes the records of a domain's repairs until no repair has records. Returns the codes of the repairs. */
const publishAll = Effect.fn("publishAll")(function* (
  { check, list, publish, transfer }: Effect.Success<ReturnType<typeof startDomain>>,
  { second }: NameServers,
  faults: string
) {
  const handedOut = new Set<string>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const published = toPublish(yield* list)
    if (published.length === 0) break
    const codes = codesOf(published)
    for (const code of codes) handedOut.add(code)
    publish(published)
    for (const { answers, code, state } of (yield* check).filter((repair) => codes.has(repair.code))) {
      const behind = answers?.servers.filter((one) => one.state === "old" || one.state === "missing")
      assert.strictEqual(state, "applied", `${faults}: ${code}`)
      assert.strictEqual(answers?.state, "pending", `${faults}: ${code}`)
      assert.deepStrictEqual(
        [...new Set(behind?.map(({ server }) => server))],
        [`ns2.example.net ${second.host}`, "resolver 2"],
        `${faults}: ${code}`
      )
    }
    transfer()
    for (const { answers, code, state, steps, worth } of (yield* check).filter((repair) => codes.has(repair.code))) {
      assert.strictEqual(state, "closed", `${faults}: ${code}`)
      assert.strictEqual(answers?.state, "verified", `${faults}: ${code}`)
      assert.deepStrictEqual(
        steps.slice(-3).map(({ step }) => step),
        ["applied", "verified", "closed"],
        `${faults}: ${code}`
      )
      assert.isAtLeast(worth?.after ?? 0, worth?.before ?? 100, `${faults}: ${code}`)
    }
  }
  const unfinished = (yield* list).filter(({ code, state }) => handedOut.has(code) && state !== "closed")
  assert.deepStrictEqual([...codesOf(unfinished), ...codesOf(toPublish(yield* list))], [], faults)
  return handedOut
})

/**
 * Repairs a domain by its records, breaks it again, and repairs it again. At the end, repairs the problems that only a
 * person can repair.
 */
const runRobot = Effect.fn("runRobot")(function* (
  servers: NameServers,
  checked: (key: string) => Effect.Effect<void>,
  { broken, faults, working }: BrokenDomain
) {
  const domain = yield* startDomain(servers, checked, broken)
  const handedOut = yield* publishAll(domain, servers, faults)
  const found = codesOf(yield* domain.list)
  if (handedOut.size > 0) {
    domain.serve(broken)
    const undone = (yield* domain.check).filter(({ code, reopened }) => handedOut.has(code) && reopened === 1)
    assert.isNotEmpty(undone, faults)
    for (const { state, steps } of undone) {
      assert.strictEqual(state, "open", faults)
      assert.strictEqual(steps.at(-1)?.step, "reopened", faults)
    }
    assert.deepStrictEqual(yield* publishAll(domain, servers, faults), handedOut, faults)
  }
  domain.serve(working)
  const left = (yield* domain.check).filter(({ state }) => state !== "closed")
  const own = yield* Effect.promise(() => problemsOf(working))
  assert.deepStrictEqual(
    left.filter(({ code }) => !own.includes(code)).map(({ code, state }) => `${faults}: ${code} is ${state}`),
    []
  )
  return { found, handedOut, left }
}, Effect.scoped)

/**
 * The domains to test. `faults` selects a domain for each fault. A number selects these domains and this many domains
 * that the robot breaks. By default, the domains cover every finding.
 */
const { MON_BROKEN_DOMAINS: wanted } = process.env

const wantedDomains = async () => {
  if (wanted === undefined) return everyFinding()
  return wanted === "faults" ? everyFault() : [...everyFault(), ...generatedDomains(Number(wanted))]
}

type Outcome = Effect.Success<ReturnType<typeof runRobot>>

/** Returns a summary: the number of domains and problems, and the problems that no record fixed. */
const summaryOf = (outcomes: ReadonlyArray<Outcome>): string => {
  const total = (count: (one: Outcome) => number) => outcomes.reduce((sum, one) => sum + count(one), 0)
  const byHand = new Set(outcomes.flatMap(({ found, handedOut }) => [...found].filter((code) => !handedOut.has(code))))
  return [
    `${outcomes.length} domains, ${total(({ handedOut }) => (handedOut.size > 0 ? 1 : 0))} with records to publish`,
    `${total(({ found }) => found.size)} problems, ${total(({ handedOut }) => handedOut.size)} closed by their records`,
    `${total(({ left }) => left.length)} left, which the domain had before it was broken`,
    `by a person at least once: ${[...byHand].toSorted().join(" ")}`
  ].join("\n")
}

layer(layerWorld, { excludeTestServices: true })("a robot that publishes the records of every repair", (it) => {
  it.effect(
    "has each of them seen, verified and closed on two name servers, and opened again if it comes undone",
    () =>
      Effect.gen(function* () {
        const servers = yield* startServers
        const checked = yield* listenToEmailHealth
        const domains = yield* Effect.promise(wantedDomains)
        const outcomes = yield* Effect.forEach(domains, (domain) => runRobot(servers, checked, domain))
        const handedOut = new Set(outcomes.flatMap((one) => [...one.handedOut]))
        for (const kind of ["mx", "spf", "dkim", "dmarc", "mta_sts", "tls_rpt"])
          assert.isTrue(
            [...handedOut].some((code) => code.startsWith(kind)),
            kind
          )
        if (wanted !== undefined) console.log(summaryOf(outcomes))
      }),
    wanted === undefined ? LIMIT_MS : LONG_LIMIT_MS
  )

  it.effect(
    "opens a repair again that comes undone before every server has it",
    () =>
      Effect.gen(function* () {
        const servers = yield* startServers
        const broken = everyFault().find(({ faults }) => faults === "no policy record")?.broken
        if (broken === undefined) return yield* Effect.die(new Error("no such fault"))
        const domain = yield* startDomain(servers, yield* listenToEmailHealth, broken)
        domain.publish(toPublish(yield* domain.list))
        const applied = (yield* domain.check).find(({ code }) => code === "dmarc_missing")
        assert.strictEqual(applied?.state, "applied")
        domain.serve(broken)
        const undone = (yield* domain.check).find(({ code }) => code === "dmarc_missing")
        assert.strictEqual(undone?.id, applied?.id)
        assert.deepInclude(undone, { state: "open", reopened: 1 })
        assert.deepStrictEqual(undone === undefined ? [] : stepsOf(undone), ["opened", "applied", "reopened"])
      }),
    LIMIT_MS
  )
})
