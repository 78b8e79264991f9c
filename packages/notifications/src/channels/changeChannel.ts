import { quietUntil } from "@mon/alerts"
import { type AccessScope, AlertChannels, type ChannelPatch, Deliveries, inTransaction } from "@mon/core-store"
import type { ChannelQuietHours } from "@mon/model"
import * as Effect from "effect/Effect"

/**
 * Returns when waiting messages are sent: at the end of the new quiet hours, or now if the new quiet hours do not
 * include the current time.
 */
const newEnd = (quietHours: ChannelQuietHours | null, now: Date): Date => {
  if (quietHours === null) return now
  const { timezone, ...hours } = quietHours
  const until = quietUntil({ ...hours, timeZone: timezone }, now.getTime())
  return until === null ? now : new Date(until)
}

/**
 * Changes a channel. Messages that wait for the end of the old quiet hours then wait for the end of the new quiet
 * hours. Returns null if there is no such channel.
 */
export const changeChannel = Effect.fn("changeChannel")(function* (
  scope: AccessScope,
  id: string,
  patch: ChannelPatch
) {
  const channels = yield* AlertChannels
  const { quietHours } = patch
  if (quietHours === undefined) return yield* channels.update(scope, id, patch)
  const deliveries = yield* Deliveries
  return yield* inTransaction(
    "changeChannel",
    Effect.gen(function* () {
      const changed = yield* channels.update(scope, id, patch)
      const { messages, now } =
        changed === null ? { messages: 0, now: new Date(0) } : yield* deliveries.waitingForQuiet(id)
      if (messages > 0) yield* deliveries.moveQuietEnd(id, newEnd(quietHours, now))
      return changed
    })
  )
})
