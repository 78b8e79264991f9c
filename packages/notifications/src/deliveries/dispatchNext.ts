import type { RenderableFact } from "@mon/alerts"
import { Deliveries, type EndedWindow, inTransaction, type PendingNotification, RoutedAlerts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import {
  beginAlert,
  dispatchDue,
  dispatchLater,
  findRoute,
  findRouteOfOpening,
  isRecovery
} from "../routing/routeAlert.ts"
import { recipientsAt } from "../routing/routeRecipients.ts"
import { pendingFact } from "./deliveredFact.ts"
import { sendTo } from "./sendTo.ts"
import { type FactOf, flapping } from "@mon/model"

/**
 * Replaces a state change with a flapping notice. If there already is a notice, only suppresses the state change.
 * Returns false if the monitor is not flapping.
 */
const replaceWhenFlapping = Effect.fnUntraced(function* (notification: PendingNotification) {
  if (notification.isAnnouncedLater) return false
  const deliveries = yield* Deliveries
  const { count, noticed, since } = yield* deliveries.transitions(notification)
  if (count < flapping.transitions) return false
  const monitor = noticed ? null : yield* deliveries.monitorOf(notification)
  if (monitor !== null) {
    const fact: FactOf<"flapping"> = {
      kind: "flapping",
      monitor,
      transitions: count,
      windowHours: flapping.hours,
      since: since.toISOString()
    }
    yield* deliveries.note(notification, fact)
  }
  yield* deliveries.suppressFlapping(notification)
  return true
})

/**
 * Finds the recipients of a recovery. Everybody who got the alert gets its recovery, even if the default route has
 * changed. Nobody else gets the recovery if a route had taken the alert, or if the alert began and ended during a
 * pause. If nobody got the alert, the recovery goes to the people who would have received the alert. Removed recipients
 * get nothing.
 */
const recipientsOfRecovery = Effect.fnUntraced(function* (notification: PendingNotification, fact: RenderableFact) {
  const { isRouted, isSilent, isUnsent, reached } = yield* (yield* RoutedAlerts).recover(notification)
  const route = isUnsent && !isRouted && !isSilent ? yield* findRouteOfOpening(notification, fact) : null
  if (route !== null) {
    const first = route.steps.find(({ targets }) => targets.length > 0)
    return yield* recipientsAt(notification, {
      reminder: null,
      targets: first?.targets ?? [],
      fallback: route.fallback,
      // Nobody got the alert, so a person gets its recovery by the first rules, and at once.
      nature: { isUrgent: notification.transition !== null, lasts: false },
      atMs: notification.now.getTime()
    })
  }
  const channels = reached.filter(({ channel }) => channel === "channel").map(({ target }) => target)
  const current = yield* (yield* Deliveries).targets(notification, channels, !isRouted && !isSilent)
  if (!isRouted && !isSilent) return current
  return current.filter(({ channel, target }) =>
    reached.some((one) => one.channel === channel && one.target.toLowerCase() === target.toLowerCase())
  )
})

const dispatchOne = Effect.fnUntraced(function* (notification: PendingNotification) {
  const deliveries = yield* Deliveries
  const fact = pendingFact(notification)
  const recipients = isRecovery(fact) ? yield* recipientsOfRecovery(notification, fact) : null
  if (notification.mutedBy !== null) return yield* deliveries.suppress(notification, notification.mutedBy)
  if (notification.downParentKey !== null)
    return yield* deliveries.suppressForParent(notification, notification.downParentKey)
  if (notification.transition !== null && (yield* replaceWhenFlapping(notification))) return
  const route = recipients === null ? yield* findRoute(notification, fact) : null
  if (route !== null) return yield* beginAlert(notification, fact, route)
  yield* sendTo(notification, fact, recipients ?? (yield* deliveries.targets(notification)))
})

/**
 * Writes the deliveries of the oldest undispatched notification in one transaction. If there is none, sends the due
 * steps of the alert that is due first, or the messages that people's rules have delayed. Returns false if there was
 * nothing to do.
 */
export const dispatchNext = Effect.fn("dispatchNext")(function* () {
  const deliveries = yield* Deliveries
  return yield* inTransaction(
    "dispatchNext",
    Effect.gen(function* () {
      const notification = yield* deliveries.takeUndispatched()
      if (notification === null) return (yield* dispatchDue()) || (yield* dispatchLater())
      yield* dispatchOne(notification)
      return true
    })
  )
})

/** The longest time for which the message about a shared cause waits for alerts that are dispatched late. */
const LONGEST_WAIT_MS = 300_000

/**
 * Creates the digests of a window that has ended. Returns false if more alerts are about to join the window, in which
 * case the digests are created later.
 */
export const gatherDigests = Effect.fn("gatherDigests")(function* ({ accountKey, endsAt }: EndedWindow) {
  const deliveries = yield* Deliveries
  if (yield* deliveries.isJoining(accountKey, endsAt, LONGEST_WAIT_MS)) return false
  yield* deliveries.gather(accountKey, endsAt)
  return true
})
