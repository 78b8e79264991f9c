import { Credentials, IdempotentRequests, Ledger, MonitorSchedule, EffectiveIntervals } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { startChores } from "./chores.ts"
import { setOldestDue } from "./Metrics.ts"
import { watchDatabaseClock } from "./schedule/DatabaseClock.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Partitions are there this many days before they are needed. */
const PARTITION_DAYS_AHEAD = 7
/** Windows of the rate limit are a minute long; older ones are of no use to anybody. */
const WINDOW_KEPT_SECONDS = 600
/** Accounts whose credits are booked in one go; the rest is due at the next. */
const ACCOUNTS_AT_ONCE = 1_000
/** Answers of repeatable requests are kept for 24 hours. */
const ANSWERS_KEPT_SECONDS = 86_400
const MILLIS_PER_SECOND = 1_000

/** What housekeeping works with. */
export type HousekeepingServices = MonitorSchedule | Credentials | Ledger | EffectiveIntervals | IdempotentRequests

/** What the store needs done now and then. */
export const startHousekeeping: Effect.Effect<void, never, HousekeepingServices | Scope.Scope> = Effect.gen(
  function* () {
    const schedule = yield* MonitorSchedule
    const credentials = yield* Credentials
    const ledger = yield* Ledger
    const intervals = yield* EffectiveIntervals
    const requests = yield* IdempotentRequests
    const pace = yield* WorkerPace

    const makePartitions = schedule.ensurePartitions(PARTITION_DAYS_AHEAD)
    const purgeWindows = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      credentials.purgeWindows(Math.floor(now / MILLIS_PER_SECOND) - WINDOW_KEPT_SECONDS)
    )
    const measureOldestDue = Effect.flatMap(schedule.oldestDueMs(), setOldestDue)

    yield* startChores([
      ["making partitions", makePartitions, pace.partitionsMs],
      ["forgetting rate windows", purgeWindows, pace.windowsMs],
      ["booking credits that expire or are granted", ledger.postDueEntries(ACCOUNTS_AT_ONCE), pace.creditsMs],
      ["serving the intervals of the plans in force", intervals.applyDue(ACCOUNTS_AT_ONCE), pace.plansMs],
      ["forgetting answers of repeatable requests", requests.purge(ANSWERS_KEPT_SECONDS), pace.answersMs],
      ["measuring the oldest due time", measureOldestDue, pace.oldestDueMs],
      yield* watchDatabaseClock(pace.clockMs)
    ])
  }
)
