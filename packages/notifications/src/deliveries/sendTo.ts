import { quietUntil, type RenderableFact, severityOf } from "@mon/alerts"
import { channelOf } from "@mon/alerts/channels"
import {
  Deliveries,
  type DeliveryTarget,
  type DispatchTarget,
  type MessageMoment,
  type PendingNotification,
  Queue,
  type QueuedDelivery
} from "@mon/core-store"
import * as Effect from "effect/Effect"
import { deliveryQueues, digestKey, digestQueue } from "./DeliveryQueues.ts"

/**
 * How many messages about transitions a recipient gets within a window; further ones become a digest (decisions section
 * 6). This applies to emails and alert channels.
 */
export const AT_ONCE = 5
export const WINDOW_SECONDS = 60
/** By then everything that was counted into the window has been written. */
const GATHER_AFTER_MS = 1_000

/** Enqueues the job of a delivery; one that exists is left as it is. */
export const enqueue = Effect.fn("enqueueDelivery")(function* ({ accountKey, channel, key }: QueuedDelivery) {
  yield* (yield* Queue).enqueue(deliveryQueues[channel], { delivery: key }, { key, account: accountKey })
})

const enqueueDigest = Effect.fnUntraced(function* (account: string, endsAt: Date) {
  const end = { account, endsAt: endsAt.getTime() }
  yield* (yield* Queue).enqueue(digestQueue, end, { key: digestKey(end), startAt: end.endsAt + GATHER_AFTER_MS })
})

/** The end of the window whose messages become a digest; null while there are few. */
const digestEnd = Effect.fnUntraced(function* ({ accountKey }: PendingNotification) {
  const { endsAt, sent } = yield* (yield* Deliveries).countTransition(accountKey, WINDOW_SECONDS)
  return sent <= AT_ONCE ? null : endsAt
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

/** Whether a recovery closes an alert in the vendor's system, which disturbs nobody. */
const closesAlert = ({ kind }: PendingNotification, target: DeliveryTarget): boolean =>
  (kind === "recovered" || kind === "email_health_recovery") &&
  target.kind !== null &&
  channelOf(target.kind)?.abilities.resolves === true

/** When the quiet hours of a target end that concern a fact; null: it is sent now. */
const quietEnd = (notification: PendingNotification, fact: RenderableFact, target: DeliveryTarget): Date | null => {
  if (target.quietHours === null || severityOf(fact) === "critical" || closesAlert(notification, target)) return null
  const { timezone, ...hours } = target.quietHours
  const until = quietUntil({ ...hours, timeZone: timezone }, notification.now.getTime())
  return until === null ? null : new Date(until)
}

const later = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one ?? other
  return one.getTime() > other.getTime() ? one : other
}

/**
 * Writes the deliveries of a fact to its targets, and their jobs. Floods and quiet hours gather messages into one.
 * Reminders in quiet hours are left out. Runs in the transaction of the caller.
 */
export const sendTo = Effect.fn("sendTo")(function* (
  notification: PendingNotification,
  fact: RenderableFact,
  targets: ReadonlyArray<DeliveryTarget>,
  moment: MessageMoment | null = null
) {
  const deliveries = yield* Deliveries
  const gathers = notification.transition !== null && targets.some(isGathered)
  const floodEnd = gathers ? yield* digestEnd(notification) : null
  const timed: ReadonlyArray<DispatchTarget & { readonly quiet: Date | null }> = targets.map((target) => {
    const quiet = quietEnd(notification, fact, target)
    const flood = isGathered(target) && !endsShownAlert(notification, target) ? floodEnd : null
    return { ...target, quiet, waitsUntil: later(flood, quiet) }
  })
  const sent = timed.filter(({ quiet }) => quiet === null || moment?.reminder === undefined || moment.reminder === null)
  const ends = new Map(
    sent.flatMap(({ waitsUntil }) => (waitsUntil === null ? [] : [[waitsUntil.getTime(), waitsUntil]]))
  )
  yield* Effect.forEach(ends.values(), (end) => enqueueDigest(notification.accountKey, end), { discard: true })
  yield* Effect.forEach(yield* deliveries.dispatch(notification, sent, moment), enqueue, { discard: true })
})
