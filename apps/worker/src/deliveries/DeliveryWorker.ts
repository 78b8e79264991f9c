import type { ChannelSender, Mailer, WebhookSender, WhatsAppSender } from "@mon/alerts/effect"
import {
  type ChannelTargets,
  Deliveries,
  type DeliveryChannel,
  deliveryChannels,
  type DueDelivery,
  type DueTimes,
  isUnavailable,
  logUnavailable,
  type MailOutbox,
  type OnCallSchedules,
  type ContactRuleSets,
  type LaterContacts,
  Jobs,
  type AccountBranding,
  type RefusedAddresses,
  type RoutedAlerts,
  type Secrets,
  Signals,
  type StoreError,
  type WebhookTargets,
  type Reports,
  type ScheduledReports,
  type WeeklyReports
} from "@mon/core-store"
import {
  type ChannelDestinations,
  deliver,
  type DeliveryIdentity,
  followReceipts,
  dispatchNext,
  gatherDigests,
  mailQueue,
  type OutgoingMail,
  sendQueuedMail,
  sendWhatsAppCode,
  whatsAppCodeQueue,
  type ReportPrinter,
  sendScheduledReports,
  writeWeeklyReports
} from "@mon/notifications"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { SqlClient } from "effect/sql/SqlClient"
import { DueWork, startDueTasks } from "../loops/dueWork.ts"
import { startJobLoop } from "../loops/jobLoop.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { DeliveryTimings } from "./DeliveryTimings.ts"

export type DeliveryServices =
  | ChannelDestinations
  | ChannelSender
  | ChannelTargets
  | Deliveries
  | DeliveryIdentity
  | DueTimes
  | OnCallSchedules
  | ContactRuleSets
  | LaterContacts
  | Mailer
  | MailOutbox
  | OutgoingMail
  | Jobs
  | AccountBranding
  | ReportPrinter
  | RefusedAddresses
  | RoutedAlerts
  | Secrets
  | Signals
  | SqlClient
  | WebhookSender
  | WebhookTargets
  | Reports
  | ScheduledReports
  | WeeklyReports
  | WhatsAppSender

/**
 * The largest number of concurrent attempts per channel. Receivers may be slow, and mail servers accept few
 * connections.
 */
const CONCURRENCY: Readonly<Record<DeliveryChannel, number>> = { email: 10, whatsapp: 4, webhook: 32, channel: 16 }
/**
 * The time within which this worker must claim a delivery that it has taken, in milliseconds. After this time, another
 * worker may take the delivery.
 */
const HOLD_MS = 15_000
const MAILS_AT_ONCE = 3
/** The largest number of digest windows that one run combines. The next run continues with the remaining windows. */
const WINDOWS_AT_ONCE = 100
const CODES_AT_ONCE = 2
/** The largest number of alerts that one run releases. The next run continues with the remaining alerts. */
const RELEASED_AT_ONCE = 500
const DISPATCHERS = 3

const logFailed = (work: string, cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return isUnavailable(error)
    ? logUnavailable(error, work)
    : Effect.logWarning(`An error occurred while ${work}. The worker will try again`, cause)
}

/**
 * Dispatches all pending notifications, then waits for a signal or for the next due time. Continues after every error.
 */
const startDispatcher = Effect.gen(function* () {
  const due = yield* DueWork
  const deliveries = yield* Deliveries
  const signals = yield* Signals
  const { dispatchPollMs, failedPollMs } = yield* DeliveryTimings
  const signalled = yield* Latch.make()
  yield* signals.listen({
    onSignal: ({ kind }) => (kind === "notification" ? signalled.openUnsafe() : undefined),
    onGap: () => signalled.openUnsafe()
  })
  const dispatch = Effect.repeat(dispatchNext(), { until: (found) => !found })
  const dispatchers = Effect.all(
    Array.from({ length: DISPATCHERS }, () => dispatch),
    { concurrency: DISPATCHERS, discard: true }
  )
  const dispatchAll = Effect.sync(() => signalled.closeUnsafe()).pipe(
    Effect.andThen(deliveries.hasUndispatched()),
    Effect.flatMap((found) => (found ? Effect.andThen(dispatchers, due.wake) : Effect.void)),
    // Notifications that wait for a check or for a step of a route become due without a signal.
    Effect.map(() => (signals.isListening() ? due.wait("notifications") : Effect.sleep(dispatchPollMs))),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(logFailed("dispatching notifications", cause), Effect.sleep(failedPollMs))
    )
  )
  yield* Effect.forkScoped(
    Effect.forever(Effect.flatMap(dispatchAll, (wait) => Effect.raceFirst(signalled.await, wait)))
  )
})

/** Delivers notifications while its scope is open. When the scope closes, it lets running attempts finish. */
export const layerDeliveryWorkerNoDeps: Layer.Layer<never, StoreError, DeliveryServices> = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const deliveries = yield* Deliveries
    const services = yield* Effect.context<DeliveryServices>()
    const due = yield* DueWork
    const { adoptMs, drainMs, pulseMs, receiptsMs, reportsMs } = yield* DeliveryTimings
    // The first pulse must precede the first dispatch, because it detects outages. After an outage, alerts wait for a
    // new check of their monitor.
    yield* deliveries.pulse().pipe(Effect.retry(Schedule.spaced("1 second")))
    for (const channel of deliveryChannels) {
      yield* startLeasedWorkLoop({
        name: `deliveries by ${channel}`,
        idle: due.wait(`deliveries by ${channel}`),
        drainMs,
        concurrency: CONCURRENCY[channel],
        leaseMs: HOLD_MS,
        claim: (limit, holdMs, exceptAccounts) => deliveries.take(channel, limit, holdMs, exceptAccounts),
        accountOf: ({ accountKey }: DueDelivery) => accountKey,
        perform: ({ key }) => deliver(key),
        release: deliveries.giveBack
      })
    }
    yield* startDueTasks([
      {
        name: "combining messages",
        due: "windows",
        run: Effect.flatMap(deliveries.endedWindows(WINDOWS_AT_ONCE), (windows) =>
          Effect.provideContext(Effect.forEach(windows, gatherDigests, { discard: true }), services)
        )
      },
      {
        name: "releasing alerts that a dependency suppressed",
        due: "released alerts",
        run: deliveries.releaseSuppressed(RELEASED_AT_ONCE)
      },
      {
        name: "announcing states after flapping and pauses",
        due: "states to announce",
        run: deliveries.announceStates(RELEASED_AT_ONCE)
      }
    ])
    yield* startJobLoop({
      queue: mailQueue,
      handler: sendQueuedMail,
      concurrency: MAILS_AT_ONCE,
      idle: due.wait(`jobs of ${mailQueue.name}`),
      drainMs
    })
    yield* startJobLoop({
      queue: whatsAppCodeQueue,
      handler: sendWhatsAppCode,
      concurrency: CODES_AT_ONCE,
      idle: due.wait(`jobs of ${whatsAppCodeQueue.name}`),
      drainMs
    })
    yield* startPeriodicTasks([
      { name: "recording the delivery heartbeat", everyMs: pulseMs, run: deliveries.pulse() },
      {
        name: "checking who acknowledged in an app",
        everyMs: receiptsMs,
        run: Effect.provideContext(followReceipts(), services)
      },
      { name: "moving jobs from an earlier release", everyMs: adoptMs, run: jobs.adopt() },
      {
        name: "writing weekly reports",
        everyMs: reportsMs,
        run: Effect.provideContext(writeWeeklyReports(), services)
      },
      {
        name: "sending scheduled reports",
        everyMs: reportsMs,
        run: Effect.provideContext(sendScheduledReports(), services)
      }
    ])
    yield* startDispatcher
  })
).pipe(Layer.provide(DueWork.layer))
