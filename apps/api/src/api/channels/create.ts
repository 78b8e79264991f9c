import { readAppriseUrl } from "@mon/alerts/channels"
import { BadRequest, type CreateChannel, Forbidden, type ImportChannels, messages } from "@mon/api-contract"
import { AlertChannels, randomBytes } from "@mon/core-store"
import { type ChannelKind, isChannelInPlan, uuidv7 } from "@mon/model"
import { ChannelDestinations, sealChannelSettings } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { channelRecord } from "./channelRecord.ts"
import { canonicalQuietHours } from "./quietHours.ts"
import { ofKind, readSettings } from "./settings.ts"

interface Wish {
  readonly kind: ChannelKind
  readonly name: string | undefined
  readonly settings: Readonly<Record<string, string>>
  readonly inDefaultRoute: boolean | undefined
  readonly quietHours?: CreateChannel["quietHours"]
}

const refuseKind = ({ limits }: Caller, kind: ChannelKind) =>
  isChannelInPlan({ kind, olderChannels: 0 }, limits)
    ? Effect.void
    : Effect.fail(new BadRequest({ message: messages.channelNotInPlan(ofKind(kind).name, limits.title) }))

const draftOf = Effect.fnUntraced(function* (
  caller: Caller,
  { inDefaultRoute = true, kind, name, quietHours, settings }: Wish
) {
  yield* refuseKind(caller, kind)
  const open = yield* readSettings(kind, settings)
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  return {
    id,
    kind,
    name: name?.trim() ?? open.channel.name,
    settings: yield* sealChannelSettings(id, open),
    inDefaultRoute,
    quietHours: canonicalQuietHours(quietHours)
  }
})

const createAll = Effect.fnUntraced(function* (caller: Caller, wishes: ReadonlyArray<Wish>) {
  const drafts = yield* Effect.forEach(wishes, (wish) => draftOf(caller, wish))
  const { limits, viewer } = caller
  const channels = yield* AlertChannels
  return Effect.gen(function* () {
    const created = yield* channels.create(viewer, drafts, limits.channels)
    if (created._tag === "NoMembership") return yield* new Forbidden({ message: messages.ownerOnly })
    if (created._tag === "LimitReached")
      return yield* new BadRequest({ message: messages.channelLimit(limits.channels, limits.title) })
    return created.channels.map((channel) => channelRecord(channel, limits))
  })
})

export const createChannel = Effect.fn("createChannel")(function* (caller: Caller, input: CreateChannel) {
  yield* adminOnly(caller)
  const { inDefaultRoute, kind, name, quietHours = null, settings } = input
  const create = yield* createAll(caller, [{ inDefaultRoute, kind, name, quietHours, settings }])
  return Effect.flatMap(create, ([channel]) =>
    channel === undefined ? Effect.die(new Error("No channel was created.")) : Effect.succeed(channel)
  )
})

/**
 * Prepares the channels that an Apprise URL describes, and lists the parts of the URL that have no effect. Numbers the
 * names of the channels if there are several.
 */
export const importChannels = Effect.fn("importChannels")(function* (caller: Caller, input: ImportChannels) {
  yield* adminOnly(caller)
  const { inDefaultRoute, name, url } = input
  const reading = readAppriseUrl(url, { targets: (yield* ChannelDestinations).targets })
  if (!reading.ok) return yield* new BadRequest({ message: reading.message })
  const { channels, ignored } = reading
  const isOne = channels.length === 1
  const create = yield* createAll(
    caller,
    channels.map(({ kind, settings }, index) => ({
      kind,
      settings,
      inDefaultRoute,
      name: name === undefined || isOne ? name : `${name.trim().slice(0, 56)} ${index + 1}`
    }))
  )
  return Effect.map(create, (created) => created.map((channel) => ({ ...channel, ignored })))
})
