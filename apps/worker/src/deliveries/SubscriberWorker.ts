import type { Mailer, WebhookSender } from "@mon/alerts/effect"
import {
  type ClaimedSubscriberDelivery,
  type DueTimes,
  type RefusedAddresses,
  type Secrets,
  type StatusPageDocuments,
  SubscriberDeliveries,
  type SubscriberKind
} from "@mon/core-store"
import {
  type DeliveryIdentity,
  readPublishedPages,
  sendToSubscriber,
  setSubscribersWaiting,
  subscriberMetrics
} from "@mon/notifications"
import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork } from "../loops/dueWork.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The services that deliveries to subscribers need. */
export type SubscriberServices =
  | DeliveryIdentity
  | DueTimes
  | Mailer
  | RefusedAddresses
  | Secrets
  | StatusPageDocuments
  | SubscriberDeliveries
  | WebhookSender

/**
 * The largest number of concurrent attempts by kind. The number for emails is small, because mail servers limit
 * senders. Alerts have separate connections. One page gets at most half of the attempts while other pages wait.
 */
const CONCURRENCY: Readonly<Record<SubscriberKind, number>> = { email: 4, webhook: 16 }
/**
 * The lease of a delivery, in milliseconds. It is longer than any attempt. After it expires, another worker may repeat
 * the attempt.
 */
const LEASE_MS = 100_000

/** Delivers publications of status pages to their subscribers, separately from alerts. */
export const layerSubscriberWorkerNoDeps: Layer.Layer<never, never, SubscriberServices> = Layer.effectDiscard(
  Effect.gen(function* () {
    const deliveries = yield* SubscriberDeliveries
    const readPage = yield* readPublishedPages
    const due = yield* DueWork
    const { measureMs } = yield* WorkerTimings
    for (const kind of ["email", "webhook"] as const) {
      yield* startLeasedWorkLoop({
        name: `subscribers by ${kind}`,
        idle: due.wait(`subscribers by ${kind}`),
        concurrency: CONCURRENCY[kind],
        leaseMs: LEASE_MS,
        claim: (limit, leaseMs, exceptPages) => deliveries.claim(kind, limit, leaseMs, exceptPages),
        accountOf: ({ pageKey }: ClaimedSubscriberDelivery) => pageKey,
        perform: (delivery) => sendToSubscriber(delivery, readPage),
        release: deliveries.release
      })
    }
    const measure = Effect.flatMap(deliveries.waiting(), ({ email, webhook }) =>
      Effect.andThen(setSubscribersWaiting("email", email), setSubscribersWaiting("webhook", webhook))
    )
    yield* initializeMetrics(subscriberMetrics)
    yield* startPeriodicTasks([{ name: "measuring deliveries to subscribers", everyMs: measureMs, run: measure }])
  })
).pipe(Layer.provide(DueWork.layer))
