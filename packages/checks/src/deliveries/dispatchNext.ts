import { type FlappingFact, factKey, summarize } from "@mon/alerts"
import { Deliveries, Queue, type QueuedDelivery, type PendingNotification } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { deliveryQueues, digestKey, digestQueue } from "./DeliveryQueues.ts"
import { inTransaction } from "./inTransaction.ts"

/** Mails of transitions that an account gets at once within a window; the others become a digest (decisions section 6). */
const AT_ONCE = 5
const WINDOW_SECONDS = 60
/** What was counted into the window at its last moment is written by then. */
const GATHER_AFTER_MS = 1_000
/** So many transitions in 24 hours are told by one notice (decisions section 6). */
const FLAPPING_TRANSITIONS = 6
const FLAPPING_HOURS = 24

export const enqueue = Effect.fn("enqueueDelivery")(function* ({ channel, key }: QueuedDelivery) {
  yield* (yield* Queue).enqueue(deliveryQueues[channel], { delivery: key }, { key })
})

/** The notice takes the place of the transition that made it necessary, and of those that follow. */
const flaps = Effect.fnUntraced(function* (notification: PendingNotification) {
  const deliveries = yield* Deliveries
  const { count, noticed, since } = yield* deliveries.transitions(notification)
  if (count < FLAPPING_TRANSITIONS) return false
  const domain = noticed ? null : yield* deliveries.monitorOf(notification)
  if (domain !== null) {
    const data = {
      change: "flapping",
      transitions: count,
      windowHours: FLAPPING_HOURS,
      since: since.toISOString()
    } as const
    const fact: FlappingFact = { type: "status_change", ...data, domain, link: null }
    yield* deliveries.note(notification, { key: factKey(fact), ...summarize(fact), data })
  }
  yield* deliveries.suppress(notification)
  return true
})

const digestEnd = Effect.fnUntraced(function* ({ accountKey }: PendingNotification) {
  const { endsAt, told } = yield* (yield* Deliveries).countTransition(accountKey, WINDOW_SECONDS)
  if (told <= AT_ONCE) return null
  const end = { account: accountKey, endsAt: endsAt.getTime() }
  yield* (yield* Queue).enqueue(digestQueue, end, { key: digestKey(end), startAt: end.endsAt + GATHER_AFTER_MS })
  return endsAt
})

const dispatchOne = Effect.fnUntraced(function* (notification: PendingNotification) {
  const deliveries = yield* Deliveries
  if (notification.muted) return yield* deliveries.suppress(notification)
  if (notification.transition !== null && (yield* flaps(notification))) return
  const targets = yield* deliveries.targets(notification)
  const mails = targets.some(({ channel }) => channel === "email")
  const waitsUntil = notification.transition !== null && mails ? yield* digestEnd(notification) : null
  yield* Effect.forEach(yield* deliveries.dispatch(notification, targets, waitsUntil), enqueue, { discard: true })
})

/** Writes the deliveries of the oldest notification that nobody was told of, with their jobs, in one transaction; false when there is none. */
export const dispatchNext = Effect.fn("dispatchNext")(function* () {
  const deliveries = yield* Deliveries
  return yield* inTransaction(
    "dispatchNext",
    Effect.gen(function* () {
      const notification = yield* deliveries.takeUndispatched()
      if (notification === null) return false
      yield* dispatchOne(notification)
      return true
    })
  )
})

/** Makes the digests of a window that has ended. */
export const gatherDigests = Effect.fn("gatherDigests")(function* ({
  account,
  endsAt
}: {
  readonly account: string
  readonly endsAt: number
}) {
  const deliveries = yield* Deliveries
  yield* inTransaction(
    "gatherDigests",
    Effect.flatMap(deliveries.gather(account, new Date(endsAt)), Effect.forEach(enqueue))
  )
})

/** Deliveries that are looked after at once; the rest is at the next time. */
const RECOVERED_AT_ONCE = 500

/** Gives deliveries that wait and whose jobs were lost a new one; a job that is there is left alone. */
export const recoverDeliveries = Effect.fn("recoverDeliveries")(function* () {
  const queue = yield* Queue
  const { deliveries, digests } = yield* (yield* Deliveries).overdue(RECOVERED_AT_ONCE)
  yield* Effect.forEach(deliveries, enqueue, { discard: true })
  for (const { accountKey, endsAt } of digests) {
    const end = { account: accountKey, endsAt: endsAt.getTime() }
    yield* queue.enqueue(digestQueue, end, { key: digestKey(end) })
  }
})
