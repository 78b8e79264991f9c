import { channelOf } from "@mon/alerts/channels"
import { Deliveries, type DeliveryTarget, Queue, type QueuedDelivery, type PendingNotification } from "@mon/core-store"
import type { FactOf } from "@mon/model"
import * as Effect from "effect/Effect"
import { deliveryQueues, digestKey, digestQueue } from "./DeliveryQueues.ts"
import { inTransaction } from "../inTransaction.ts"

/**
 * How many messages about transitions a recipient gets within a window; further ones become a digest (decisions section
 * 6). This applies to emails and alert channels.
 */
const AT_ONCE = 5
const WINDOW_SECONDS = 60
/** By then everything that was counted into the window has been written. */
const GATHER_AFTER_MS = 1_000
/** With this many transitions in 24 hours, one flapping notice replaces them (decisions section 6). */
const FLAPPING_TRANSITIONS = 6
const FLAPPING_HOURS = 24

const enqueue = Effect.fn("enqueueDelivery")(function* ({ accountKey, channel, key }: QueuedDelivery) {
  yield* (yield* Queue).enqueue(deliveryQueues[channel], { delivery: key }, { key, account: accountKey })
})

/**
 * Replaces the transition with a flapping notice, unless there is one already. False when the monitor does not flap.
 */
const replaceWhenFlapping = Effect.fnUntraced(function* (notification: PendingNotification) {
  const deliveries = yield* Deliveries
  const { count, noticed, since } = yield* deliveries.transitions(notification)
  if (count < FLAPPING_TRANSITIONS) return false
  const monitor = noticed ? null : yield* deliveries.monitorOf(notification)
  if (monitor !== null) {
    const fact: FactOf<"flapping"> = {
      kind: "flapping",
      monitor,
      transitions: count,
      windowHours: FLAPPING_HOURS,
      since: since.toISOString()
    }
    yield* deliveries.note(notification, fact)
  }
  yield* deliveries.suppress(notification)
  return true
})

const digestEnd = Effect.fnUntraced(function* ({ accountKey }: PendingNotification) {
  const { endsAt, sent } = yield* (yield* Deliveries).countTransition(accountKey, WINDOW_SECONDS)
  if (sent <= AT_ONCE) return null
  const end = { account: accountKey, endsAt: endsAt.getTime() }
  yield* (yield* Queue).enqueue(digestQueue, end, { key: digestKey(end), startAt: end.endsAt + GATHER_AFTER_MS })
  return endsAt
})

const isGathered = ({ channel }: DeliveryTarget): boolean => channel === "email" || channel === "channel"

/**
 * Whether a recovery ends an alert that the channel shows until then: an open alert, a message that it changes, or an
 * alarm that repeats. A digest would leave it as it is.
 */
const endsShownAlert = ({ transition }: PendingNotification, { isKnown, kind }: DeliveryTarget): boolean => {
  const abilities = kind === null ? undefined : channelOf(kind)?.abilities
  if (transition !== "up" || !isKnown || abilities === undefined) return false
  return abilities.resolves || abilities.edits || abilities.acknowledges
}

const dispatchOne = Effect.fnUntraced(function* (notification: PendingNotification) {
  const deliveries = yield* Deliveries
  if (notification.muted) return yield* deliveries.suppress(notification)
  if (notification.transition !== null && (yield* replaceWhenFlapping(notification))) return
  const targets = yield* deliveries.targets(notification)
  const gathers = notification.transition !== null && targets.some(isGathered)
  const endsAt = gathers ? yield* digestEnd(notification) : null
  const timed = targets.map((target) => ({
    ...target,
    waitsUntil: isGathered(target) && !endsShownAlert(notification, target) ? endsAt : null
  }))
  yield* Effect.forEach(yield* deliveries.dispatch(notification, timed), enqueue, { discard: true })
})

/**
 * Writes the deliveries of the oldest undispatched notification and their jobs in one transaction; false when there is
 * none.
 */
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

/** Creates the digests of a window that has ended. */
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

/** Deliveries recovered in one run; the rest follows with the next. */
const RECOVERED_AT_ONCE = 500

/** Enqueues overdue deliveries and digests again whose jobs may be lost; an existing job is left as it is. */
export const recoverDeliveries = Effect.fn("recoverDeliveries")(function* () {
  const queue = yield* Queue
  const { deliveries, digests } = yield* (yield* Deliveries).overdue(RECOVERED_AT_ONCE)
  yield* Effect.forEach(deliveries, enqueue, { discard: true })
  for (const { accountKey, endsAt } of digests) {
    const end = { account: accountKey, endsAt: endsAt.getTime() }
    yield* queue.enqueue(digestQueue, end, { key: digestKey(end) })
  }
})
