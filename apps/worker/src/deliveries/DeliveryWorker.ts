import type { Mailer, WebhookSender, WhatsAppSender } from "@mon/alerts/effect"
import {
  Deliveries,
  type DeliveryChannel,
  type MailOutbox,
  Queue,
  type Secrets,
  type StoreError,
  type WebhookTargets,
  type WeeklyReports
} from "@mon/core-store"
import {
  deliver,
  type DeliveryIdentity,
  deliveryQueues,
  digestQueue,
  dispatchNext,
  gatherDigests,
  mailQueue,
  type OutgoingMail,
  recoverDeliveries,
  sendQueuedMail,
  sendWhatsAppCode,
  whatsAppCodeQueue,
  writeWeeklyReports
} from "@mon/notifications"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Repeat from "effect/Schedule"
import type { SqlClient } from "effect/sql/SqlClient"
import { startChores } from "../chores.ts"
import { DeliveryPace } from "./DeliveryPace.ts"

/** What deliveries are made with. */
export type DeliveryServices =
  | Deliveries
  | DeliveryIdentity
  | Mailer
  | MailOutbox
  | OutgoingMail
  | Queue
  | Secrets
  | SqlClient
  | WebhookSender
  | WebhookTargets
  | WeeklyReports
  | WhatsAppSender

/** Deliveries under way at once by this process: receivers may keep us waiting, mail servers want few connections. */
const CONCURRENCY: Readonly<Record<DeliveryChannel, number>> = { email: 10, whatsapp: 4, webhook: 32 }
const MAILS_AT_ONCE = 3
const DIGESTS_AT_ONCE = 2
const CODES_AT_ONCE = 2
/** Notifications that are dispatched side by side. */
const DISPATCHERS = 3

/** Dispatches what there is, then waits a moment; whatever happens, it goes on. */
const startDispatcher = Effect.gen(function* () {
  const { dispatchPollMs, failedPollMs } = yield* DeliveryPace
  const turn = dispatchNext().pipe(
    Effect.repeat({ until: (found) => !found }),
    Effect.as(dispatchPollMs),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logWarning("Notifications cannot be dispatched; trying again", cause), failedPollMs)
    )
  )
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(turn, Effect.sleep)))
})

/** Tells people of what was found, for as long as its scope is open; then attempts under way may end. */
export const layerDeliveryWorkerNoDeps: Layer.Layer<never, StoreError, DeliveryServices> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* Queue
    const deliveries = yield* Deliveries
    const services = yield* Effect.context<DeliveryServices>()
    const { drainMs, pollMs, pulseMs, recoverMs, reportsMs, slowPollMs } = yield* DeliveryPace
    // Before anything is dispatched: whether there was a worker lately decides what is held.
    yield* deliveries.pulse().pipe(Effect.retry(Repeat.spaced("1 second")))
    for (const channel of ["email", "whatsapp", "webhook"] as const) {
      yield* queue.consume(deliveryQueues[channel], ({ delivery }) => deliver(delivery), {
        concurrency: CONCURRENCY[channel],
        pollMs,
        drainMs
      })
    }
    yield* queue.consume(digestQueue, gatherDigests, { concurrency: DIGESTS_AT_ONCE, pollMs: slowPollMs, drainMs })
    yield* queue.consume(mailQueue, sendQueuedMail, { concurrency: MAILS_AT_ONCE, pollMs: slowPollMs, drainMs })
    yield* queue.consume(whatsAppCodeQueue, sendWhatsAppCode, {
      concurrency: CODES_AT_ONCE,
      pollMs: slowPollMs,
      drainMs
    })
    yield* startChores([
      ["the pulse of deliveries", deliveries.pulse(), pulseMs],
      ["recovering lost deliveries", Effect.provideContext(recoverDeliveries(), services), recoverMs],
      ["writing weekly reports", Effect.provideContext(writeWeeklyReports(), services), reportsMs]
    ])
    for (let started = 0; started < DISPATCHERS; started += 1) yield* startDispatcher
  })
)
