import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OnCallChange } from "../OnCall.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"
import { scheduleFault } from "../scheduleFault.ts"
import { makeTimeline, type Timeline } from "../timeline/timeline.ts"
import { ScheduleError } from "./ScheduleError.ts"

/** Returns the timeline of a schedule. Fails if the schedule has a fault. */
export const readTimeline = (schedule: OnCallSchedule): Effect.Effect<Timeline, ScheduleError> =>
  Effect.suspend(() => {
    const fault = scheduleFault(schedule)
    return fault === null ? Effect.succeed(makeTimeline(schedule)) : Effect.fail(new ScheduleError(fault))
  })

/** Returns who is on call at the time of the clock. */
export const stateNow = (timeline: Timeline): Effect.Effect<OnCallChange> =>
  Effect.map(Clock.currentTimeMillis, (at) => {
    const { people, sources } = timeline(at)
    return { at, people, sources }
  })
