import { nextAttemptMs, type RetrySchedule } from "../../schedule/RetrySchedule.ts"
import type { ChannelAnswer } from "../ChannelAnswer.ts"
import { ChannelError } from "./ChannelError.ts"
import { answerOfFault } from "./answerOfFault.ts"
import { correctedSending, type Sending } from "./correctedSending.ts"
import type { ChannelExchange } from "./ChannelClient.ts"
import type { PreparedMessage } from "./prepareMessage.ts"

/** The receipt of a message that a vendor has accepted. */
export interface MessageReceipt {
  /** The id of every attempt. */
  readonly deliveryId: string
  /**
   * The state. Pass it to the next message with the same key, so that it edits this message or replies to it. Null:
   * there is nothing to store.
   */
  readonly state: Readonly<Record<string, string>> | null
  /** All settings, if the vendor has changed one, such as the id of a group. Store them. Null: they are unchanged. */
  readonly settings: Readonly<Record<string, string>> | null
  /** The number of attempts. 1 if the first one was delivered. */
  readonly attempts: number
}

/** The progress of the delivery of a message. */
export interface Progress<Name extends string = string> {
  readonly sending: Sending<Name>
  /** The number of the attempt. 1 for the first one. */
  readonly attempt: number
  /** The number of exchanges in this attempt. A message that was too large is immediately sent again. */
  readonly exchanges: number
}

/** The step after an exchange. */
export type Step<Name extends string = string> =
  | { readonly kind: "delivered"; readonly receipt: MessageReceipt }
  | { readonly kind: "again"; readonly waitMs: number; readonly progress: Progress<Name> }
  | { readonly kind: "failed"; readonly error: ChannelError }

/**
 * The most exchanges in an attempt. A message is immediately sent again if it was too large, if the chat has a new id,
 * or if an earlier message is gone.
 */
const MOST_EXCHANGES = 3

const waitOf = (answer: ChannelAnswer, attempt: number, schedule: RetrySchedule, random: number): number | null => {
  if (answer.outcome !== "retry") return null
  const { afterSeconds } = answer
  const { longestRetryAfterSeconds } = schedule
  // If a vendor asks for a longer wait, it would refuse an earlier attempt.
  if (afterSeconds !== null && longestRetryAfterSeconds !== null && afterSeconds > longestRetryAfterSeconds) return null
  return nextAttemptMs(schedule, { attempt, retryAfterSeconds: afterSeconds, random })
}

/** Returns the progress before the first attempt. */
export const firstProgress = <Name extends string>({ settings, state }: PreparedMessage<Name>): Progress<Name> => ({
  sending: { settings, state, isCompact: false },
  attempt: 1,
  exchanges: 1
})

/** Makes the request of an attempt. */
export const requestOf = <Name extends string>(
  { channel, message }: PreparedMessage<Name>,
  { sending }: Progress<Name>
) => channel.request(message, sending.settings, { state: sending.state, compact: sending.isCompact })

/** Decides the next step after an exchange: the message was delivered, must be sent again, or has failed. */
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
