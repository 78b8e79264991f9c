import { type Channel, channelOf, channels } from "@mon/alerts/channels"
import type { ChannelTraits } from "@mon/core-store"

const kinds = Object.values<Channel>(channels)

/**
 * Whether the service of a kind of channel shows an alert until its end: as an open alert, a message that changes, or
 * an alarm that repeats.
 */
export const showsAlerts = (kind: string | null): boolean => {
  const abilities = kind === null ? undefined : channelOf(kind)?.abilities
  return abilities !== undefined && (abilities.resolves || abilities.edits || abilities.acknowledges)
}

/**
 * The properties of channels that the store needs. `spacing` is the time between two messages, in milliseconds, at
 * which no service has a reason to refuse a message.
 */
export const channelTraits: ChannelTraits = {
  spacing: Object.fromEntries(
    kinds.flatMap(({ kind, rate }) =>
      rate === null ? [] : [[kind, Math.ceil((rate.seconds * 1_000) / rate.messages)]]
    )
  ),
  showing: kinds.map(({ kind }) => kind).filter(showsAlerts)
}
