import * as Effect from "effect/Effect"
import type { OnCallChange } from "../OnCall.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"
import { readTimeline, stateNow } from "./readTimeline.ts"
import type { ScheduleError } from "./ScheduleError.ts"

/**
 * Returns who is on call now, according to the `Clock`. `at` is the time of the clock.
 *
 * Fails with a {@link ScheduleError} if the schedule has a fault.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" } as const
 * const { people } = await Effect.runPromise(onCallNow({ zone: "UTC", layers: [{ groups: [["ann"]], handOff }] }))
 * people // => ["ann"]
 * ```
 */
export const onCallNow: (schedule: OnCallSchedule) => Effect.Effect<OnCallChange, ScheduleError> = Effect.fn(
  "on-call.onCallNow"
)(function* (schedule) {
  return yield* stateNow(yield* readTimeline(schedule))
})
