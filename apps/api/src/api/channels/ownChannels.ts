import {
  BadRequest,
  type CreateOwnChannel,
  Forbidden,
  messages,
  NotFound,
  type UpdateOwnChannel
} from "@mon/api-contract"
import { OwnChannels, randomBytes, Secrets, type StoredOwnChannel } from "@mon/core-store"
import { contactLimits, isChannelInPlan, type OwnChannel, type PlanLimits, uuidv7 } from "@mon/model"
import { codeText, openChannelSettings, sealChannelSettings } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import { ofKind, readSettings } from "./settings.ts"
import { ChannelTester } from "../ChannelTester.ts"
import { chosenLanguage } from "../languageFor.ts"
import { limitChannelTests, limitOf } from "../limitTries.ts"

const isInPlan = ({ kind }: Pick<StoredOwnChannel, "kind">, limits: PlanLimits): boolean =>
  isChannelInPlan({ kind, olderChannels: 0 }, limits)

const stoppedBy = (channel: StoredOwnChannel, limits: PlanLimits): OwnChannel["stoppedBy"] => {
  if (!channel.isVerified) return "unverified"
  if (!channel.isActive) return channel.disabledReason ?? "owner"
  return isInPlan(channel, limits) ? null : "plan"
}

export const ownChannelRecord = (channel: StoredOwnChannel, limits: PlanLimits): OwnChannel => {
  const stopped = stoppedBy(channel, limits)
  return {
    id: channel.id,
    kind: channel.kind,
    name: channel.name,
    settings: channel.shown,
    isVerified: channel.isVerified,
    isActive: stopped === null,
    stoppedBy: stopped,
    createdAt: channel.createdAt.toISOString(),
    lastDeliveryAt: channel.lastDeliveryAt?.toISOString() ?? null,
    lastDeliveryStatus: channel.lastDeliveryStatus
  }
}

const notFound = () => new NotFound({ message: messages.channelNotFound })

const refuseKind = ({ limits }: Caller, kind: StoredOwnChannel["kind"]) =>
  isInPlan({ kind }, limits)
    ? Effect.void
    : Effect.fail(new BadRequest({ message: messages.channelNotInPlan(ofKind(kind).name, limits.title) }))

const foundChannel = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return (yield* (yield* OwnChannels).find(viewer, id)) ?? (yield* notFound())
})

/** Prepares a channel that belongs to the caller alone. It is not verified. */
export const createOwnChannel = Effect.fn("createOwnChannel")(function* (
  caller: Caller,
  { kind, name, settings }: CreateOwnChannel
) {
  const { limits, viewer } = caller
  yield* refuseKind(caller, kind)
  const open = yield* readSettings(kind, settings)
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const sealed = yield* sealChannelSettings(id, open)
  const channels = yield* OwnChannels
  return Effect.gen(function* () {
    const draft = { id, kind, name: name?.trim() ?? open.channel.name, settings: sealed }
    const result = yield* channels.create(viewer, draft, contactLimits.ownChannels)
    if (result._tag === "NoMembership") return yield* new Forbidden({ message: messages.ownerOnly })
    if (result._tag === "LimitReached")
      return yield* new BadRequest({ message: messages.ownChannelLimit(contactLimits.ownChannels) })
    return ownChannelRecord(result.channel, limits)
  })
})

export const updateOwnChannel = Effect.fn("updateOwnChannel")(function* (
  caller: Caller,
  id: string,
  { isActive, name }: UpdateOwnChannel
) {
  const stored = yield* foundChannel(caller, id)
  if (isActive === true) {
    yield* refuseKind(caller, stored.kind)
    if (!stored.isVerified) return yield* new BadRequest({ message: messages.ownChannelUnverified })
  }
  const changed = yield* (yield* OwnChannels).update(caller.viewer, id, {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(isActive === undefined ? {} : { isActive })
  })
  return changed === null ? yield* notFound() : ownChannelRecord(changed, caller.limits)
})

export const removeOwnChannel = Effect.fn("removeOwnChannel")(function* ({ viewer }: Caller, id: string) {
  if (!(yield* (yield* OwnChannels).remove(viewer, id))) return yield* notFound()
  return { id, deleted: true } as const
})

/** The label of the key that signs codes. A signature is valid for one channel of one person. */
const CODE_LABEL = "own channel code"
const signed = ({ viewer }: Caller, id: string, code: string): string => `${viewer.membershipKey}:${id}:${code}`

const newCode = Effect.map(randomBytes(4), (bytes) =>
  String(Buffer.from(bytes).readUInt32BE() % 10 ** contactLimits.codeDigits).padStart(contactLimits.codeDigits, "0")
)

/** Sends a code through a channel. Only the signature of the code is stored. */
export const sendOwnChannelCode = Effect.fn("sendOwnChannelCode")(function* (caller: Caller, id: string) {
  const stored = yield* foundChannel(caller, id)
  if (stored.isVerified) return yield* new BadRequest({ message: messages.ownChannelVerified })
  yield* refuseKind(caller, stored.kind)
  const open = yield* openChannelSettings(stored)
  if (open === null) return yield* new BadRequest({ message: messages.channelUnreadable })
  yield* limitOf("contactCode", caller)
  yield* limitChannelTests(caller, open)
  const code = yield* newCode
  const signature = (yield* Secrets).sign(CODE_LABEL, signed(caller, id, code))
  if (!(yield* (yield* OwnChannels).beginCode(caller.viewer, id, signature))) return yield* notFound()
  const { serviceName = "Mon" } = yield* ApiConfig
  const language = yield* chosenLanguage(caller)
  const { result } = yield* (yield* ChannelTester).deliver(open, language, codeText(code, serviceName, language))
  return result
})

export const verifyOwnChannel = Effect.fn("verifyOwnChannel")(function* (caller: Caller, id: string, code: string) {
  const channels = yield* OwnChannels
  yield* foundChannel(caller, id)
  const limits = { seconds: contactLimits.codeMinutes * 60, attempts: contactLimits.codeAttempts }
  const signature = yield* channels.countAttempt(caller.viewer, id, limits)
  const { verify } = yield* Secrets
  const isRight =
    signature !== null &&
    verify(CODE_LABEL, signed(caller, id, code.trim()), signature) &&
    (yield* channels.verify(caller.viewer, id, signature))
  if (!isRight) return yield* new BadRequest({ message: messages.ownChannelCode })
  return ownChannelRecord(yield* foundChannel(caller, id), caller.limits)
})
