import type { Environment } from "@mon/model"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { afterCrash, ChildProgram, type Ended, restartRules, supervise } from "../../src/supervisor/Supervisor.ts"

interface Started {
  readonly name: string
  readonly at: number
  readonly signals: Array<NodeJS.Signals>
  readonly makeReady: Effect.Effect<unknown>
  readonly end: (ended: Partial<Ended>) => Effect.Effect<unknown>
}

/** Makes programs that the test controls. They exit on request unless they are stubborn. */
const programs = (
  behave: (started: Started) => Effect.Effect<unknown> = ({ makeReady }) => makeReady,
  stubborn = false
) => {
  const started: Array<Started> = []
  const layer = Layer.succeed(ChildProgram, {
    start: Effect.fnUntraced(function* (env: Environment) {
      const ready = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<Ended>()
      const signals: Array<NodeJS.Signals> = []
      const end = (how: Partial<Ended>) => Deferred.succeed(ended, { code: null, signal: null, ...how })
      const one: Started = {
        name: env["MON_WORKER_NAME"] ?? "",
        at: yield* Clock.currentTimeMillis,
        signals,
        makeReady: Deferred.succeed(ready, undefined),
        end
      }
      started.push(one)
      yield* behave(one)
      return {
        pid: started.length,
        ready: Deferred.await(ready),
        ended: Deferred.await(ended),
        kill: (signal: NodeJS.Signals) =>
          Effect.suspend(() => {
            signals.push(signal)
            return signal === "SIGKILL" || !stubborn ? end({ signal }) : Effect.void
          })
      }
    })
  })
  const run = supervise(["worker-1", "worker-2"].map((MON_WORKER_NAME) => ({ MON_WORKER_NAME }))).pipe(
    Effect.provide([layer, Layer.succeed(References.MinimumLogLevel, "None")])
  )
  return { started, run }
}

const times = (started: ReadonlyArray<Started>, name: string) =>
  started.filter((one) => one.name === name).map(({ at }) => at)

describe("a supervisor", () => {
  it.effect("starts the first worker alone, and the others once it has started", () =>
    Effect.gen(function* () {
      const { run, started } = programs(() => Effect.void)
      yield* Effect.forkChild(run, { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        started.map(({ name }) => name),
        ["worker-1"]
      )
      yield* started[0]?.makeReady ?? Effect.void
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(
        started.map(({ name }) => name),
        ["worker-1", "worker-2"]
      )
    })
  )

  it.effect("restarts a crashed worker with growing waits, without affecting the other one", () =>
    Effect.gen(function* () {
      const { run, started } = programs()
      yield* Effect.forkChild(run, { startImmediately: true })
      yield* TestClock.adjust(0)
      for (let crash = 0; crash < 4; crash++) {
        yield* started.findLast(({ name }) => name === "worker-2")?.end({ code: 1 }) ?? Effect.void
        yield* TestClock.adjust("10 seconds")
      }
      assert.deepStrictEqual(times(started, "worker-1"), [0])
      const waits = times(started, "worker-2")
        .slice(1)
        .map((at, index) => at - 10_000 * index)
      for (const [index, wait] of waits.entries()) {
        assert.isAtLeast(wait, 0.8 * 500 * 2 ** index)
        assert.isAtMost(wait, 1.2 * 500 * 2 ** index)
      }
      assert.strictEqual(waits.length, 4)
    })
  )

  it.effect("gives up with a reason after repeated crashes, once the other worker has shut down", () =>
    Effect.gen(function* () {
      const { run, started } = programs(({ end, makeReady, name }) =>
        name === "worker-1" ? makeReady : end({ signal: "SIGSEGV" })
      )
      const fiber = yield* Effect.forkChild(Effect.flip(run), { startImmediately: true })
      yield* TestClock.adjust("5 minutes")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(
        error.message,
        "A worker process exited 6 times in a row soon after starting, the last time with signal SIGSEGV. It will not be restarted."
      )
      assert.strictEqual(times(started, "worker-2").length, 6)
      assert.deepStrictEqual(started[0]?.signals, ["SIGTERM"])
    })
  )

  it.effect("does not restart a worker whose settings are invalid", () =>
    Effect.gen(function* () {
      const { run, started } = programs(({ end }) => end({ code: 78 }))
      assert.strictEqual((yield* Effect.flip(run)).reason, "InvalidSettings")
      assert.strictEqual(started.length, 1)
    })
  )

  it.effect("shuts all workers down when it is stopped, and kills those that take too long", () =>
    Effect.gen(function* () {
      const { run, started } = programs(({ makeReady }) => makeReady, true)
      const fiber = yield* Effect.forkChild(run, { startImmediately: true })
      yield* TestClock.adjust(0)
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(
        started.map(({ signals }) => signals),
        [["SIGTERM"], ["SIGTERM"]]
      )
      yield* started[0]?.end({ code: 0 }) ?? Effect.void
      yield* TestClock.adjust(restartRules.stopMs)
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(
        started.map(({ signals }) => signals),
        [["SIGTERM"], ["SIGTERM", "SIGKILL"]]
      )
    })
  )
})

describe("the restart policy", () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true })

  it("keeps waits within limits, and gives up only after too many early crashes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 120_000 }), random), { maxLength: 30 }), (runs) => {
        let crashes = 0
        for (const [ranMs, chance] of runs) {
          const verdict = afterCrash({ crashes, ranMs, random: chance }, restartRules)
          const atOnce = ranMs < restartRules.steadyMs ? crashes + 1 : 0
          assert.strictEqual(verdict._tag, atOnce >= restartRules.maxCrashes ? "GiveUp" : "Restart")
          if (verdict._tag === "GiveUp") return
          assert.isAtLeast(verdict.waitMs, restartRules.firstMs * (1 - restartRules.jitter))
          assert.isAtMost(verdict.waitMs, restartRules.longestMs * (1 + restartRules.jitter))
          crashes = verdict.crashes
        }
      })
    )
  })
})
