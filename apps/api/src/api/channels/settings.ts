import { type Channel, type ChannelSettings, channelOf, plainMessage } from "@mon/alerts/channels"
import { BadRequest, messages } from "@mon/api-contract"
import { isSameValue } from "@mon/api-contract/config-file"
import type { StoredChannel } from "@mon/core-store"
import { type ChannelKind, SEALED } from "@mon/model"
import { ChannelDestinations, isOperatorsOwn, type OpenChannel, openChannelSettings } from "@mon/notifications"
import { parsePublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { PublicAddresses } from "../PublicAddresses.ts"

const probe = plainMessage({ deliveryId: "address", title: "", text: "" })

const addressOf = ({ channel, settings }: OpenChannel): URL => new URL(channel.request(probe, settings).url)

export const ofKind = (kind: ChannelKind): Channel => {
  const channel = channelOf(kind)
  if (channel === null) throw new Error(`There is no channel kind ${kind}.`)
  return channel
}

const refusePrivate = Effect.fnUntraced(function* (open: OpenChannel) {
  const address = addressOf(open)
  if (isOperatorsOwn(yield* ChannelDestinations, address.href)) return
  const target = parsePublicUrl(address.href)
  const isPublic =
    target.ok && address.protocol === "https:" && !(yield* (yield* PublicAddresses).refuses(target.hostname))
  if (!isPublic) return yield* new BadRequest({ message: messages.channelNotPublic })
})

/**
 * Checks the settings of a channel, and returns them decoded. Fails with the reason if they are invalid, or if they
 * lead to an address that is not public.
 */
export const readSettings = Effect.fnUntraced(function* (kind: ChannelKind, input: Readonly<Record<string, string>>) {
  const channel = ofKind(kind)
  const reading = channel.readSettings(input, { targets: (yield* ChannelDestinations).targets })
  if (!reading.ok) {
    const [{ field, message } = { field: "", message: "" }] = reading.faults
    return yield* new BadRequest({ message: messages.channelSetting(field, message) })
  }
  const open = { channel, settings: reading.settings } satisfies OpenChannel
  yield* refusePrivate(open)
  return open
})

const isSame = (one: ChannelSettings, other: ChannelSettings): boolean => isSameValue(one, other)

/** Returns the changed settings, or null if nothing changes. */
export const changedSettings = Effect.fnUntraced(function* (
  stored: StoredChannel,
  input: Readonly<Record<string, string>>
) {
  const { fields } = ofKind(stored.kind)
  const kept = Object.keys(input).filter(
    (name) => input[name] === SEALED && Object.hasOwn(fields, name) && fields[name]?.isSealed === true
  )
  const earlier = yield* openChannelSettings(stored)
  if (earlier === null && kept.length > 0) return yield* new BadRequest({ message: messages.channelUnreadable })
  const values = new Map(
    kept.map((name) => [
      name,
      (earlier !== null && Object.hasOwn(earlier.settings, name) ? earlier.settings[name] : undefined) ?? ""
    ])
  )
  const open = yield* readSettings(stored.kind, { ...input, ...Object.fromEntries(values) })
  if (earlier === null) return open
  if (isSame(earlier.settings, open.settings)) return null
  const [again] = kept.filter((name) => values.get(name) !== "")
  if (again !== undefined && addressOf(earlier).origin !== addressOf(open).origin)
    return yield* new BadRequest({ message: messages.enterAgain(`settings.${again}`) })
  return open
})
