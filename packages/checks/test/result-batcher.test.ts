import { type CheckResultRow, type RecordOutcome, MonitorSchedule, StoreError } from "@mon/core-store"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { ResultBatcher, type ResultBatcherOptions } from "../src/domains/ResultBatcher.ts"
import { IncidentSignal } from "../src/screenshots/IncidentSignal.ts"
import { row } from "./fixtures.ts"

type Record = (rows: ReadonlyArray<CheckResultRow>) => Effect.Effect<RecordOutcome, StoreError>

const accepting = (tokens: ReadonlyArray<string>): RecordOutcome => ({
  accepted: tokens.length,
  opened: 0,
  resolved: 0,
  notified: 0,
  tokens
})

const acceptAll: Record = (rows) => Effect.succeed(accepting(rows.map((each) => each.leaseToken)))

const unavailable = new StoreError({ reason: "Unavailable", operation: "MonitorSchedule.record", cause: "away" })
const failed = new StoreError({ reason: "Failed", operation: "MonitorSchedule.record", cause: "refused" })

const layer = (record: Record, options: Partial<ResultBatcherOptions> = {}) => {
  const batches: Array<ReadonlyArray<CheckResultRow>> = []
  const schedule = Layer.mock(MonitorSchedule)({
    record: (rows) => {
      batches.push(rows)
      return record(rows)
    }
  })
  return { batches, layer: Layer.provide(ResultBatcher.layerNoDeps(options), schedule) }
}

const token = (index: number) => `token-${index}`
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => row({ monitorKey: `${index}`, leaseToken: token(index) }))
/** Lets every fiber run until it waits for the clock. */
const settled = Effect.repeat(Effect.yieldNow, { times: 50 })
const recordAll = (checks: ReadonlyArray<CheckResultRow>) =>
  Effect.flatMap(ResultBatcher, (batcher) =>
    Effect.forkChild(Effect.forEach(checks, (each) => Effect.exit(batcher.record(each)), { concurrency: "unbounded" }))
  ).pipe(Effect.tap(settled))

describe("the result batcher", () => {
  it.effect("says which checks were recorded with those that opened or ended an incident", () => {
    const published: Array<ReadonlyArray<string>> = []
    const signal = Layer.succeed(IncidentSignal, {
      publish: (checks) => Effect.sync(() => void published.push(checks.map(({ monitorKey }) => monitorKey))),
      events: Effect.never
    })
    const store = layer((batch) =>
      Effect.map(acceptAll(batch), (outcome) => ({ ...outcome, opened: batch.length === 2 ? 1 : 0 }))
    )
    return Effect.gen(function* () {
      for (const count of [1, 2]) {
        const recorded = yield* recordAll(rows(count))
        yield* TestClock.adjust("20 millis")
        yield* Fiber.join(recorded)
      }
      assert.deepStrictEqual(published, [["0", "1"]])
    }).pipe(Effect.provide(Layer.provide(store.layer, signal)))
  })

  it.effect("records the checks of 20 ms in one statement", () => {
    const store = layer(acceptAll)
    return Effect.gen(function* () {
      const first = yield* recordAll(rows(3))
      yield* TestClock.adjust("19 millis")
      assert.strictEqual(store.batches.length, 0)
      const second = yield* recordAll([row({ leaseToken: token(9) })])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual((yield* Fiber.join(first)).map(Exit.isSuccess), [true, true, true])
      yield* Fiber.join(second)
      assert.deepStrictEqual(
        store.batches.map((batch) => batch.length),
        [4]
      )
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("puts at most maxRows checks in a statement", () => {
    const store = layer(acceptAll, { maxRows: 4, capacity: 100 })
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(10))
      yield* TestClock.adjust("100 millis")
      yield* Fiber.join(all)
      assert.deepStrictEqual(
        store.batches.map((batch) => batch.length),
        [4, 4, 2]
      )
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("buffers results during three minutes without a database, and records each once", () => {
    const taken = new Set<string>()
    const back = 180_000
    const store = layer((batch) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const fresh = batch.map(({ leaseToken }) => leaseToken).filter((each) => !taken.has(each))
        if (now < back) return Effect.fail(unavailable)
        fresh.forEach((each) => taken.add(each))
        return Effect.succeed(accepting(fresh))
      })
    )
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(2_400))
      yield* TestClock.adjust(back)
      assert.strictEqual(taken.size, 0)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(
        yield* Fiber.join(all),
        Array.from({ length: 2_400 }, () => Exit.succeed(true))
      )
      assert.strictEqual(taken.size, 2_400)
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("records a batch once if its response was lost, because the retry finds the leases settled", () => {
    const taken = new Set<string>()
    let answers = 0
    const store = layer((batch) =>
      Effect.suspend(() => {
        const fresh = batch.map(({ leaseToken }) => leaseToken).filter((each) => !taken.has(each))
        fresh.forEach((each) => taken.add(each))
        return (answers += 1) === 1 ? Effect.fail(unavailable) : Effect.succeed(accepting(fresh))
      })
    )
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(3))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(all), [Exit.succeed(false), Exit.succeed(false), Exit.succeed(false)])
      assert.strictEqual(answers, 2)
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("makes callers wait while its buffer is full", () => {
    const store = layer(acceptAll, { maxRows: 2, capacity: 2 })
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(20))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(all)).filter(Exit.isSuccess).length, 20)
      assert.isTrue(store.batches.every((batch) => batch.length <= 2))
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("returns to each caller whether its result was accepted", () => {
    const store = layer((sent) =>
      Effect.succeed(accepting(sent.map((each) => each.leaseToken).filter((each) => each !== token(1))))
    )
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(3))
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(
        (yield* Fiber.join(all)).map((exit) => Exit.isSuccess(exit) && exit.value),
        [true, false, true]
      )
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("retries the same rows while the database is unavailable", () => {
    let away = 3
    const store = layer((sent) => (away-- > 0 ? Effect.fail(unavailable) : acceptAll(sent)))
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(2))
      yield* TestClock.adjust("10 seconds")
      assert.isTrue((yield* Fiber.join(all)).every((exit) => Exit.isSuccess(exit) && exit.value))
      assert.strictEqual(store.batches.length, 4)
      for (const batch of store.batches) assert.deepStrictEqual(batch, rows(2))
    }).pipe(Effect.provide(store.layer))
  })

  it.effect(
    "gives up after a bounded number of retries, fails its callers, and continues with the next results",
    () => {
      let away = true
      const store = layer((sent) => (away ? Effect.fail(unavailable) : acceptAll(sent)), { retries: 5 })
      return Effect.gen(function* () {
        const all = yield* recordAll(rows(2))
        yield* TestClock.adjust("5 minutes")
        assert.isTrue((yield* Fiber.join(all)).every(Exit.isFailure))
        assert.strictEqual(store.batches.length, 6)
        away = false
        const next = yield* recordAll(rows(1))
        yield* TestClock.adjust("20 millis")
        assert.isTrue((yield* Fiber.join(next)).every(Exit.isSuccess))
      }).pipe(Effect.provide(store.layer))
    }
  )

  it.effect("records the rest of a batch if the database refuses one row", () => {
    const store = layer((sent) =>
      sent.some((each) => each.leaseToken === token(5)) ? Effect.fail(failed) : acceptAll(sent)
    )
    return Effect.gen(function* () {
      const all = yield* recordAll(rows(8))
      yield* TestClock.adjust("20 millis")
      const exits = yield* Fiber.join(all)
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, true, true, true, false, true, true])
    }).pipe(Effect.provide(store.layer))
  })

  it.effect("records queued results before it closes", () =>
    Effect.gen(function* () {
      const store = layer(acceptAll)
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(store.layer, scope)
      const all = yield* Effect.provide(recordAll(rows(3)), context)
      const closing = yield* Effect.tap(Effect.forkChild(Scope.close(scope, Exit.void)), settled)
      yield* TestClock.adjust("20 millis")
      yield* Fiber.join(closing)
      assert.isTrue((yield* Fiber.join(all)).every(Exit.isSuccess))
      assert.strictEqual(store.batches.length, 1)
    })
  )

  it.effect("closes in time while the database is unavailable, and leaves no caller waiting", () =>
    Effect.gen(function* () {
      const store = layer(() => Effect.fail(unavailable), { maxRows: 2 })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(store.layer, scope)
      const all = yield* Effect.provide(recordAll(rows(5)), context)
      yield* TestClock.adjust("100 millis")
      const closing = yield* Effect.tap(Effect.forkChild(Scope.close(scope, Exit.void)), settled)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      assert.isTrue((yield* Fiber.join(all)).every(Exit.isFailure))
    })
  )
})
