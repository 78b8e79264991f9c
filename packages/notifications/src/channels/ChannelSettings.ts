import { type Channel, channelOf, type ChannelSettings } from "@mon/alerts/channels"
import { type SealedSettings, Secrets } from "@mon/core-store"
import { SEALED } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ChannelDestinations } from "./ChannelDestinations.ts"

/**
 * The key-derivation label for the settings of channels. Sealed settings are bound to the public id of their channel.
 */
export const CHANNEL_LABEL = "channel settings"

/** A stored channel. */
interface Stored {
  readonly id: string
  readonly kind: string
  /** The encrypted settings. */
  readonly settings: string
}

/** A channel with its decrypted settings. */
export interface OpenChannel {
  readonly channel: Channel
  readonly settings: ChannelSettings
}

/** The settings for people: `***` stands for a secret. */
const shownSettings = ({ fields }: Channel, settings: ChannelSettings): ChannelSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      (!Object.hasOwn(fields, name) || fields[name]?.isSealed !== false) && value !== "" ? SEALED : value
    ])
  )

/** Seals the settings of the channel with this id for the store. */
export const sealChannelSettings = Effect.fn("sealChannelSettings")(function* (
  id: string,
  { channel, settings }: OpenChannel
) {
  const sealed = yield* (yield* Secrets).seal(CHANNEL_LABEL, JSON.stringify(settings), id)
  return { sealed, shown: shownSettings(channel, settings) } satisfies SealedSettings
})

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** Opens the stored settings of a channel. Null if none of our keys opens them, or if this release cannot use them. */
export const openChannelSettings = Effect.fn("openChannelSettings")(function* ({ id, kind, settings }: Stored) {
  const { targets } = yield* ChannelDestinations
  const channel = channelOf(kind)
  const text = yield* Effect.option((yield* Secrets).open(CHANNEL_LABEL, settings, id))
  if (channel === null || text._tag === "None") return null
  const stored = decode(text.value)
  const reading = stored._tag === "None" ? null : channel.readSettings(stored.value, { targets, stored: true })
  return reading?.ok === true ? ({ channel, settings: reading.settings } satisfies OpenChannel) : null
})
