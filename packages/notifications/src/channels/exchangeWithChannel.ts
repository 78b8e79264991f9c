import { answerOfFault, correctedSending, isOwnFault, type Sending } from "@mon/alerts"
import type { ChannelAnswer, ChannelMessage, ChannelSettings, ChannelState } from "@mon/alerts/channels"
import { ChannelSender } from "@mon/alerts/effect"
import * as Effect from "effect/Effect"
import { ChannelDestinations, isOperatorsOwn } from "./ChannelDestinations.ts"
import type { OpenChannel } from "./ChannelSettings.ts"

/** The result of a message to a channel. */
export interface ChannelResult {
  readonly answer: ChannelAnswer
  /**
   * The HTTP status. Null if there was no response, or if it came from a server of the operator, which is never shown.
   */
  readonly statusCode: number | null
  /**
   * The reason why the message was not delivered. Null if it was. All failures at servers of the operator have one
   * reason.
   */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The error text of the service, which is untrusted. Null if there is none, or if it must not be shown. */
  readonly detail: string | null
  readonly responseTimeMs: number
  /** Whether the attempt failed because of an error in the worker, so that it says nothing about the service. */
  readonly isOwnFault: boolean
  /** The settings that worked, if they differ from the stored ones because the service changed them. */
  readonly changed: ChannelSettings | null
}

/** The error for all failures at servers of the operator, so that nobody learns what runs there. */
const HIDDEN = { code: "failed", message: "The server did not accept the message." }

/**
 * The maximum number of exchanges. A message that is too large, a new chat id or a lost earlier message causes another
 * exchange.
 */
const MOST_EXCHANGES = 3

/** Attempts a message: one exchange with the service, and a corrected one if the response names the problem. */
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
