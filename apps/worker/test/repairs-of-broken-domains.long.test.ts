import { layerEmailHealthEngine, RecordObserver } from "@mon/checks"
import { Repairs } from "@mon/core-store"
import { layerUdp } from "@mon/dns/effect"
import type { Repair } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import { startDnsServer } from "@mon/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerEmailHealthWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import { breakDomain, faults, type NameServers } from "./BrokenDomains.ts"
import { listenToEmailHealth, makeDue } from "./EmailHealthEvents.ts"
import { fastTimings, layerWorld, settings, TestWorld, watch } from "./TestWorld.ts"

/** A site that nothing requests. */
const nowhere = { host: "127.0.0.9", port: 9 }
const LOOPBACK = ["127.0.0.0/8"]
/** Repairs may uncover problems that could not be seen before. */
const MOST_ROUNDS = 4
const LIMIT_MS = 300_000

const serverAt = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startDnsServer({ host, port })),
    (server) => Effect.promise(server.close)
  )

/** A worker with the real engine, which asks name servers on loopback. */
const startServers = Effect.gen(function* () {
  const world = yield* TestWorld
  const { dns } = world
  const servers: NameServers = {
    resolver: dns,
    registry: yield* serverAt("127.0.71.1", dns.port),
    first: yield* serverAt("127.0.71.2", dns.port),
    second: yield* serverAt("127.0.71.3", dns.port)
  }
  dns.zone.set("com", { NS: ["a.nic.example.net"] })
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

/** One broken domain that a worker checks. */
const startDomain = Effect.fn("startDomain")(function* (
  servers: NameServers,
  checked: (key: string) => Effect.Effect<void>,
  fault: keyof typeof faults,
  number: number
) {
  const domain = breakDomain(servers, fault, number)
  const { id, key, viewer } = yield* watch(nowhere, { hostname: domain.hostname, emailHealth: true })
  yield* checked(key)
  const repairs = yield* Repairs
  const list = Effect.flatMap(repairs.list(viewer, id, { limit: 200 }), (found) =>
    found?._tag === "Repairs" ? Effect.succeed(found.repairs) : Effect.die(new Error("no repairs"))
  )
  /** The repairs after another check. */
  const check = Effect.andThen(Effect.andThen(makeDue(key), checked(key)), list)
  return { ...domain, list, check }
})

/** The unfinished repairs that records fix. */
const toPublish = (repairs: ReadonlyArray<Repair>) =>
  repairs.filter(({ records, state }) => state === "open" && records.length > 0)

layer(layerWorld, { excludeTestServices: true })("a robot that publishes the records of every repair", (it) => {
  it.effect(
    "has each of them seen, verified and closed on two name servers, and opened again if it comes undone",
    () =>
      Effect.gen(function* () {
        const servers = yield* startServers
        const checked = yield* listenToEmailHealth
        const names = Object.keys(faults) as ReadonlyArray<keyof typeof faults>
        const outcomes = yield* Effect.forEach(
          names,
          Effect.fnUntraced(function* (fault, index) {
            const domain = yield* startDomain(servers, checked, fault, index + 1)
            const handedOut = new Set<string>()
            let repairs = yield* domain.list
            for (let round = 0; round < MOST_ROUNDS && toPublish(repairs).length > 0; round++) {
              const published = toPublish(repairs)
              const codes = new Set(published.map(({ code }) => code))
              for (const code of codes) handedOut.add(code)
              domain.repair(published)
              for (const repair of (yield* domain.check).filter(({ code }) => codes.has(code))) {
                const behind = repair.answers?.servers.filter(({ state }) => state === "old" || state === "missing")
                assert.strictEqual(repair.state, "applied", `${fault}: ${repair.code}`)
                assert.strictEqual(repair.answers?.state, "pending")
                assert.deepStrictEqual(
                  [...new Set(behind?.map(({ server }) => server))],
                  [`ns2.example.net ${servers.second.host}`, "resolver 2"]
                )
              }
              domain.transfer()
              repairs = yield* domain.check
              for (const repair of repairs.filter(({ code }) => codes.has(code))) {
                assert.deepInclude(repair, { state: "closed", reopened: 0 }, `${fault}: ${repair.code}`)
                assert.strictEqual(repair.answers?.state, "verified")
                assert.deepStrictEqual(stepsOf(repair), ["opened", "applied", "verified", "closed"])
                assert.isAtLeast(repair.worth?.after ?? 0, repair.worth?.before ?? 100)
              }
            }
            const closed = repairs.filter(({ code, state }) => handedOut.has(code) && state === "closed")
            assert.strictEqual(closed.length, handedOut.size)

            domain.undo()
            const undone = (yield* domain.check).filter(({ code, reopened }) => handedOut.has(code) && reopened === 1)
            assert.isNotEmpty(undone, fault)
            for (const { state, steps } of undone) {
              assert.strictEqual(state, "open")
              assert.strictEqual(steps.at(-1)?.step, "reopened")
            }
            domain.repair(undone)
            domain.transfer()
            const again = new Set(undone.map(({ code }) => code))
            for (const repair of (yield* domain.check).filter(({ code }) => again.has(code)))
              assert.deepInclude(repair, { state: "closed", reopened: 1 }, `${fault}: ${repair.code}`)
            return { fault, handedOut: handedOut.size }
          }),
          { concurrency: 4 }
        )
        assert.deepStrictEqual(
          outcomes.filter(({ handedOut }) => handedOut === 0),
          []
        )
      }),
    LIMIT_MS
  )

  it.effect(
    "opens a repair again that comes undone before every server has it",
    () =>
      Effect.gen(function* () {
        const servers = yield* startServers
        const domain = yield* startDomain(servers, yield* listenToEmailHealth, "dmarc-missing", 100)
        domain.repair(toPublish(yield* domain.list))
        const applied = (yield* domain.check).find(({ code }) => code === "dmarc_missing")
        assert.strictEqual(applied?.state, "applied")
        domain.undo()
        const undone = (yield* domain.check).find(({ code }) => code === "dmarc_missing")
        assert.strictEqual(undone?.id, applied?.id)
        assert.deepInclude(undone, { state: "open", reopened: 1 })
        assert.deepStrictEqual(undone === undefined ? [] : stepsOf(undone), ["opened", "applied", "reopened"])
      }),
    LIMIT_MS
  )
})
