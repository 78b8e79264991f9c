import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { storeDouble } from "./StoreDouble.ts"

const INTERVAL_MS = 2_000

/** Advances the time in small steps, so that fibers that start to wait between the steps wake up. */
const pass = (ms: number, stepMs: number) =>
  Effect.forEach(Array.from({ length: ms / stepMs }), () => TestClock.adjust(stepMs), { discard: true })

/** Returns due times that are spread over one interval from a given time. They are the same in every run. */
const spread = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => from + ((index * 7_919) % INTERVAL_MS))

const times = (begun: ReadonlyArray<{ readonly key: string; readonly at: number }>) => {
  const byKey = new Map<string, Array<number>>()
  for (const { at, key } of begun) byKey.set(key, [...(byKey.get(key) ?? []), at])
  return byKey
}

describe("checks", () => {
  it.effect("start within milliseconds of their due time, although claims are half a second apart", () =>
    Effect.gen(function* () {
      const { begun, refused, start } = storeDouble({ dueAt: spread(200, 3_000), intervalMs: INTERVAL_MS })
      yield* start
      yield* pass(5_000, 100)
      assert.isAtLeast(begun.length, 200)
      const late = begun.map(({ lateMs }) => lateMs)
      assert.isAtLeast(Math.min(...late), 0)
      assert.isAtMost(Math.max(...late), 5)
      assert.deepStrictEqual(refused, [])
    })
  )

  it.effect.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "are dropped when the monitor was paused after the claim, whenever the claims happen: %i",
    (seed) =>
      Effect.gen(function* () {
        const { begun, monitors, pause, start } = storeDouble({ dueAt: [1_900, 1_900], intervalMs: 60_000 })
        yield* start
        yield* pass(300, 100)
        assert.isTrue(monitors.every(({ token }) => token !== null))
        pause(0)
        yield* pass(3_000, 100)
        assert.deepStrictEqual(
          begun.map(({ key }) => key),
          ["1"]
        )
      }).pipe(Random.withSeed(seed))
  )

  it.effect("that are still pending are released immediately when the worker shuts down", () =>
    Effect.gen(function* () {
      const { begun, monitors, start } = storeDouble({ dueAt: [1_900, 1_950], intervalMs: 60_000 })
      const scope = yield* Scope.make()
      yield* Scope.provide(start, scope)
      yield* pass(300, 100)
      assert.isTrue(monitors.every(({ token }) => token !== null))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust(0)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(
        monitors.map(({ token }) => token),
        [null, null]
      )
      yield* pass(3_000, 100)
      assert.deepStrictEqual(begun, [])
    })
  )

  it.effect("are limited both in flight and pending", () =>
    Effect.gen(function* () {
      const { begun, monitors, start } = storeDouble({
        concurrency: 5,
        dueAt: spread(200, 1_000),
        intervalMs: 60_000,
        checksEnd: false
      })
      const scope = yield* Scope.make()
      yield* Scope.provide(start, scope)
      yield* pass(1_000, 100)
      assert.isAtMost(monitors.filter(({ token }) => token !== null).length, 25)
      yield* pass(3_000, 100)
      assert.strictEqual(begun.length, 5)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* pass(9_000, 500)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(
        monitors.filter(({ token }) => token !== null),
        []
      )
    })
  )
})

describe("when the database's clock is set", () => {
  it.effect("back by an hour, checks continue at their usual rate", () =>
    Effect.gen(function* () {
      const { begun, jump, start } = storeDouble({ dueAt: spread(20, 4_000_000), intervalMs: INTERVAL_MS })
      jump(4_000_000)
      yield* start
      yield* pass(4_000, 100)
      jump(-3_600_000)
      begun.length = 0
      yield* pass(30_000, 500)
      const checks = times(begun.filter(({ at }) => at < 4_000_000))
      assert.strictEqual(checks.size, 20)
      for (const [, ats] of checks) {
        // The worker compares its clock with the database every 15 s. From then on, there is one check per interval.
        assert.isAtLeast(ats.length, 6)
        assert.isAtMost(ats.length, 30_000 / INTERVAL_MS + 1)
      }
    })
  )

  it.effect("ahead by an hour, each monitor is checked once, and then at its usual rate", () =>
    Effect.gen(function* () {
      const { begun, jump, start } = storeDouble({ dueAt: spread(20, 1_000), intervalMs: INTERVAL_MS })
      yield* start
      yield* pass(4_000, 100)
      jump(3_600_000)
      begun.length = 0
      yield* pass(10_000, 500)
      const checks = times(begun.filter(({ at }) => at >= 3_600_000))
      assert.strictEqual(checks.size, 20)
      for (const [, ats] of checks) {
        assert.isAtLeast(ats.length, 4)
        assert.isAtMost(ats.length, 10_000 / INTERVAL_MS + 2)
      }
    })
  )
})
