import { channels } from "@mon/alerts/channels"
import type { ChannelSpacing } from "@mon/core-store"

/** Milliseconds between two messages to one channel, so that its service never has to refuse one. */
export const channelSpacing: ChannelSpacing = Object.fromEntries(
  Object.values(channels).flatMap(({ kind, rate }) =>
    rate === null ? [] : [[kind, Math.ceil((rate.seconds * 1_000) / rate.messages)]]
  )
)
