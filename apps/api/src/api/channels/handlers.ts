import { summarize } from "@mon/alerts"
import { BadRequest, Forbidden, messages, NotFound, type TestChannel, type UpdateChannel } from "@mon/api-contract"
import { AlertChannels, type ChannelDeliveryRow, ChannelTargets, type StoredChannel } from "@mon/core-store"
import { type ChannelDeliveryRecord, channelLimits, isChannelInPlan, type Language, type PlanLimits } from "@mon/model"
import {
  changeChannel as changeStored,
  channelPatience,
  deliveredFact,
  openChannelSettings,
  sealChannelSettings
} from "@mon/notifications"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { ChannelTester } from "../ChannelTester.ts"
import { chosenLanguage, spokenLanguage } from "../languageFor.ts"
import { limitChannelTests } from "../limitTries.ts"
import { recentSignIn } from "../sessionOnly.ts"
import { channelRecord } from "./channelRecord.ts"
import { createChannel, importChannels } from "./create.ts"
import { kindRecords } from "./kindRecords.ts"
import { canonicalQuietHours } from "./quietHours.ts"
import { changedSettings, ofKind, readSettings } from "./settings.ts"

const channelNotFound = () => new NotFound({ message: messages.channelNotFound })

const ownChannel = Effect.fnUntraced(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  return (yield* (yield* AlertChannels).find(caller.viewer, id)) ?? (yield* channelNotFound())
})

const listChannels = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  const stored = yield* (yield* AlertChannels).list(caller.viewer)
  return stored.map((channel) => channelRecord(channel, caller.limits))
})

const listKinds = Effect.fnUntraced(function* (caller: Caller, language: Language) {
  yield* adminOnly(caller)
  return kindRecords(caller.limits, language)
})

const planRefusal = (stored: StoredChannel, limits: PlanLimits): string | null => {
  if (isChannelInPlan(stored, limits)) return null
  return isChannelInPlan({ kind: stored.kind, olderChannels: 0 }, limits)
    ? messages.channelOverLimit(limits.channels, limits.title)
    : messages.channelNotInPlan(ofKind(stored.kind).name, limits.title)
}

/**
 * The number of times that a change is retried because somebody else has changed the channel's settings in the
 * meantime, for example by applying a configuration file.
 */
const CHANGES_MEANWHILE = 10

/** Changes a channel based on its current settings. Returns null if somebody else has changed them in the meantime. */
const changeFromCurrent = Effect.fnUntraced(function* (caller: Caller, id: string, patch: UpdateChannel) {
  const stored = yield* ownChannel(caller, id)
  const { inDefaultRoute, isActive, name, quietHours, settings } = patch
  const refusal = settings !== undefined || isActive === true ? planRefusal(stored, caller.limits) : null
  if (refusal !== null) return yield* new Forbidden({ message: refusal })
  const changed = settings === undefined ? null : yield* changedSettings(stored, settings)
  if (changed !== null && caller.session !== null) yield* recentSignIn(caller.session)
  const updated = yield* changeStored(caller.viewer, id, {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(inDefaultRoute === undefined ? {} : { inDefaultRoute }),
    ...(quietHours === undefined ? {} : { quietHours: canonicalQuietHours(quietHours) }),
    ...(isActive === undefined ? {} : { isActive }),
    ...(settings === undefined ? {} : { earlier: stored.settings }),
    ...(changed === null ? {} : { settings: yield* sealChannelSettings(id, changed) })
  })
  return updated === null ? null : channelRecord(updated, caller.limits)
})

/**
 * Changes a channel. A change of its settings requires a recent sign-in, because they define where alerts go. If
 * somebody else changes the settings at the same time, retries with the new settings, so that unchanged secrets stay up
 * to date.
 */
export const updateChannel = Effect.fn("updateChannel")(function* (caller: Caller, id: string, patch: UpdateChannel) {
  for (let change = 0; change <= CHANGES_MEANWHILE; change++) {
    const updated = yield* changeFromCurrent(caller, id, patch)
    if (updated !== null) return updated
  }
  return yield* new BadRequest({ message: messages.channelChanged })
})

export const removeChannel = Effect.fn("removeChannel")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  if (!(yield* (yield* AlertChannels).remove(caller.viewer, id))) return yield* channelNotFound()
  return { id, deleted: true } as const
})

const testSettings = Effect.fn("testChannelSettings")(function* (caller: Caller, { kind, settings }: TestChannel) {
  yield* adminOnly(caller)
  if (!isChannelInPlan({ kind, olderChannels: 0 }, caller.limits))
    return yield* new BadRequest({ message: messages.channelNotInPlan(ofKind(kind).name, caller.limits.title) })
  const open = yield* readSettings(kind, settings)
  yield* limitChannelTests(caller, open)
  const { result } = yield* (yield* ChannelTester).deliver(open, yield* chosenLanguage(caller))
  return result
})

/** Sends a test message to a channel, and stores the outcome as the result of the channel's last delivery. */
const testChannel = Effect.fn("testChannel")(function* (caller: Caller, id: string) {
  const stored = yield* ownChannel(caller, id)
  const refusal = planRefusal(stored, caller.limits)
  if (refusal !== null) return yield* new Forbidden({ message: refusal })
  const open = yield* openChannelSettings(stored)
  if (open === null) return yield* new Forbidden({ message: messages.channelUnreadable })
  yield* limitChannelTests(caller, open)
  const { changed, result } = yield* (yield* ChannelTester).deliver(open, yield* chosenLanguage(caller))
  const targets = yield* ChannelTargets
  if (changed !== null) {
    const sealed = yield* sealChannelSettings(id, { ...open, settings: changed })
    yield* targets.replaceSettings(id, { ...sealed, earlier: stored.settings })
  }
  const { delivered, statusCode } = result
  const status = delivered ? "delivered" : statusCode === null ? "failed" : String(statusCode)
  const attempt = { delivered, status, refused: false, ownFault: true, pauseSeconds: null }
  yield* targets.record(id, attempt, channelPatience)
  return result
})

const titleOf = (row: ChannelDeliveryRow, language: Language): string => {
  const fact = deliveredFact({ isDigest: row.notifications.length > 1, notifications: row.notifications })
  return fact === null ? "" : summarize(fact, language).title
}

const deliveryRecord = (row: ChannelDeliveryRow, language: Language): ChannelDeliveryRecord => ({
  id: row.id,
  title: titleOf(row, language),
  notifications: row.notifications.length,
  status: row.status,
  outcome: row.outcome,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  attempts: row.attempts.map(({ at, code, durationMs, error, status }) => ({
    at: new Date(at).toISOString(),
    status,
    durationMs,
    error: status === "failed" ? { code: code ?? "failed", message: error ?? code ?? "failed" } : null
  }))
})

const listDeliveries = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  limit: number = channelLimits.deliveriesListed.default
) {
  yield* adminOnly(caller)
  const rows = yield* (yield* AlertChannels).deliveries(caller.viewer, id, limit)
  const language = yield* spokenLanguage(caller)
  return rows === null ? yield* channelNotFound() : rows.map((row) => deliveryRecord(row, language))
})

export const channelHandlers: GroupHandlers<"channels"> = {
  list: ({ caller }) => Effect.map(listChannels(caller), ok),
  kinds: ({ caller, query }) => Effect.map(listKinds(caller, query.language ?? "en"), ok),
  get: ({ caller, params }) =>
    Effect.map(ownChannel(caller, params.id), (stored) => ok(channelRecord(stored, caller.limits))),
  create: { prepare: ({ caller, payload }) => Effect.map(createChannel(caller, payload), Effect.map(ok)) },
  fromUrl: { prepare: ({ caller, payload }) => Effect.map(importChannels(caller, payload), Effect.map(ok)) },
  update: ({ caller, params, payload }) => Effect.map(updateChannel(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeChannel(caller, params.id), ok),
  test: ({ caller, payload }) => Effect.map(testSettings(caller, payload), ok),
  testSaved: ({ caller, params }) => Effect.map(testChannel(caller, params.id), ok),
  deliveries: ({ caller, params, query }) => Effect.map(listDeliveries(caller, params.id, query.limit), ok)
}
