import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { storeDouble } from "./StoreDouble.ts"

const pass = (ms: number, stepMs: number) =>
  Effect.forEach(Array.from({ length: ms / stepMs }), () => TestClock.adjust(stepMs), { discard: true })

/** Runs a worker for a time, then stops it without waiting for checks that hang. */
const run = Effect.fnUntraced(function* ({ start }: ReturnType<typeof storeDouble>, ms: number) {
  const scope = yield* Scope.make()
  yield* Scope.provide(start, scope)
  yield* pass(ms, 50)
  const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
  yield* pass(9_000, 500)
  yield* Fiber.join(closing)
})

const SLOTS = 20
const LARGE = 100

/** Makes an account with many overdue monitors whose sites hang, and further accounts with one monitor each. */
const overload = (small: number, smallDueAt: (index: number) => number) =>
  storeDouble({
    concurrency: SLOTS,
    dueAt: Array.from({ length: LARGE + small }, (_, index) => (index < LARGE ? index : smallDueAt(index - LARGE))),
    accountOf: (index) => (index < LARGE ? "large" : `small-${index}`),
    intervalMs: 600_000,
    checksEnd: (account) => account !== "large"
  })

const isLarge = ({ key }: { readonly key: string }) => Number(key) < LARGE

describe("an account whose sites all hang", () => {
  it.effect("does not delay the checks of others, which are due later", () =>
    Effect.gen(function* () {
      const world = overload(30, (index) => 5_000 + index * 100)
      yield* run(world, 10_000)
      const others = world.begun.filter((check) => !isLarge(check))
      assert.lengthOf(others, 30)
      assert.isAtMost(Math.max(...others.map(({ lateMs }) => lateMs)), 100)
    })
  )

  it.effect("gets half of the slots if others are overdue too, although its monitors are due first", () =>
    Effect.gen(function* () {
      const world = storeDouble({
        concurrency: SLOTS,
        dueAt: Array.from({ length: 2 * LARGE }, (_, index) => index),
        accountOf: (index) => (index < LARGE ? "large" : "other"),
        intervalMs: 600_000,
        checksEnd: false
      })
      yield* run(world, 3_000)
      assert.lengthOf(world.begun, SLOTS)
      assert.strictEqual(world.begun.filter(isLarge).length, SLOTS / 2)
    })
  )

  it.effect("gets nine tenths of the slots if nobody else waits", () =>
    Effect.gen(function* () {
      const world = overload(0, () => 0)
      yield* run(world, 5_000)
      assert.lengthOf(world.begun, 0.9 * SLOTS)
    })
  )

  it.effect("gets them with any number of slots, in several claims", () =>
    Effect.gen(function* () {
      const world = storeDouble({
        concurrency: 2_500,
        // Half of the monitors are due when the account already uses its whole share.
        dueAt: Array.from({ length: 2_500 }, (_, index) => (index < 1_250 ? 0 : 5_000)),
        intervalMs: 600_000,
        checksEnd: false
      })
      yield* run(world, 7_000)
      assert.lengthOf(world.begun, 0.9 * 2_500)
    })
  )

  it.effect("does not keep a worker from claiming, even if its monitors fill the queue", () =>
    Effect.gen(function* () {
      const large = 2_000
      const world = storeDouble({
        concurrency: SLOTS,
        dueAt: Array.from({ length: large + 5 }, (_, index) => (index < large ? 1_500 : 3_000 + index)),
        accountOf: (index) => (index < large ? "large" : "small"),
        intervalMs: 600_000,
        checksEnd: (account) => account !== "large"
      })
      yield* run(world, 10_000)
      const others = world.begun.filter(({ key }) => Number(key) >= large)
      assert.lengthOf(others, 5)
      assert.isAtMost(Math.max(...others.map(({ lateMs }) => lateMs)), 100)
    })
  )
})
