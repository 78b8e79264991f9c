import { DueTimes } from "@mon/core-store"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { DueWork, startDueTasks } from "../src/loops/dueWork.ts"
import { startPeriodicTasks } from "../src/loops/periodicTasks.ts"
import { defaultWorkerTimings } from "../src/settings/WorkerTimings.ts"

const PERIOD_MS = defaultWorkerTimings.seldomMs

/** Asserts that each task runs at the start and then once in each period, and that no two tasks run together later. */
const assertSpread = (times: ReadonlyMap<string, ReadonlyArray<number>>) => {
  for (const [first, second = 0, third = 0, fourth] of times.values()) {
    assert.strictEqual(first, 0)
    assert.isAtMost(second, PERIOD_MS)
    assert.deepStrictEqual([third, fourth], [second + PERIOD_MS, third + PERIOD_MS])
  }
  assert.strictEqual(new Set([...times.values()].map(([, second]) => second)).size, times.size)
}

const recorded = () => {
  const times = new Map<string, Array<number>>()
  const run = (name: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => void times.set(name, [...(times.get(name) ?? []), now]))
  return { times, run }
}

const nothingDue = Layer.provide(
  DueWork.layer,
  Layer.succeed(DueTimes, DueTimes.of({ next: () => Effect.succeed(new Map()) }))
)

describe("tasks that start together", () => {
  it.effect("later run at different times, if they run periodically", () =>
    Effect.gen(function* () {
      const { run, times } = recorded()
      const names = ["booking credits", "ending alert pauses", "measuring alerts"]
      yield* startPeriodicTasks(names.map((name) => ({ name, everyMs: PERIOD_MS, run: run(name) })))
      yield* TestClock.adjust(3 * PERIOD_MS)
      assertSpread(times)
    })
  )

  it.effect("later run at different times, if they wait for work that never becomes due", () =>
    Effect.gen(function* () {
      const { run, times } = recorded()
      const kinds = ["windows", "states to announce", "released alerts"] as const
      yield* startDueTasks(kinds.map((due) => ({ name: due, due, run: run(due) })))
      yield* TestClock.adjust(3 * PERIOD_MS)
      assertSpread(times)
    }).pipe(Effect.provide(nothingDue))
  )
})
