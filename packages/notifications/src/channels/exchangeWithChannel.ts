import { answerOfFault, correctedSending, isOwnFault, type Sending } from "@mon/alerts"
import type { ChannelAnswer, ChannelMessage, ChannelSettings, ChannelState } from "@mon/alerts/channels"
import { ChannelSender } from "@mon/alerts/effect"
import * as Effect from "effect/Effect"
import { ChannelDestinations, isOperatorsOwn } from "./ChannelDestinations.ts"
import type { OpenChannel } from "./ChannelSettings.ts"

/** The result of a message to a channel. */
export interface ChannelResult {
  readonly answer: ChannelAnswer
  /** Null without an answer, and for servers of the operator, whose answers are not shown. */
  readonly statusCode: number | null
  /** The reason why it was not delivered; null if it was. The same for every answer of a server of the operator. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The words of the service; untrusted. Null when there are none, or nobody may see them. */
  readonly detail: string | null
  readonly responseTimeMs: number
  /** An error of the worker, which says nothing about the service. */
  readonly isOwnFault: boolean
  /** The settings that worked, if the service has changed them. */
  readonly changed: ChannelSettings | null
}

/** The text instead of an answer of the operator's own server, so that nobody learns what runs there. */
const HIDDEN = { code: "failed", message: "The server did not accept the message." }

/** The maximum number of exchanges: a too large message, a new chat id or a lost earlier message causes another. */
const MOST_EXCHANGES = 3

/** One attempt at a message: an exchange with the service, and a corrected one if the first says how. */
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
