import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { OnCallChange } from "../OnCall.ts"
import { type OnCallSchedule, onCallLimits } from "../OnCallSchedule.ts"
import { arePeopleEqual } from "../timeline/mergedShifts.ts"
import type { Timeline } from "../timeline/timeline.ts"
import { DAY_MS, HOUR_MS, LAST_MS } from "../times/localTime.ts"
import { readTimeline, stateNow } from "./readTimeline.ts"
import type { ScheduleError } from "./ScheduleError.ts"

/**
 * The longest single wait. Timers of JavaScript wait for at most 24.8 days, and they do not count the time in which a
 * machine is suspended or its clock is set, so the clock is read again after each wait.
 */
const LONGEST_WAIT_MS = HOUR_MS
const SEARCHED_MS = onCallLimits.rangeDays * DAY_MS

interface Found {
  readonly change: OnCallChange | null
  /** There is no other change before this instant. */
  readonly searchedTo: number
}

/** Finds the next change of the people after an instant. `before` are the people on call at the instant. */
const findChange = (timeline: Timeline, after: number, before: ReadonlyArray<string>): Found => {
  const last = Math.min(after + SEARCHED_MS, LAST_MS)
  for (let at = timeline(after).changesAt; at <= last;) {
    const { changesAt, people, sources } = timeline(at)
    if (!arePeopleEqual(people, before)) return { change: { at, people, sources }, searchedTo: at }
    at = changesAt
  }
  return { change: null, searchedTo: last }
}

const waitUntil = Effect.fnUntraced(function* (instant: number) {
  for (let now = yield* Clock.currentTimeMillis; now < instant; now = yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Math.min(instant - now, LONGEST_WAIT_MS))
})

/** Waits for the next change. Returns undefined if there is none before the end of 2199. */
const nextOf = Effect.fnUntraced(function* (timeline: Timeline, last: OnCallChange) {
  for (let from = last.at; from < LAST_MS;) {
    const { change, searchedTo } = findChange(timeline, from, last.people)
    yield* waitUntil(searchedTo)
    if (change !== null) return change
    from = searchedTo
  }
  return undefined
})

/**
 * Returns a stream of the people on call, according to the `Clock`: the people now, and then each change at its time,
 * such as a hand-off, or the begin or the end of a gap. Each change has the time `at` from which it applies, and no
 * change is left out: if the program was suspended, the changes that it missed follow at once. The stream waits between
 * changes, needs no timer for more than an hour, and ends only at the end of 2199.
 *
 * If a schedule can change, make a stream of schedules, and pass this function to `Stream.switchMap`.
 *
 * Fails with a {@link ScheduleError} if the schedule has a fault.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["ann", "bob"]], handOff }] }
 * const [now] = await Effect.runPromise(Stream.runCollect(Stream.take(changes(schedule), 1)))
 * now?.people.includes("ann") // => true
 * ```
 */
export const changes = (schedule: OnCallSchedule): Stream.Stream<OnCallChange, ScheduleError> =>
  Stream.unwrap(
    Effect.map(readTimeline(schedule), (timeline) =>
      Stream.unfold<OnCallChange | null, OnCallChange, never, never>(null, (last) =>
        Effect.map(last === null ? stateNow(timeline) : nextOf(timeline, last), (change) =>
          change === undefined ? undefined : ([change, change] as const)
        )
      )
    )
  )
