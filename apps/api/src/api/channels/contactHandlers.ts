import { BadRequest, messages, type UpdateContactRules } from "@mon/api-contract"
import { ContactRuleSets, OwnChannels, randomBytes, type StoredOwnChannel } from "@mon/core-store"
import {
  CONTACT_EMAIL,
  type ContactRule,
  type ContactRules,
  type ContactTest,
  type ContactUrgency,
  defaultContactRules,
  isChannelInPlan
} from "@mon/model"
import { openChannelSettings, OutgoingMail, testAlertLetter, testAlertText } from "@mon/notifications"
import { Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { kindRecords } from "./kindRecords.ts"
import { ChannelTester } from "../ChannelTester.ts"
import { chosenLanguage } from "../languageFor.ts"
import { limitChannelTests, limitOf } from "../limitTries.ts"
import {
  createOwnChannel,
  ownChannelRecord,
  removeOwnChannel,
  sendOwnChannelCode,
  updateOwnChannel,
  verifyOwnChannel
} from "./ownChannels.ts"

const listOwnChannels = Effect.fnUntraced(function* ({ limits, viewer }: Caller) {
  const stored = yield* (yield* OwnChannels).list(viewer)
  return stored.map((channel) => ownChannelRecord(channel, limits))
})

/** Returns rules without channels that have been deleted. Without rules, the person gets an email at once. */
const withoutDeleted = (rules: ContactRules, channels: ReadonlyArray<Pick<StoredOwnChannel, "id">>): ContactRules => {
  const ids = new Set([CONTACT_EMAIL, ...channels.map(({ id }) => id)])
  const left = (urgency: ContactUrgency) => {
    const found = rules[urgency].filter(({ via }) => ids.has(via))
    return found.length === 0 ? defaultContactRules[urgency] : found
  }
  return { high: left("high"), low: left("low") }
}

const showRules = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const rules = (yield* (yield* ContactRuleSets).find(viewer)) ?? defaultContactRules
  return withoutDeleted(rules, yield* (yield* OwnChannels).list(viewer))
})

const checkRules = (
  urgency: ContactUrgency,
  rules: ReadonlyArray<ContactRule> | undefined,
  channels: ReadonlyArray<StoredOwnChannel>
) => {
  const index = (rules ?? []).findIndex(
    ({ via }) => via !== CONTACT_EMAIL && !channels.some(({ id }) => id === via.toLowerCase())
  )
  return index < 0
    ? Effect.void
    : Effect.fail(new BadRequest({ message: messages.contactVia(`${urgency}[${index}].via`) }))
}

const canonical = (rules: ReadonlyArray<ContactRule>): ReadonlyArray<ContactRule> =>
  rules.map(({ afterMinutes, via }) => ({ afterMinutes, via: via.toLowerCase() }))

const updateRules = Effect.fn("updateContactRules")(function* (caller: Caller, { high, low }: UpdateContactRules) {
  const channels = yield* (yield* OwnChannels).list(caller.viewer)
  yield* checkRules("high", high, channels)
  yield* checkRules("low", low, channels)
  yield* (yield* ContactRuleSets).save(caller.viewer, {
    ...(high === undefined ? {} : { high: canonical(high) }),
    ...(low === undefined ? {} : { low: canonical(low) })
  })
  return yield* showRules(caller)
})

const NOT_SENT = (message: string): Pick<ContactTest, "delivered" | "error"> => ({
  delivered: false,
  error: { code: "not_sent", message }
})

/** Sends a test alert by one rule. Unverified channels get nothing but their code. */
const testRule = Effect.fnUntraced(function* (
  caller: Caller,
  urgency: ContactUrgency,
  { afterMinutes, via }: ContactRule,
  channels: ReadonlyArray<StoredOwnChannel>
) {
  const language = yield* chosenLanguage(caller)
  const { serviceName: service = "Mon" } = yield* ApiConfig
  const rule = { urgency, afterMinutes }
  const channel = channels.find(({ id }) => id === via)
  if (channel === undefined) {
    const to = yield* (yield* ContactRuleSets).addressOf(caller.viewer)
    const key = `contact-test:${Buffer.from(yield* randomBytes(10)).toString("hex")}`
    const baseUrl = (yield* PublicUrl).base()
    yield* (yield* OutgoingMail).post(testAlertLetter(rule, { to, language, service, baseUrl, key }))
    return { afterMinutes, via, name: to, delivered: true, error: null } satisfies ContactTest
  }
  const shown = { afterMinutes, via, name: channel.name }
  if (!channel.isVerified) return { ...shown, ...NOT_SENT(messages.ownChannelUnverified) }
  if (!isChannelInPlan({ kind: channel.kind, olderChannels: 0 }, caller.limits))
    return { ...shown, ...NOT_SENT(messages.channelNotInPlan(channel.kind, caller.limits.title)) }
  const open = yield* openChannelSettings(channel)
  if (open === null) return { ...shown, ...NOT_SENT(messages.channelUnreadable) }
  yield* limitChannelTests(caller, open)
  const text = testAlertText(rule, service, language)
  const { result } = yield* (yield* ChannelTester).deliver(open, language, text)
  return { ...shown, delivered: result.delivered, error: result.error } satisfies ContactTest
})

const testRules = Effect.fn("testContactRules")(function* (caller: Caller, urgency: ContactUrgency) {
  yield* limitOf("contactTest", caller)
  const channels = yield* (yield* OwnChannels).list(caller.viewer)
  const rules = (yield* showRules(caller))[urgency]
  return yield* Effect.forEach(rules, (rule) => testRule(caller, urgency, rule, channels))
})

export const contactHandlers: GroupHandlers<"contacts"> = {
  list: ({ caller }) => Effect.map(listOwnChannels(caller), ok),
  kinds: ({ caller, query }) => Effect.succeed(ok(kindRecords(caller.limits, query.language ?? "en"))),
  create: { prepare: ({ caller, payload }) => Effect.map(createOwnChannel(caller, payload), Effect.map(ok)) },
  update: ({ caller, params, payload }) => Effect.map(updateOwnChannel(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeOwnChannel(caller, params.id), ok),
  sendCode: ({ caller, params }) => Effect.map(sendOwnChannelCode(caller, params.id), ok),
  verify: ({ caller, params, payload }) => Effect.map(verifyOwnChannel(caller, params.id, payload.code), ok),
  rules: ({ caller }) => Effect.map(showRules(caller), ok),
  updateRules: ({ caller, payload }) => Effect.map(updateRules(caller, payload), ok),
  testRules: ({ caller, payload }) => Effect.map(testRules(caller, payload.urgency), ok)
}
