import { quietUntil, type RenderableFact, severityOf } from "@mon/alerts"
import { channelOf } from "@mon/alerts/channels"
import {
  type CauseBurst,
  Deliveries,
  type DeliveryTarget,
  type DispatchTarget,
  type MessageMoment,
  type PendingNotification
} from "@mon/core-store"
import * as Effect from "effect/Effect"
import { showsAlerts } from "./channelTraits.ts"

/**
 * The maximum number of messages about transitions to a recipient within a window. Further messages become a digest.
 * This applies to all recipients but webhooks.
 */
export const AT_ONCE = 5
export const WINDOW_SECONDS = 60
/** Transitions with one cause outside become two messages: the first ones after this time, the rest after a window. */
const NOTICE_MS = 1_000
/** Causes that get messages of their own within a window. What others take down is one digest. */
const CAUSES_AT_ONCE = 5
/** The end of the window whose messages become a digest; null while there are few, and no cause is shared. */
const digestEnd = Effect.fnUntraced(function* ({ accountKey }: PendingNotification, causeKey: string | null) {
  const { endsAt, sent } = yield* (yield* Deliveries).countTransition(accountKey, WINDOW_SECONDS)
  return sent <= AT_ONCE && causeKey === null ? null : endsAt
})

/** Programs count messages, so that signed webhooks get each of their own. */
const isGathered = ({ channel }: DeliveryTarget): boolean => channel !== "webhook"

/** The kinds of notifications that end other ones. */
const RECOVERIES: ReadonlyArray<string> = ["up", "recovered", "email_health_recovery"]

/** Kinds without an incident that last until a recovery, and their recoveries. */
const LASTING: ReadonlyArray<string> = ["degraded", "recovered", "email_health_alert", "email_health_recovery"]

const resolvesAlerts = ({ kind }: DeliveryTarget): boolean =>
  kind !== null && channelOf(kind)?.abilities.resolves === true

/**
 * Whether a fact ends an alert that the channel shows until then, or is about one that a service with alerts of its own
 * must end later. A message about several monitors could do neither.
 */
const isOwnAlert = ({ kind }: PendingNotification, target: DeliveryTarget): boolean =>
  (RECOVERIES.includes(kind) && target.isKnown && showsAlerts(target.kind)) ||
  (LASTING.includes(kind) && resolvesAlerts(target))

/** The messages about several facts that a fact joins: those about its cause or its kind, or the digest of a window. */
interface Gathering {
  readonly bursts: ReadonlyArray<CauseBurst>
  readonly floodEnd: Date | null
}

const NOT_GATHERED: Gathering = { bursts: [], floodEnd: null }

const gather = Effect.fnUntraced(function* (
  notification: PendingNotification,
  targets: ReadonlyArray<DeliveryTarget>,
  moment: MessageMoment | null
) {
  const gathered = targets.filter((target) => isGathered(target) && !isOwnAlert(notification, target))
  if (notification.monitorKey === null || notification.userKey !== null || !targets.some(isGathered))
    return NOT_GATHERED
  const deliveries = yield* Deliveries
  const timings = { minute: moment?.minute ?? 0, noticeMs: NOTICE_MS, restMs: WINDOW_SECONDS * 1_000 }
  if (notification.transition === null)
    return { bursts: yield* deliveries.storm(notification, gathered, timings), floodEnd: null } satisfies Gathering
  const causeKey = yield* deliveries.sharedCause(notification)
  const bursts =
    causeKey === null
      ? null
      : yield* deliveries.burst(notification, causeKey, gathered, { ...timings, causesAtOnce: CAUSES_AT_ONCE })
  if (bursts !== null) return { bursts, floodEnd: null } satisfies Gathering
  return { bursts: [], floodEnd: yield* digestEnd(notification, causeKey) } satisfies Gathering
})

const burstOf = ({ bursts }: Gathering, { channel, target }: DeliveryTarget): CauseBurst | null =>
  bursts.find((burst) => burst.channel === channel && burst.target === target) ?? null

/** Whether a recovery closes an alert in the vendor's system, which disturbs nobody. */
const closesAlert = ({ kind }: PendingNotification, target: DeliveryTarget): boolean =>
  (kind === "recovered" || kind === "email_health_recovery") && resolvesAlerts(target)

/** Returns the end of the quiet hours of a target that concern a fact; null: it is sent now. */
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
 * Writes the deliveries of a fact to its targets. Floods and quiet hours gather messages into one.
 * Reminders in quiet hours are left out. Runs in the transaction of the caller.
 */
export const sendTo = Effect.fn("sendTo")(function* (
  notification: PendingNotification,
  fact: RenderableFact,
  targets: ReadonlyArray<DeliveryTarget>,
  moment: MessageMoment | null = null
) {
  const deliveries = yield* Deliveries
  const gathering = yield* gather(notification, targets, moment)
  const timed: ReadonlyArray<DispatchTarget & { readonly quiet: Date | null }> = targets.map((target) => {
    const quiet = quietEnd(notification, fact, target)
    const burst = burstOf(gathering, target)
    const flood = isGathered(target) && !isOwnAlert(notification, target) ? gathering.floodEnd : null
    return { ...target, quiet, cause: quiet === null ? burst : null, waitsUntil: later(burst?.endsAt ?? flood, quiet) }
  })
  const sent = timed.filter(({ quiet }) => quiet === null || moment?.reminder === undefined || moment.reminder === null)
  yield* deliveries.dispatch(notification, sent, moment)
})
