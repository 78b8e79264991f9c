import { nextAttemptMs, type RetrySchedule } from "../../schedule/RetrySchedule.ts"
import type { ChannelAnswer } from "../ChannelAnswer.ts"
import { ChannelError } from "./ChannelError.ts"
import { answerOfFault } from "./answerOfFault.ts"
import { correctedSending, type Sending } from "./correctedSending.ts"
import type { ChannelExchange } from "./ChannelClient.ts"
import type { PreparedMessage } from "./prepareMessage.ts"

/** A message that a vendor accepted. */
export interface MessageReceipt {
  /** The id that every attempt had. */
  readonly deliveryId: string
  /** Give it to the next message with the same key, so that it edits or answers this one. Null: nothing to store. */
  readonly state: Readonly<Record<string, string>> | null
  /** All settings, if the vendor changed one, such as the id of a group. Store them. Null: they are as they were. */
  readonly settings: Readonly<Record<string, string>> | null
  /** 1 if the first attempt was delivered. */
  readonly attempts: number
}

/** The progress of the delivery of a message. */
export interface Progress<Name extends string = string> {
  readonly sending: Sending<Name>
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Exchanges of this attempt: a message that was too large is sent again immediately. */
  readonly exchanges: number
}

/** The step after an exchange. */
export type Step<Name extends string = string> =
  | { readonly kind: "delivered"; readonly receipt: MessageReceipt }
  | { readonly kind: "again"; readonly waitMs: number; readonly progress: Progress<Name> }
  | { readonly kind: "failed"; readonly error: ChannelError }

/**
 * The most exchanges of an attempt. It is sent again immediately when it was too large, the chat has a new id, or an
 * earlier message is gone.
 */
const MOST_EXCHANGES = 3

const waitOf = (answer: ChannelAnswer, attempt: number, schedule: RetrySchedule, random: number): number | null => {
  if (answer.outcome !== "retry") return null
  const { afterSeconds } = answer
  const { longestRetryAfterSeconds } = schedule
  // A vendor that asks for a longer wait would refuse an earlier attempt.
  if (afterSeconds !== null && longestRetryAfterSeconds !== null && afterSeconds > longestRetryAfterSeconds) return null
  return nextAttemptMs(schedule, { attempt, retryAfterSeconds: afterSeconds, random })
}

/** The state that the message is sent with first. */
export const firstProgress = <Name extends string>({ settings, state }: PreparedMessage<Name>): Progress<Name> => ({
  sending: { settings, state, isCompact: false },
  attempt: 1,
  exchanges: 1
})

/** The request of an attempt. */
export const requestOf = <Name extends string>(
  { channel, message }: PreparedMessage<Name>,
  { sending }: Progress<Name>
) => channel.request(message, sending.settings, { state: sending.state, compact: sending.isCompact })

/** Decides what an exchange means for the message: it is delivered, sent again, or has failed. */
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
