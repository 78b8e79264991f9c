import { quietUntil, type RenderableFact, severityOf } from "@mon/alerts"
import { type Channel, channelOf, channels } from "@mon/alerts/channels"
import {
  type CauseBurst,
  type ChannelTraits,
  Deliveries,
  type DeliveryTarget,
  type DispatchTarget,
  EXTERNAL_KINDS,
  type MessageMoment,
  type PendingNotification
} from "@mon/core-store"
import * as Effect from "effect/Effect"

const kinds = Object.values<Channel>(channels)

/**
 * Returns whether the service of a kind of channel shows an alert until the alert ends: as an open alert, as a message
 * that is edited, or as an alarm that repeats.
 */
const showsAlerts = (kind: string | null): boolean => {
  const abilities = kind === null ? undefined : channelOf(kind)?.abilities
  return abilities !== undefined && (abilities.resolves || abilities.edits || abilities.acknowledges)
}

/**
 * The properties of channels that the store needs. `spacing` is the time between two messages in milliseconds that
 * keeps each service's rate limit.
 */
export const channelTraits: ChannelTraits = {
  spacing: Object.fromEntries(
    kinds.flatMap(({ kind, rate }) =>
      rate === null ? [] : [[kind, Math.ceil((rate.seconds * 1_000) / rate.messages)]]
    )
  ),
  showing: kinds.map(({ kind }) => kind).filter(showsAlerts)
}

/**
 * The maximum number of messages about state changes to one recipient within a window. Further state changes are
 * combined in a digest. Webhooks have no limit.
 */
export const AT_ONCE = 5
export const WINDOW_SECONDS = 60
/**
 * The delay of the first of two messages about state changes that have an external cause in common. The first message
 * lists the state changes that have arrived by then, and the second message lists the rest of the window.
 */
const NOTICE_MS = 1_000
/**
 * The number of causes per window that get messages of their own. State changes with further causes are combined in one
 * digest.
 */
const CAUSES_AT_ONCE = 5
/**
 * Returns the end of the current window if its messages are combined in a digest. Null if there are only a few messages
 * and no cause is shared.
 */
const digestEnd = Effect.fnUntraced(function* ({ accountKey }: PendingNotification, causeKey: string | null) {
  const { endsAt, sent } = yield* (yield* Deliveries).countTransition(accountKey, WINDOW_SECONDS)
  return sent <= AT_ONCE && causeKey === null ? null : endsAt
})

/**
 * Returns whether messages to a target can be combined. Signed webhooks get each message separately, because programs
 * count messages.
 */
const isGathered = ({ channel }: DeliveryTarget): boolean => channel !== "webhook"

const RECOVERIES: ReadonlyArray<string> = ["up", "recovered", "email_health_recovery", "external_resolved"]

/** The kinds of alerts that last until a recovery, except outages, and the kinds of these recoveries. */
const LASTING: ReadonlyArray<string> = [
  "degraded",
  "recovered",
  "email_health_alert",
  "email_health_recovery",
  ...EXTERNAL_KINDS
]

const resolvesAlerts = ({ kind }: DeliveryTarget): boolean =>
  kind !== null && channelOf(kind)?.abilities.resolves === true

/**
 * Returns whether a target needs a separate message about a fact, because the fact ends an alert that the channel still
 * shows, or because a service with alerts of its own must end the alert later. A message about several monitors could
 * not end an alert.
 */
const isOwnAlert = ({ kind }: PendingNotification, target: DeliveryTarget): boolean =>
  (RECOVERIES.includes(kind) && target.isKnown && showsAlerts(target.kind)) ||
  (LASTING.includes(kind) && resolvesAlerts(target))

/** The combined messages that a fact joins: messages about its cause or about its kind, or the digest of a window. */
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
  const isGatherable = notification.monitorKey !== null || EXTERNAL_KINDS.includes(notification.kind)
  if (!isGatherable || notification.userKey !== null || !targets.some(isGathered)) return NOT_GATHERED
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

/**
 * Returns whether a recovery only closes an alert in the vendor's system. Closing an alert notifies nobody, so the
 * recovery need not wait for the end of quiet hours.
 */
const closesAlert = ({ kind }: PendingNotification, target: DeliveryTarget): boolean =>
  kind !== "up" && RECOVERIES.includes(kind) && resolvesAlerts(target)

/** Returns the end of the target's quiet hours if a fact has to wait for that time. Null if the fact is sent now. */
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
 * Writes the deliveries of a fact to its targets. Many facts in a short time, and facts in quiet hours, are combined
 * into one message. Reminders in quiet hours are left out. Runs in the transaction of the caller.
 */
export const sendTo = Effect.fn("sendTo")(function* (
  notification: PendingNotification,
  fact: RenderableFact,
  targets: ReadonlyArray<DeliveryTarget & Partial<Pick<DispatchTarget, "onCall">>>,
  moment: MessageMoment | null = null
) {
  const deliveries = yield* Deliveries
  const gathering = yield* gather(notification, targets, moment)
  const timed: ReadonlyArray<DispatchTarget & { readonly quiet: Date | null }> = targets.map((target) => {
    const quiet = quietEnd(notification, fact, target)
    const burst = burstOf(gathering, target)
    const flood = isGathered(target) && !isOwnAlert(notification, target) ? gathering.floodEnd : null
    const { onCall = null } = target
    return {
      ...target,
      onCall,
      quiet,
      cause: quiet === null ? burst : null,
      waitsUntil: later(burst?.endsAt ?? flood, quiet)
    }
  })
  const sent = timed.filter(({ quiet }) => quiet === null || moment?.reminder === undefined || moment.reminder === null)
  yield* deliveries.dispatch(notification, sent, moment)
})
