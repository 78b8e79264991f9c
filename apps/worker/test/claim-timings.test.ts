import { Connectivity, ResultBatcher } from "@mon/checks"
import {
  type Claim,
  Credentials,
  DueTimes,
  HeartbeatPings,
  IdempotentRequests,
  Ledger,
  Locations,
  MonitorSchedule,
  EffectiveIntervals,
  StoreError,
  plainCheck,
  Secrets
} from "@mon/core-store"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { layerWorkerNoDeps, WorkerConfig } from "../src/index.ts"

const away = new StoreError({ reason: "Unavailable", operation: "MonitorSchedule.claim", cause: "away" })

const claimAt = (index: number, now: number): Claim => ({
  accountKey: "1",
  monitorKey: `${index}`,
  leaseToken: `token-${index}`,
  kind: "domain",
  url: `https://shop-${index}.com/`,
  hostname: `shop-${index}.com`,
  timeoutMs: 5_000,
  state: "up",
  dueAt: now,
  ...plainCheck,
  claimedAt: now,
  leaseUntil: now + 20_000
})

type Answer = (limit: number, now: number) => Effect.Effect<ReadonlyArray<Claim>, StoreError>

/**
 * Makes a store that returns claims from a list and then has nothing due. The checks end immediately, or never if
 * `checksEnd` is false.
 */
const bench = (answers: ReadonlyArray<Answer>, { checksEnd = true, concurrency = 500, isDue = true } = {}) => {
  const claims: Array<{ readonly at: number; readonly limit: number }> = []
  const released: Array<string> = []
  const tasks: Array<{ readonly name: string; readonly at: number }> = []
  const note = (name: string) => Effect.map(Clock.currentTimeMillis, (at) => void tasks.push({ name, at }))
  const schedule = Layer.mock(MonitorSchedule)({
    claim: (limit) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        claims.push({ at, limit })
        return answers[claims.length - 1]?.(limit, at) ?? Effect.succeed([])
      }),
    withdrawn: () => Effect.succeed(new Set()),
    now: () => Clock.currentTimeMillis,
    repairDueTimes: () => Effect.succeed(0),
    oldestDueMs: () => Effect.as(note("oldest due"), 0),
    ensurePartitions: () => Effect.as(note("partitions"), 0),
    release: (claimed) =>
      Effect.sync(() => {
        released.push(...claimed.map(({ monitorKey }) => monitorKey))
      })
  })
  const times = Layer.succeed(DueTimes, {
    next: () => Effect.as(note("due times"), new Map([["domains" as const, isDue ? 0 : 60_000]]))
  })
  const credentials = Layer.mock(Credentials)({
    purgeWindows: (before) => Effect.as(note(`windows before ${before}`), 0)
  })
  const ledger = Layer.mock(Ledger)({ postDueEntries: () => Effect.as(note("credits"), 0) })
  const intervals = Layer.mock(EffectiveIntervals)({ applyDue: () => Effect.as(note("intervals"), 0) })
  const requests = Layer.mock(IdempotentRequests)({ purge: () => Effect.as(note("answers"), 0) })
  const locations = Layer.mock(Locations)({ announce: () => Effect.void, leave: () => Effect.void })
  const recorder = Layer.succeed(ResultBatcher, { record: () => (checksEnd ? Effect.succeed(true) : Effect.never) })
  const probe = Layer.succeed(UptimeProbe, {
    check: () => (checksEnd ? Effect.die(new Error("no matter")) : Effect.never)
  })
  const config = WorkerConfig.layer({
    dnsServers: [],
    allowPrivateNetworks: [],
    extraCa: [],
    referenceTargets: [],
    location: "here",
    concurrency,
    leaseMarginMs: 15_000
  })
  const worker = Layer.provide(layerWorkerNoDeps, [
    Layer.mock(HeartbeatPings)({}),
    schedule,
    times,
    credentials,
    ledger,
    intervals,
    requests,
    locations,
    recorder,
    probe,
    ServiceProbe.layerMemory({}),
    config,
    Connectivity.layerTrusting,
    Secrets.layer(["a secret of at least 32 characters"])
  ])
  return {
    claims,
    tasks,
    released,
    start: Layer.build(Layer.provide(worker, Layer.succeed(References.MinimumLogLevel, "None")))
  }
}

const nothing: Answer = () => Effect.succeed([])
const some =
  (count: number): Answer =>
  (_, now) =>
    Effect.succeed(Array.from({ length: count }, (_each, index) => claimAt(index, now)))
const full: Answer = (limit, now) => some(limit)(limit, now)
const fails: Answer = () => Effect.fail(away)
const breaks: Answer = () => Effect.die(new Error("broken"))

/** Advances the time in small steps, so that fibers that start to wait between the steps wake up. */
const pass = (millis: number) =>
  Effect.forEach(Array.from({ length: millis / 10 }), () => TestClock.adjust("10 millis"), { discard: true })

describe("the claim loop", () => {
  it.effect("claims within 1.5 s of each moment at which monitors are due, at varying intervals", () =>
    Effect.gen(function* () {
      const { claims, start } = bench([])
      yield* start
      yield* pass(20_000)
      const waits = claims.slice(1).map(({ at }, index) => at - (claims[index]?.at ?? 0))
      for (const wait of waits) assert.isAtMost(wait, 1_520)
      assert.isAtLeast(new Set(waits).size, 10)
    })
  )

  it.effect("claims every 20 s while nothing is due, which the worker asks once a second", () =>
    Effect.gen(function* () {
      const { claims, start, tasks } = bench([], { isDue: false })
      yield* start
      yield* pass(60_000)
      assert.isAtMost(claims.length, 4)
      assert.isAtLeast(claims.length, 3)
      const asked = tasks.filter(({ name }) => name === "due times")
      assert.isAtLeast(asked.length, 58)
      assert.isAtMost(asked.length, 61)
    })
  )

  it.effect("claims again immediately after a full claim", () =>
    Effect.gen(function* () {
      const { claims, start } = bench([full, full, nothing])
      yield* start
      yield* pass(200)
      assert.strictEqual(claims.length, 3)
    })
  )

  it.effect("claims only as many monitors as there is room for, and releases those in flight 8 s after the stop", () =>
    Effect.gen(function* () {
      const { claims, released, start } = bench([some(3), some(2)], { concurrency: 5, checksEnd: false })
      const scope = yield* Scope.make()
      yield* Scope.provide(start, scope)
      yield* pass(3_000)
      assert.deepStrictEqual(
        claims.map(({ limit }) => limit),
        [5, 2]
      )
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* pass(7_990)
      assert.deepStrictEqual(released, [])
      yield* pass(10)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(released, ["0", "1", "2", "0", "1"])
      assert.strictEqual(claims.length, 2)
    })
  )

  it.effect("backs off while the store fails, up to 5 s, and resumes when it recovers", () =>
    Effect.gen(function* () {
      const { claims, start } = bench([fails, fails, fails, breaks, fails, fails, nothing])
      yield* start
      yield* pass(60_000)
      const waits = claims.slice(1, 7).map(({ at }, index) => at - (claims[index]?.at ?? 0))
      const expected = [500, 1_000, 2_000, 4_000, 5_000, 5_000]
      for (const [index, wait] of waits.entries()) {
        assert.isAtLeast(wait, 0.8 * (expected[index] ?? 0))
        assert.isAtMost(wait, 1.2 * (expected[index] ?? 0) + 10)
      }
      const [sixth, seventh] = [claims[6], claims[7]]
      assert.isAtMost((seventh?.at ?? 0) - (sixth?.at ?? 0), 1_510)
    })
  )
})

describe("scheduler maintenance", () => {
  it.effect("creates partitions at the start and every hour, and purges old rate windows every ten minutes", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000)
      const { tasks, start } = bench([])
      yield* start
      for (let minute = 0; minute < 61; minute++) yield* TestClock.adjust("1 minute")
      const assertRunsEvery = (everyMinutes: number, prefix: string) => {
        const [first, second = 0, ...later] = tasks
          .filter(({ name }) => name.startsWith(prefix))
          .map(({ at }) => at - 1_800_000_000_000)
        const everyMs = everyMinutes * 60_000
        assert.strictEqual(first, 0)
        // The wait after the first run differs from task to task, so that they do not run at the same time.
        assert.isAtMost(second, everyMs)
        for (const [index, at] of later.entries()) assert.approximately(at, second + (index + 1) * everyMs, 1)
        assert.isAtLeast(later.length, Math.floor(60 / everyMinutes) - 1)
      }
      for (const prefix of ["partitions", "credits", "answers"]) assertRunsEvery(60, prefix)
      assertRunsEvery(1, "intervals")
      assertRunsEvery(10, "windows")
      assert.strictEqual(
        tasks.find(({ name }) => name.startsWith("windows"))?.name,
        `windows before ${1_800_000_000 - 600}`
      )
      assertRunsEvery(0.5, "oldest due")
    })
  )
})
