import {
  AuditLog,
  RateLimitedAttempts,
  Billing,
  Credentials,
  Deliveries,
  IdempotentRequests,
  Ledger,
  type MailOutbox,
  People,
  Jobs,
  Retention,
  MonitorSchedule,
  EffectiveIntervals,
  type Secrets,
  Sessions,
  Timelines
} from "@mon/core-store"
import { retentionDays } from "@mon/model"
import { sealOutbox } from "@mon/notifications"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { inBatches, ROWS_AT_ONCE } from "../loops/inBatches.ts"
import { setOldestDue, setQuarantined } from "../metrics/Metrics.ts"
import { runTask, startPeriodicTasks } from "../loops/periodicTasks.ts"
import { watchDatabaseClock } from "../schedule/DatabaseClock.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const PARTITION_DAYS_AHEAD = 7
/** The age at which rate-limit windows are deleted. A window lasts a minute, and older windows are no longer read. */
const RATE_WINDOW_SECONDS = 600
const SECONDS_PER_DAY = 86_400
const ACCOUNTS_AT_ONCE = 1_000
const EMAILS_AT_ONCE = 500
/** The largest number of domains whose checks of a day one statement rolls up. */
const DOMAINS_AT_ONCE = 100
const MILLIS_PER_SECOND = 1_000

export type SchedulerMaintenance = MonitorSchedule | Credentials | Ledger | EffectiveIntervals | IdempotentRequests

export const startSchedulerMaintenance: Effect.Effect<void, never, SchedulerMaintenance | Scope.Scope> = Effect.gen(
  function* () {
    const schedule = yield* MonitorSchedule
    const credentials = yield* Credentials
    const ledger = yield* Ledger
    const intervals = yield* EffectiveIntervals
    const requests = yield* IdempotentRequests
    const timings = yield* WorkerTimings

    yield* runTask({ name: "trying quarantined monitors again", run: schedule.retryQuarantined() })
    const purgeRateWindows = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      inBatches(credentials.purgeWindows(Math.floor(now / MILLIS_PER_SECOND) - RATE_WINDOW_SECONDS, ROWS_AT_ONCE))
    )
    yield* startPeriodicTasks([
      {
        name: "creating history partitions",
        everyMs: timings.partitionsMs,
        run: schedule.ensurePartitions(PARTITION_DAYS_AHEAD)
      },
      { name: "purging rate-limit windows", everyMs: timings.purgeMs, run: purgeRateWindows },
      { name: "booking credits", everyMs: timings.creditsMs, run: ledger.postDueEntries(ACCOUNTS_AT_ONCE) },
      { name: "applying plan intervals", everyMs: timings.plansMs, run: intervals.applyDue(ACCOUNTS_AT_ONCE) },
      {
        name: "purging idempotent responses",
        everyMs: timings.hourlyPurgeMs,
        run: inBatches(requests.purge(retentionDays.idempotentResponses * SECONDS_PER_DAY, ROWS_AT_ONCE))
      },
      {
        name: "measuring the oldest due time",
        everyMs: timings.measureMs,
        run: Effect.flatMap(schedule.oldestDueMs(), setOldestDue)
      },
      {
        name: "counting quarantined monitors",
        everyMs: timings.measureMs,
        run: Effect.flatMap(schedule.quarantined(), setQuarantined)
      },
      {
        name: "checking the database's clock",
        everyMs: timings.clockMs,
        run: yield* watchDatabaseClock
      }
    ])
  }
)

/** The periodic tasks for people and their accounts: sessions, links, login attempts and licences. */
export const layerAccountMaintenance: Layer.Layer<
  never,
  never,
  AuditLog | RateLimitedAttempts | Billing | People | Sessions
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const people = yield* People
    const sessions = yield* Sessions
    const attempts = yield* RateLimitedAttempts
    const audit = yield* AuditLog
    const billing = yield* Billing
    const { hourlyPurgeMs, plansMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      {
        name: "purging expired sessions",
        everyMs: hourlyPurgeMs,
        run: inBatches(sessions.purgeExpired(ROWS_AT_ONCE))
      },
      { name: "purging expired links", everyMs: hourlyPurgeMs, run: inBatches(people.purgeLinks(ROWS_AT_ONCE)) },
      { name: "purging the audit log", everyMs: hourlyPurgeMs, run: inBatches(audit.purge(ROWS_AT_ONCE)) },
      { name: "purging old login attempts", everyMs: hourlyPurgeMs, run: inBatches(attempts.purgeOld(ROWS_AT_ONCE)) },
      { name: "applying licences to plans", everyMs: plansMs, run: billing.applyDue(ACCOUNTS_AT_ONCE) }
    ])
  })
)

/** Encrypts emails that an earlier release has stored in the outbox as plain text. */
export const layerOutboxEncryption: Layer.Layer<never, never, MailOutbox | Secrets> = Layer.effectDiscard(
  Effect.gen(function* () {
    const services = yield* Effect.context<MailOutbox | Secrets>()
    const { hourlyPurgeMs } = yield* WorkerTimings
    const run = inBatches(sealOutbox(EMAILS_AT_ONCE), EMAILS_AT_ONCE)
    yield* startPeriodicTasks([
      {
        name: "encrypting outbox emails",
        everyMs: hourlyPurgeMs,
        run: Effect.provideContext(run, services)
      }
    ])
  })
)

/** Rolls up the checks of each day for timelines. After an upgrade, begins with the last 90 days. */
export const layerDayRollUps: Layer.Layer<never, never, Timelines> = Layer.effectDiscard(
  Effect.gen(function* () {
    const timelines = yield* Timelines
    const { hourlyPurgeMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      {
        name: "rolling up days",
        everyMs: hourlyPurgeMs,
        run: inBatches(timelines.rollUp(DOMAINS_AT_ONCE), 1)
      }
    ])
  })
)

/** Purges data whose retention has ended. Data of a single kind of work is purged by the layer of that work. */
export const layerRetention: Layer.Layer<never, never, Deliveries | Jobs | Retention | WorkerConfig> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const retention = yield* Retention
      const deliveries = yield* Deliveries
      const jobs = yield* Jobs
      const days = yield* WorkerConfig.retention
      const { hourlyPurgeMs, purgeMs } = yield* WorkerTimings
      yield* startPeriodicTasks([
        {
          name: "purging the history",
          everyMs: hourlyPurgeMs,
          run: retention.purgeHistory(days.checks, ROWS_AT_ONCE)
        },
        {
          name: "purging notifications",
          everyMs: purgeMs,
          run: retention.purgeNotifications(days.notifications, ROWS_AT_ONCE)
        },
        {
          name: "purging deliveries",
          everyMs: purgeMs,
          run: deliveries.purge(days.deliveries, ROWS_AT_ONCE)
        },
        {
          name: "purging outbox emails",
          everyMs: purgeMs,
          run: retention.purgeEmails(days.outboxEmails, ROWS_AT_ONCE)
        },
        {
          name: "purging dead jobs",
          everyMs: hourlyPurgeMs,
          run: inBatches(jobs.purge(days.deadJobs, ROWS_AT_ONCE))
        },
        {
          name: "purging rows whose retention has ended",
          everyMs: hourlyPurgeMs,
          run: inBatches(retention.purgeExpired(days, ROWS_AT_ONCE), ROWS_AT_ONCE)
        },
        {
          name: "purging deleted monitors",
          everyMs: hourlyPurgeMs,
          run: inBatches(retention.purgeDeletedMonitors(days.deletedMonitors, ROWS_AT_ONCE), 1)
        }
      ])
    })
  )
