import { MonitorSchedule } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Chore } from "../chores.ts"

/** A clock that lost less than this was corrected, or the answer was late. */
const TOLERANCE_MS = 2_000
const NANOS_PER_MILLI = 1_000_000

/**
 * Notices when the database's clock was set back, since the last time or, at the start, before: due times that lie in the
 * future would otherwise be waited for. A clock that was set ahead needs nothing: what is due is looked at once, in turn.
 */
export const watchDatabaseClock = (everyMs: number): Effect.Effect<Chore, never, MonitorSchedule> =>
  Effect.map(MonitorSchedule, (schedule) => {
    let offset: number | null = null
    const check = Effect.gen(function* () {
      const database = yield* schedule.now()
      const own = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
      const isBehind = offset === null || database - own < offset - TOLERANCE_MS
      if (isBehind) {
        const mended = yield* schedule.repairDueTimes()
        if (mended > 0) {
          yield* Effect.annotateLogs(
            Effect.logWarning("The database's clock was set back: due times were brought back with it"),
            { mended }
          )
        }
      }
      offset = database - own
    })
    return ["watching the database's clock", check, everyMs]
  })
