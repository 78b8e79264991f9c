import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { changes, onCallNow, type ScheduleError } from "../src/effect.ts"
import { onCallAt, type OnCallChange, type OnCallSchedule, shiftsBetween } from "../src/index.ts"
import { oddZones, schedules } from "./randomSchedules.ts"

const DAY = 86_400_000
const START = Date.parse("2026-03-25T00:00Z")
const weekly: OnCallSchedule = {
  zone: "Europe/Berlin",
  layers: [{ groups: [["ann"], ["bob"]], handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" } }]
}

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.andThen(TestClock.setTime(START), effect), TestClock.layer()))

const iso = ({ at, people }: OnCallChange) => [new Date(at).toISOString(), ...people]

/** Collects the changes of a schedule while the clock moves on in steps. */
const collected = (schedule: OnCallSchedule, steps: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const found: Array<OnCallChange> = []
    const counts: Array<number> = []
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(changes(schedule), (change) => Effect.sync(() => found.push(change)))
    )
    for (const step of [0, ...steps]) {
      yield* TestClock.adjust(step)
      counts.push(found.length)
    }
    const isRunning = fiber.pollUnsafe() === undefined
    yield* Fiber.interrupt(fiber)
    return { found, counts, isRunning }
  })

test("the clock says who is on call now", async () => {
  const now = await run(onCallNow(weekly))
  expect(now).toEqual({ at: START, ...onCallAt(weekly, START) })
  const later = await run(Effect.andThen(TestClock.adjust("7 days"), onCallNow(weekly)))
  expect(later.people).toEqual(["ann"])
})

describe("a stream of changes", () => {
  it("begins with the people now, and continues at each hand-off", async () => {
    const { counts, found, isRunning } = await run(collected(weekly, [5 * DAY, 7 * 3_600_000 - 1, 1, 7 * DAY]))
    expect(found.map(iso)).toEqual([
      ["2026-03-25T00:00:00.000Z", "bob"],
      ["2026-03-30T07:00:00.000Z", "ann"],
      ["2026-04-06T07:00:00.000Z", "bob"]
    ])
    expect(counts).toEqual([1, 1, 1, 2, 3])
    expect(isRunning).toBe(true)
  })

  it("waits longer than a timer can, and longer than a range", async () => {
    const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
    const until = Date.parse("2028-06-01T00:00Z")
    const { found } = await run(
      collected({ zone: "UTC", layers: [{ groups: [["ann"]], handOff, until }] }, [until - START - 1, 1])
    )
    expect(found.map(iso)).toEqual([["2026-03-25T00:00:00.000Z", "ann"], ["2028-06-01T00:00:00.000Z"]])
  })

  it("sets no timer for more than an hour, so a clock that is set is read again", async () => {
    const waits: Array<number> = []
    const { found } = await run(
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const watched = new Proxy(clock, {
          get: (target, name: keyof Clock.Clock) =>
            name === "sleep"
              ? (duration: Duration.Duration) => {
                  waits.push(Duration.toMillis(duration))
                  return target.sleep(duration)
                }
              : target[name]
        })
        return yield* Effect.provideService(collected(weekly, [30 * DAY]), Clock.Clock, watched)
      })
    )
    expect(found).toHaveLength(5)
    expect(Math.max(...waits)).toBe(3_600_000)
    expect(waits.length).toBe(30 * 24 + 1)
  })

  it("ends at the end of 2199", async () => {
    const last = Date.UTC(2200, 0, 1)
    const found = await Effect.runPromise(
      Effect.provide(
        Effect.gen(function* () {
          yield* TestClock.setTime(last - DAY)
          const fiber = yield* Effect.forkChild(Stream.runCollect(changes({ zone: "UTC", layers: [] })))
          yield* TestClock.adjust(DAY)
          return yield* Fiber.join(fiber)
        }),
        TestClock.layer()
      )
    )
    expect(found.map(({ people }) => people)).toEqual([[]])
  })

  it("emits every change of random schedules, whether the clock moves in small or in large steps", async () => {
    const days = 14
    await fc.assert(
      fc.asyncProperty(
        schedules(fc.constantFrom(...oddZones), START, days),
        fc.array(fc.integer({ min: 1, max: 4 * DAY }), { minLength: 1, maxLength: 4 }),
        async (schedule, steps) => {
          const { found } = await run(collected(schedule, steps))
          const end = START + steps.reduce((sum, step) => sum + step, 0)
          const expected: Array<readonly [number, string]> = [
            [START, onCallAt(schedule, START).people.toSorted().join()]
          ]
          const edges = shiftsBetween(schedule, { from: START, to: end + 1 }).flatMap((shift) => [
            shift.start,
            shift.end
          ])
          for (const at of [...new Set(edges)].toSorted((a, b) => a - b)) {
            const people = onCallAt(schedule, at).people.toSorted().join()
            if (at > START && at <= end && people !== expected.at(-1)?.[1]) expected.push([at, people])
          }
          expect(found.map(({ at, people }) => [at, people.toSorted().join()])).toEqual(expected)
        }
      ),
      { numRuns: 40 }
    )
  })

  it("follows a schedule that changes", async () => {
    const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
    const other = { zone: "UTC", layers: [{ groups: [["cat"]], handOff }] }
    const edits = Stream.concat(
      Stream.succeed<OnCallSchedule>(weekly),
      Stream.fromEffect(Effect.as(Effect.sleep("7 days"), other))
    )
    const people = await run(
      Effect.gen(function* () {
        const found: Array<ReadonlyArray<string>> = []
        yield* Effect.forkChild(
          Stream.runForEach(Stream.switchMap(edits, changes), (change) => Effect.sync(() => found.push(change.people)))
        )
        for (let day = 0; day < 28; day++) yield* TestClock.adjust("1 day")
        return found
      })
    )
    expect(people).toEqual([["bob"], ["ann"], ["cat"]])
  })
})

test("a schedule with a fault is an error with the path of the field", async () => {
  const wrong = { ...weekly, zone: "Mars/Base" }
  for (const effect of [Effect.flip(onCallNow(wrong)), Effect.flip(Stream.runCollect(changes(wrong)))]) {
    const error = await run<ScheduleError, unknown>(effect)
    expect(error).toMatchObject({
      _tag: "ScheduleError",
      name: "ScheduleError",
      path: "zone",
      code: "ERR_INVALID_SCHEDULE"
    })
    expect(error.message).toContain("zone must be the name of a time zone, such as Europe/Berlin")
  }
})
