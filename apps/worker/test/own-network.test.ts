import { Connectivity, OtherSites, OwnNetworkGuard, layerResolver, ResultBatcher, SelfTest } from "@mon/checks"
import { Domains, Incidents, Secrets } from "@mon/core-store"
import { ConfirmationPolicy } from "@mon/model"
import { diagnose, type Diagnosis, readDiagnosisFacts } from "@mon/diagnosis"
import { NetworkPolicy } from "@mon/public-net/effect"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { layerWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import { runWorker } from "./runWorker.ts"
import {
  fastConfirmation,
  fastTimings,
  layerWorld,
  of,
  openSite,
  settings,
  TestWorld,
  watch,
  type Watched
} from "./TestWorld.ts"
import { polled } from "./polled.ts"

/** The number of owners, which is one more than the own-network guard needs. */
const OWNERS = 6
const NEVER = 86_400_000

const checkAgain = (watched: ReadonlyArray<Watched>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update monitor_schedule set next_at = mon_now() where monitor_id::text in ${sql.in(watched.map(({ key }) => key))}`
  )

const states = Effect.fnUntraced(function* (watched: ReadonlyArray<Watched>) {
  const domains = yield* Domains
  const found = yield* Effect.forEach(watched, ({ id, viewer }) => domains.find(viewer, id))
  return new Set(found.map((domain) => domain?.status))
})

const incidents = Effect.fnUntraced(function* (watched: ReadonlyArray<Watched>) {
  const all = yield* Incidents
  const found = yield* Effect.forEach(watched, ({ id, viewer }) => all.ofDomain(viewer, id, 20))
  return found.flatMap((each) => each ?? [])
})

const diagnoses = Effect.fnUntraced(function* (watched: ReadonlyArray<Watched>) {
  const all = yield* Incidents
  const found = yield* Effect.forEach(watched, ({ id, viewer }) =>
    Effect.gen(function* () {
      const [incident] = (yield* all.ofDomain(viewer, id, 1)) ?? []
      return (yield* all.find(viewer, incident?.id ?? ""))?.diagnosisFacts
    })
  )
  return found.map((facts) => diagnose(readDiagnosisFacts(facts) ?? {}))
})

/**
 * Returns the first cause, or null if no cause is known, and whether a cause relies on other sites that were reached.
 */
const saidAbout = ({ causes, result }: Diagnosis) => ({
  first: result === "known" ? (causes[0]?.class ?? null) : null,
  reachedOthers: causes.some(({ evidence }) => evidence.some(({ code }) => code === "own_network_works"))
})

/**
 * Runs a worker that suppresses verdicts until `end`. After `end`, the worker behaves as if the maximum time of
 * suppression had passed.
 */
const runWorkerThatSuppresses = Effect.gen(function* () {
  const world = yield* TestWorld
  const policy = { ...OwnNetworkGuard.guardPolicy, suppressMs: NEVER, retestMs: 20 }
  const resolver = layerResolver([world.dns.address])
  const engines = Connectivity.layerNoDeps(policy).pipe(
    Layer.provide([
      Layer.succeed(SelfTest, {
        run: () => Effect.succeed({ resolverAnswers: true, requested: 3, answered: 0 }),
        responds: () => Effect.succeed(false)
      }),
      OtherSites.layer
    ]),
    Layer.provideMerge(UptimeProbe.layerNoDeps()),
    Layer.merge(ServiceProbe.layerNoDeps()),
    Layer.provide([resolver, NetworkPolicy.layer({ allow: ["127.0.0.1/32"] })])
  )
  yield* Layer.fresh(layerWorkerNoDeps).pipe(
    Layer.provide([
      engines,
      ResultBatcher.layerNoDeps(),
      WorkerConfig.layer(settings(world)),
      Secrets.layer(["a secret of at least 32 characters"])
    ]),
    Layer.provide([
      Layer.succeed(WorkerTimings, fastTimings),
      Layer.succeed(ConfirmationPolicy, fastConfirmation),
      Layer.succeed(References.MinimumLogLevel, "None")
    ]),
    Layer.build
  )
  return {
    end: Effect.sync(() => {
      policy.suppressMs = 0
    })
  }
})

/** Monitors domains of different owners that are up at one site, and a reference target at another site. */
const upAndWatched = Effect.fnUntraced(function* (prefix: string) {
  const { dns, checks } = yield* TestWorld
  const site = yield* openSite()
  const reference = yield* openSite()
  dns.zone.set(`reference-${prefix}.com`, { A: [reference.host] })
  const watched: Array<Watched> = []
  for (let owner = 0; owner < OWNERS; owner++) {
    const hostname = `${prefix}-${owner}.com`
    dns.zone.set(hostname, { A: [site.host] })
    watched.push(yield* watch(site, { hostname, intervalMs: NEVER }))
  }
  yield* runWorker({ referenceTargets: [`http://reference-${prefix}.com:${reference.port}/`] })
  for (const each of watched) yield* checks.next(of(each, "up"))
  return { checks, reference, site, watched }
})

layer(layerWorld, { excludeTestServices: true })("when no site responds any more", (it) => {
  it.effect("no domain goes down while the worker cannot reach anything, nor when they respond again", () =>
    Effect.gen(function* () {
      const { checks, reference, site, watched } = yield* upAndWatched("ours")
      reference.behave({ reset: "connect" })
      site.behave({ reset: "connect" })
      yield* checkAgain(watched)
      // The history shows suppressed verdicts as unknown.
      for (const each of watched) {
        for (let count = 0; count < 3; count++) yield* checks.next(of(each, "unknown"))
      }
      assert.deepStrictEqual(yield* states(watched), new Set(["up"]))
      site.behave({})
      yield* checkAgain(watched)
      for (const each of watched) yield* checks.next(of(each, "up"))
      assert.deepStrictEqual(yield* states(watched), new Set(["up"]))
      assert.deepStrictEqual(yield* incidents(watched), [])
    })
  )

  it.effect("the domains go down if the worker reaches its reference target", () =>
    Effect.gen(function* () {
      const { checks, site, watched } = yield* upAndWatched("theirs")
      site.behave({ reset: "connect" })
      yield* checkAgain(watched)
      for (const each of watched) {
        for (let count = 0; count < 3; count++) yield* checks.next(of(each, "down"))
      }
      assert.deepStrictEqual(yield* states(watched), new Set(["down"]))
      assert.strictEqual((yield* incidents(watched)).length, OWNERS)
      for (const diagnosis of yield* diagnoses(watched))
        assert.deepStrictEqual(saidAbout(diagnosis), { first: "connection_reset", reachedOthers: true })
    })
  )

  it.effect("error statuses count immediately even while the worker's self-test fails", () =>
    Effect.gen(function* () {
      const { checks, reference, site, watched } = yield* upAndWatched("answering")
      reference.behave({ reset: "connect" })
      site.behave({ status: 503 })
      yield* checkAgain(watched)
      for (const each of watched) {
        for (let count = 0; count < 3; count++) yield* checks.next(of(each, "down"))
      }
      assert.deepStrictEqual(yield* states(watched), new Set(["down"]))
    })
  )

  it.effect(
    "a worker that starts while everything is silent, without a reference target, is guarded from its first check",
    () =>
      Effect.gen(function* () {
        const { dns, checks } = yield* TestWorld
        const site = yield* openSite()
        const watched: Array<Watched> = []
        for (let owner = 0; owner < OWNERS; owner++) {
          const hostname = `fresh-${owner}.com`
          dns.zone.set(hostname, { A: [site.host] })
          watched.push(yield* watch(site, { hostname, intervalMs: NEVER }))
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* runWorker()
            for (const each of watched) yield* checks.next(of(each, "up"))
          })
        )
        site.behave({ reset: "connect" })
        yield* checkAgain(watched)
        yield* runWorker()
        for (const each of watched) {
          for (let count = 0; count < 5; count++) yield* checks.next(of(each, "unknown"))
        }
        assert.deepStrictEqual(yield* states(watched), new Set(["up"]))
        assert.deepStrictEqual(yield* incidents(watched), [])
        site.behave({})
        yield* checkAgain(watched)
        for (const each of watched) yield* checks.next(of(each, "up"))
      })
  )

  it.effect(
    "verdicts suppressed for too long count in the end, and the incident starts at the first failed check",
    () =>
      Effect.gen(function* () {
        const { dns, checks } = yield* TestWorld
        const site = yield* openSite()
        const watched: Array<Watched> = []
        for (let owner = 0; owner < OWNERS; owner++) {
          const hostname = `held-${owner}.com`
          dns.zone.set(hostname, { A: [site.host] })
          watched.push(yield* watch(site, { hostname, intervalMs: NEVER }))
        }
        // The worker can reach nothing. There is no reference target, and every site that was up is silent.
        const suppression = yield* runWorkerThatSuppresses
        for (const each of watched) yield* checks.next(of(each, "up"))
        site.behave({ reset: "connect" })
        yield* checkAgain(watched)
        for (const each of watched) yield* checks.next(of(each, "unknown"))
        assert.deepStrictEqual(yield* states(watched), new Set(["up"]))
        yield* suppression.end
        yield* polled(states(watched), (found) => !found.has("up"))
        assert.deepStrictEqual(yield* states(watched), new Set(["down"]))
        const firstFailed = watched.map(
          (each) => checks.all.find((check) => of(each)(check) && check.verdict !== "up")?.at
        )
        const starts = (yield* incidents(watched)).map(({ startedAt }) => Date.parse(startedAt))
        assert.deepStrictEqual(starts, firstFailed)
        for (const diagnosis of yield* diagnoses(watched))
          assert.deepStrictEqual(saidAbout(diagnosis), { first: "own_network", reachedOthers: false })
      })
  )
})
