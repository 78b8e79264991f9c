import { Deliveries, type PendingNotification } from "@mon/core-store"
import { type FactOf, flapping } from "@mon/model"
import * as Effect from "effect/Effect"

/**
 * Replaces the transition with a flapping notice, unless there is one already. False when the monitor does not flap.
 */
export const replaceWhenFlapping = Effect.fnUntraced(function* (notification: PendingNotification) {
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
