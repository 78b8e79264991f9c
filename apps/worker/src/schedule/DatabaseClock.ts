import { MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The largest difference, in milliseconds, that is attributed to a small clock correction or a slow response. */
const TOLERANCE_MS = 2_000
const NANOS_PER_MILLI = 1_000_000

/**
 * Creates a task that repairs due times after the database's clock was set back. Without the repair, these due times
 * would be far in the future. The task detects a change since its last run and, in its first run, a change before the
 * start. A clock that was set forward needs no repair, because every due monitor is checked once.
 */
export const watchDatabaseClock: Effect.Effect<Effect.Effect<void, StoreError>, never, MonitorSchedule> = Effect.map(
  MonitorSchedule,
  (schedule) => {
    let offset: number | null = null
    return Effect.gen(function* () {
      const database = yield* schedule.now()
      const own = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
      const isBehind = offset === null || database - own < offset - TOLERANCE_MS
      if (isBehind) {
        const repaired = yield* schedule.repairDueTimes()
        if (repaired > 0) {
          yield* Effect.annotateLogs(
            Effect.logWarning("The database clock was set back. The monitors' due times were corrected"),
            {
              repaired
            }
          )
        }
      }
      offset = database - own
    })
  }
)
