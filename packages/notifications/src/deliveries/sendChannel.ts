import {
  answerOfFault,
  CHANNEL_REFUSED_AFTER_SECONDS,
  composeNotice,
  correctedSending,
  type Digest,
  factMessage,
  type FactMessageOptions,
  isOwnFault,
  type Sending,
  WEBHOOK_DISABLED_AFTER_SECONDS
} from "@mon/alerts"
import type { ChannelAnswer, ChannelMessage, ChannelSettings, ChannelState } from "@mon/alerts/channels"
import { ChannelSender } from "@mon/alerts/effect"
import { type ChannelTarget, ChannelTargets, type ClaimedDelivery, inTransaction, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import {
  ChannelDestinations,
  isOperatorsOwn,
  type OpenChannel,
  openChannelSettings,
  sealChannelSettings
} from "../channels/ChannelDestinations.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { acknowledgeLinkOf } from "./AcknowledgeToken.ts"
import { DeliveryIdentity } from "./DeliveryIdentity.ts"
import { type DeliveryOutcome, failed, sent, skipped, untilRecorded } from "./DeliveryOutcome.ts"
import { deliveredFact, digestOf, permalinkOf } from "./deliveredFact.ts"
import { switchedOffWords } from "./switchedOffWords.ts"

interface ChannelResult {
  readonly answer: ChannelAnswer
  /**
   * The HTTP status. Null if there was no response, or if the response came from one of the operator's own servers,
   * whose responses are never shown.
   */
  readonly statusCode: number | null
  /**
   * The reason why the message was not delivered. Null if it was delivered. All failures at the operator's own servers
   * have the same reason.
   */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The error text of the service, which is untrusted. Null if there is none, or if it must not be shown. */
  readonly detail: string | null
  readonly responseTimeMs: number
  /** Whether the attempt failed because of an error in the worker, which says nothing about the channel's service. */
  readonly isOwnFault: boolean
  /**
   * The settings with which the service can be reached, if the service has changed the stored settings. Null otherwise.
   */
  readonly changed: ChannelSettings | null
}

/**
 * The error for all failures at the operator's own servers. All failures have this error, so that nobody learns what
 * runs on the servers.
 */
const HIDDEN = { code: "failed", message: "The server did not accept the message." }

/**
 * The maximum number of exchanges in one attempt. A message that is too large, a new chat id or a lost earlier message
 * requires another exchange.
 */
const MOST_EXCHANGES = 3

/** Attempts a message. If the response names a problem that can be corrected, sends a corrected message immediately. */
export const exchangeWithChannel = Effect.fn("exchangeWithChannel")(function* (
  { channel, settings }: OpenChannel,
  message: ChannelMessage,
  stored: ChannelState | null
) {
  const sender = yield* ChannelSender
  const destinations = yield* ChannelDestinations
  let sending: Sending = { settings, state: stored, isCompact: false }
  for (let exchanges = 1; ; exchanges += 1) {
    const { isCompact, settings: used, state } = sending
    const request = channel.request(message, used, { state, compact: isCompact })
    const exchange = yield* sender.send(request)
    const answer = exchange.answered
      ? channel.readAnswer(exchange.response, { state, settings: used })
      : answerOfFault(exchange.error)
    const next = exchanges < MOST_EXCHANGES ? correctedSending(answer, sending) : null
    if (next !== null) {
      sending = next
      continue
    }
    const isHidden = isOperatorsOwn(destinations, request.url)
    const isDelivered = answer.outcome === "delivered"
    return {
      answer,
      error: isDelivered ? null : isHidden ? HIDDEN : { code: answer.reason, message: answer.message },
      statusCode: exchange.answered && !isHidden ? exchange.response.statusCode : null,
      detail: isDelivered || isHidden ? null : answer.detail,
      responseTimeMs: exchange.responseTimeMs,
      isOwnFault: !exchange.answered && isOwnFault(exchange.error),
      changed: used === settings ? null : used
    } satisfies ChannelResult
  }
})

/** The times after which a channel is switched off, in seconds: one for refusals, and one for all other failures. */
export const channelPatience = {
  refusedSeconds: CHANNEL_REFUSED_AFTER_SECONDS,
  failingSeconds: WEBHOOK_DISABLED_AFTER_SECONDS
}

const notifyOwner = Effect.fnUntraced(function* (
  { id, isOwn, name, owner }: ChannelTarget,
  { channel }: OpenChannel,
  reason: "refused" | "failing",
  { detail, error }: ChannelResult,
  deliveryId: string
) {
  const { baseUrl, service } = yield* DeliveryIdentity
  const words = switchedOffWords[owner.language].channel
  const fault = error === null ? null : words.fault(channel.name, error.code, error.message)
  const mail = composeNotice(
    {
      tone: "warning",
      word: words.word,
      subject: words.subject(name),
      headline: name,
      lead: words.lead(name, reason),
      rows: [
        { label: words.labels.channel, value: channel.name },
        ...(fault === null ? [] : [{ label: words.labels.reason, value: fault }]),
        ...(detail === null ? [] : [{ label: words.labels.answer, value: detail }])
      ],
      sections: [],
      link: { label: words.open, url: `${baseUrl}${isOwn ? "/app/settings/contact" : "/app/channels"}` }
    },
    {
      to: owner.email,
      language: owner.language,
      timeZone: owner.timezone,
      service,
      messageDomain: new URL(baseUrl).hostname.replace(/^\[|\]$/gu, ""),
      settingsUrl: `${baseUrl}/app/settings/alerts`,
      stopUrl: null
    },
    { key: `channel:${id}:${reason}:${deliveryId}` }
  )
  yield* (yield* OutgoingMail).postUnlessRefused(mail)
})

/**
 * Returns the state that is stored for the next message about the incident. Null deletes the stored state, because the
 * incident is over or the earlier message is lost. Undefined leaves the stored state unchanged.
 */
const rememberedState = ({ phase }: ChannelMessage, { answer }: ChannelResult): ChannelState | null | undefined => {
  if (answer.outcome === "retry" && answer.dropsState) return null
  if (answer.outcome !== "delivered" || phase === "notice") return undefined
  return phase === "resolved" ? null : (answer.state ?? undefined)
}

const statusOf = ({ answer, statusCode }: ChannelResult): string => {
  if (answer.outcome === "delivered") return "delivered"
  return statusCode === null ? "failed" : String(statusCode)
}

const isRefusal = ({ answer }: ChannelResult): boolean => answer.outcome === "refused" && answer.switchesOff

/**
 * Records how the channel's service responded, and the state that the next message needs. If the response switches off
 * the channel, its owner is notified once. Returns whether the channel was switched off.
 */
const recordResult = Effect.fn("recordChannelResult")(function* (
  target: ChannelTarget,
  open: OpenChannel,
  message: ChannelMessage,
  result: ChannelResult
) {
  const { answer, changed, isOwnFault: ownFault } = result
  const targets = yield* ChannelTargets
  const state = rememberedState(message, result)
  const settings = changed === null ? null : yield* sealChannelSettings(target.id, { ...open, settings: changed })
  const attempt = {
    delivered: answer.outcome === "delivered",
    status: statusOf(result),
    refused: isRefusal(result),
    ownFault,
    pauseSeconds: answer.outcome === "retry" && answer.reason === "rate_limited" ? (answer.afterSeconds ?? 1) : null
  }
  // A delivered message never switches a channel off, so this is the only write and needs no transaction.
  if (attempt.delivered && state === undefined && settings === null) {
    yield* targets.record(target.id, attempt, channelPatience)
    return false
  }
  return yield* inTransaction(
    "recordChannelResult",
    Effect.gen(function* () {
      const reason = yield* targets.record(target.id, attempt, channelPatience)
      if (state !== undefined) yield* targets.remember(target.id, { key: message.key, state })
      if (settings !== null) yield* targets.replaceSettings(target.id, { ...settings, earlier: target.settings })
      if (reason !== null) yield* notifyOwner(target, open, reason, result, message.deliveryId)
      return reason !== null
    })
  )
})

/**
 * Returns the delivery outcome for a channel's result. A refused message is attempted again until the channel is
 * switched off, because the service may accept it later.
 */
const outcomeOf = (result: ChannelResult, isOff: boolean): DeliveryOutcome => {
  const { answer, detail, error, statusCode } = result
  if (answer.outcome === "delivered" || error === null) return sent(statusCode === null ? null : String(statusCode))
  const code = statusCode === null ? error.code : String(statusCode)
  const text = detail === null ? error.message : `${error.message} ${detail}`
  if (answer.outcome === "retry") return failed(code, text, true, answer.afterSeconds)
  return failed(code, text, isRefusal(result) && !isOff)
}

/**
 * Ends the repetition of an alarm that asks for an acknowledgement. If this fails, the repetition stops after some time
 * anyway.
 */
const endRepetition = Effect.fnUntraced(function* ({ channel, settings }: OpenChannel, state: ChannelState | null) {
  const request = state === null ? null : (channel.receipt?.cancel(settings, state) ?? null)
  if (request !== null) yield* (yield* ChannelSender).send(request)
})

/**
 * Gives a message the key and the phase of a digest that it continues or ends. Without a digest, returns the message
 * unchanged.
 */
const withKeyOf = (digest: Digest | null, message: ChannelMessage, options: FactMessageOptions): ChannelMessage => {
  if (digest === null) return message
  const { key, phase } = factMessage(digest, options)
  return { ...message, key, phase }
}

export const sendChannel = Effect.fn("sendChannel")(function* (delivery: ClaimedDelivery) {
  const targets = yield* ChannelTargets
  const { baseUrl } = yield* DeliveryIdentity
  const target = yield* targets.find(delivery.target)
  const fact = target === null ? null : deliveredFact(delivery, target.owner.language)
  if (target === null || fact === null) return skipped("gone")
  if (!target.isActive) return skipped("channel_inactive")
  if (!target.isInPlan) return skipped("channel_not_in_plan")
  const open = yield* openChannelSettings(target)
  if (open === null) return failed("settings_unreadable", "The channel's settings cannot be read.", false)
  const isShown = delivery.acknowledgement !== null
  // Services with alerts of their own cannot withdraw an acknowledgement.
  if (delivery.isUpdate && !isShown && open.channel.abilities.resolves) return skipped("nothing_to_change")
  const options: FactMessageOptions = {
    deliveryId: delivery.id,
    timeZone: target.owner.timezone,
    language: target.owner.language,
    link: permalinkOf(fact, baseUrl),
    acknowledgeLink: acknowledgeLinkOf(yield* Secrets, delivery, fact, baseUrl),
    acknowledgement: delivery.acknowledgement,
    ...(delivery.reminderMinutes === null ? {} : { phase: "reminder" as const })
  }
  const message = withKeyOf(digestOf(delivery), factMessage(fact, options), options)
  const state = yield* targets.message(target.id, message.key)
  if (delivery.isUpdate && state === null && !open.channel.abilities.resolves) return skipped("nothing_to_change")
  const result = yield* exchangeWithChannel(open, message, state)
  if (message.phase === "resolved" && result.answer.outcome === "delivered") yield* endRepetition(open, state)
  return outcomeOf(result, yield* untilRecorded(recordResult(target, open, message, result)))
})
