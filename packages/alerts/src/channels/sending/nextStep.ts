import { aBoolean, argumentsOf, aString, mapOf, nullable, secretly, shape } from "@mon/bundled/arguments"
import { nextAttemptMs, type RetrySchedule } from "../../schedule/RetrySchedule.ts"
import type { WebhookFault, WebhookFaultCode } from "../../webhook/WebhookFault.ts"
import type { ChannelSettings } from "../Channel.ts"
import type { ChannelAnswer, ChannelState } from "../ChannelAnswer.ts"
import type { ChannelExchange } from "./ChannelClient.ts"
import { ChannelError } from "./ChannelError.ts"
import type { PreparedMessage } from "./prepareMessage.ts"

const acceptAnswerOfFault = /* @__PURE__ */ argumentsOf("answerOfFault", () => ({
  error: shape<WebhookFault>("the error of an exchange", { code: aString, message: aString })
}))

/** The faults after which a retry does not help, because the address itself is invalid or forbidden. */
const FINAL: ReadonlySet<WebhookFaultCode> = /* @__PURE__ */ new Set<WebhookFaultCode>(["bad_url", "blocked_address"])

/**
 * Returns the answer for an exchange without a response. A later attempt may succeed, unless the address itself is
 * invalid or forbidden.
 *
 * @example
 * answerOfFault({ code: "header_timeout", message: "The receiver did not respond in time." }).outcome // => "retry"
 * answerOfFault({ code: "blocked_address", message: "The address is not public." }).outcome // => "refused"
 */
export const answerOfFault = (error: WebhookFault): ChannelAnswer => {
  acceptAnswerOfFault(error)
  const { code, message } = error
  return FINAL.has(code)
    ? { outcome: "refused", reason: "blocked", switchesOff: true, message, detail: null }
    : {
        outcome: "retry",
        reason: "unavailable",
        afterSeconds: null,
        dropsState: false,
        settings: null,
        message,
        detail: null
      }
}

/** The values from which the request for a message is made, in addition to the message. */
export interface Sending<Name extends string = string> {
  readonly settings: ChannelSettings<Name>
  /** The stored state of an earlier message with the same key. */
  readonly state: ChannelState | null
  readonly isCompact: boolean
}

const accept = /* @__PURE__ */ argumentsOf("correctedSending", () => ({
  answer: shape<ChannelAnswer>("an answer, as returned by a channel's readAnswer", { outcome: aString }),
  sending: shape<Sending>("an object with settings, state and isCompact", {
    settings: mapOf(secretly(aString), "the settings of a channel"),
    state: nullable(mapOf(aString, "the state of an earlier answer: an object whose values are strings")),
    isCompact: aBoolean
  })
}))

/**
 * Returns changed values with which the message can immediately be sent again, for example because the message was too
 * large, the vendor has moved the chat, or the earlier message no longer exists at the vendor. Null if sending the
 * message again immediately does not help.
 *
 * @example
 * correctedSending(telegram.readAnswer({ statusCode: 413, headers: {}, nowMs: 0, body: "" }), { settings: {}, state: null, isCompact: false })?.isCompact // => true
 */
export const correctedSending = <Name extends string>(
  answer: ChannelAnswer,
  sending: Sending<Name>
): Sending<Name> | null => {
  accept(answer, sending)
  const { isCompact, settings, state } = sending
  if (answer.outcome === "too_large") return isCompact ? null : { settings, state, isCompact: true }
  if (answer.outcome !== "retry") return null
  if (answer.settings === null && !(answer.dropsState && state !== null)) return null
  return {
    settings: answer.settings === null ? settings : { ...settings, ...answer.settings },
    state: answer.dropsState ? null : state,
    isCompact
  }
}

/** The receipt of a message that a vendor has accepted. */
export interface MessageReceipt {
  /** The id of the delivery, which every attempt used. */
  readonly deliveryId: string
  /**
   * The state of the message at the vendor. Pass it to the next message with the same key, so that it edits this
   * message or replies to it. Null if there is nothing to store.
   */
  readonly state: Readonly<Record<string, string>> | null
  /**
   * All settings of the channel, if the vendor has changed a setting, such as the id of a group. Store the changed
   * settings. Null if all settings are unchanged.
   */
  readonly settings: Readonly<Record<string, string>> | null
  /** The number of attempts. 1 if the first attempt delivered the message. */
  readonly attempts: number
}

interface Progress<Name extends string = string> {
  readonly sending: Sending<Name>
  readonly attempt: number
  readonly exchanges: number
}

type Step<Name extends string = string> =
  | { readonly kind: "delivered"; readonly receipt: MessageReceipt }
  | { readonly kind: "again"; readonly waitMs: number; readonly progress: Progress<Name> }
  | { readonly kind: "failed"; readonly error: ChannelError }

/**
 * The maximum number of exchanges in an attempt. A message is immediately sent again if it was too large, if the chat
 * has a new id, or if an earlier message no longer exists.
 */
const MOST_EXCHANGES = 3

const waitOf = (answer: ChannelAnswer, attempt: number, schedule: RetrySchedule, random: number): number | null => {
  if (answer.outcome !== "retry") return null
  const { afterSeconds } = answer
  const { longestRetryAfterSeconds } = schedule
  // If a vendor asks for a longer wait than the schedule allows, the vendor would refuse an earlier attempt.
  if (afterSeconds !== null && longestRetryAfterSeconds !== null && afterSeconds > longestRetryAfterSeconds) return null
  return nextAttemptMs(schedule, { attempt, retryAfterSeconds: afterSeconds, random })
}

export const firstProgress = <Name extends string>({ settings, state }: PreparedMessage<Name>): Progress<Name> => ({
  sending: { settings, state, isCompact: false },
  attempt: 1,
  exchanges: 1
})

export const requestOf = <Name extends string>(
  { channel, message }: PreparedMessage<Name>,
  { sending }: Progress<Name>
) => channel.request(message, sending.settings, { state: sending.state, compact: sending.isCompact })

export const nextStep = <Name extends string>(
  prepared: PreparedMessage<Name>,
  progress: Progress<Name>,
  exchange: ChannelExchange,
  schedule: RetrySchedule,
  random: number
): Step<Name> => {
  const { channel, message, settings } = prepared
  const { attempt, exchanges, sending } = progress
  const answer = exchange.answered
    ? channel.readAnswer(exchange.response, { state: sending.state, settings: sending.settings })
    : answerOfFault(exchange.error)
  const { deliveryId } = message
  if (answer.outcome === "delivered") {
    const changed = sending.settings === settings ? null : sending.settings
    return { kind: "delivered", receipt: { deliveryId, state: answer.state, settings: changed, attempts: attempt } }
  }
  const corrected = exchanges < MOST_EXCHANGES ? correctedSending(answer, sending) : null
  if (corrected !== null)
    return { kind: "again", waitMs: 0, progress: { sending: corrected, attempt, exchanges: exchanges + 1 } }
  const waitMs = waitOf(answer, attempt, schedule, random)
  if (waitMs !== null) return { kind: "again", waitMs, progress: { sending, attempt: attempt + 1, exchanges: 1 } }
  return {
    kind: "failed",
    error: new ChannelError({
      channel: channel.kind,
      reason: answer.reason,
      message: answer.message,
      detail: answer.detail,
      deliveryId,
      attempts: attempt,
      retryable: answer.outcome === "retry",
      retryAfterSeconds: answer.outcome === "retry" ? answer.afterSeconds : null,
      switchesOff: answer.outcome === "refused" && answer.switchesOff,
      cause: exchange.answered ? undefined : exchange.error
    })
  }
}
