import { type Channel, channelOf, type ChannelSettings } from "@mon/alerts/channels"
import { type SealedSettings, Secrets } from "@mon/core-store"
import { type Environment, readSetting, SEALED } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export interface ChannelDestinationSettings {
  /** Origins in the operator's own network, such as `http://ntfy.lan:8080` (MON_CHANNEL_TARGETS). */
  readonly targets: ReadonlyArray<string>
}

/** The operator's exceptions from the rule that channels reach public https addresses only. */
export class ChannelDestinations extends Context.Service<ChannelDestinations, ChannelDestinationSettings>()(
  "@mon/notifications/ChannelDestinations"
) {}

/** Returns whether a request goes to one of the operator's own servers, whose responses are never shown. */
export const isOperatorsOwn = ({ targets }: ChannelDestinationSettings, url: string): boolean => {
  const origin = URL.parse(url)?.origin
  return origin !== undefined && targets.includes(origin)
}

const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/u.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    /^\/?$/u.test(url.pathname) &&
    url.search === "" &&
    url.hash === ""
  return isOrigin ? url.origin : undefined
}

const origins = (text: string): ReadonlyArray<string> | undefined => {
  const found = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(originOf)
  return found.every((origin) => origin !== undefined) ? found : undefined
}

/**
 * Reads the operator's targets from environment variables.
 *
 * @throws SettingError
 */
export const readChannelDestinations = (env: Environment): ChannelDestinationSettings => ({
  targets: readSetting<ReadonlyArray<string>>(
    env,
    "MON_CHANNEL_TARGETS",
    [],
    "a comma-separated list of origins such as http://ntfy.lan:8080 or https://chat.example.lan",
    origins
  )
})

/**
 * The key-derivation label for the settings of channels. Sealed settings are bound to the public id of their channel.
 */
export const CHANNEL_LABEL = "channel settings"

interface Stored {
  readonly id: string
  readonly kind: string
  /** The encrypted settings. */
  readonly settings: string
}

export interface OpenChannel {
  readonly channel: Channel
  readonly settings: ChannelSettings
}

/** Returns a channel's settings for display, with `***` in place of each secret. */
const shownSettings = ({ fields }: Channel, settings: ChannelSettings): ChannelSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      (!Object.hasOwn(fields, name) || fields[name]?.isSealed !== false) && value !== "" ? SEALED : value
    ])
  )

export const sealChannelSettings = Effect.fn("sealChannelSettings")(function* (
  id: string,
  { channel, settings }: OpenChannel
) {
  const sealed = yield* (yield* Secrets).seal(CHANNEL_LABEL, JSON.stringify(settings), id)
  return { sealed, shown: shownSettings(channel, settings) } satisfies SealedSettings
})

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/**
 * Opens the stored settings of a channel. Null if none of the service's keys opens them, or if this release cannot use
 * them.
 */
export const openChannelSettings = Effect.fn("openChannelSettings")(function* ({ id, kind, settings }: Stored) {
  const { targets } = yield* ChannelDestinations
  const channel = channelOf(kind)
  const text = yield* Effect.option((yield* Secrets).open(CHANNEL_LABEL, settings, id))
  if (channel === null || text._tag === "None") return null
  const stored = decode(text.value)
  const reading = stored._tag === "None" ? null : channel.readSettings(stored.value, { targets, stored: true })
  return reading?.ok === true ? ({ channel, settings: reading.settings } satisfies OpenChannel) : null
})
