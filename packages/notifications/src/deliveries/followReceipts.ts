import { channels, type Channel, type ChannelReceipt, type ChannelRequest } from "@mon/alerts/channels"
import { ChannelSender } from "@mon/alerts/effect"
import { ChannelTargets, type OpenReceipt, inTransaction } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { openChannelSettings } from "../channels/ChannelDestinations.ts"
import { showAcknowledgement } from "./showAcknowledgement.ts"

/**
 * The interval between two queries about a receipt. Pushover allows one query every five seconds
 * (pushover.net/api/receipts).
 */
const EVERY_SECONDS = 10
const AT_ONCE = 100
const CONCURRENCY = 4

const kinds = Object.values<Channel>(channels).flatMap(({ kind, receipt }) => (receipt === undefined ? [] : [kind]))

const END = { status: "over" } as const

/** The next status of a receipt. A receipt whose status is `stays` is queried again. */
type Next = { readonly status: "stays" | "over" | "acknowledged" }

/** Returns whether the status code shows that the server could process the request. */
const isAnswer = (statusCode: number): boolean => statusCode < 500 && statusCode !== 408 && statusCode !== 429

const cancel = Effect.fnUntraced(function* (request: ChannelRequest | null) {
  if (request === null) return END
  const exchange = yield* (yield* ChannelSender).send(request)
  return exchange.answered && isAnswer(exchange.response.statusCode) ? END : ({ status: "stays" } as const)
})

const ask = Effect.fnUntraced(function* (request: ChannelRequest | null, { readStatus }: ChannelReceipt) {
  if (request === null) return END
  const exchange = yield* (yield* ChannelSender).send(request)
  const status = exchange.answered ? readStatus(exchange.response) : null
  return { status: status === null || status === "waiting" ? ("stays" as const) : status }
})

const nextOf = Effect.fnUntraced(function* ({ isWanted, nowMs, state, ...channel }: OpenReceipt) {
  const open = yield* openChannelSettings(channel)
  const receipt = open?.channel.receipt
  const endsAt = receipt?.endsAt(state) ?? null
  if (open === null || receipt === undefined || (endsAt !== null && endsAt <= nowMs)) return END
  const next: Next = yield* isWanted
    ? ask(receipt.status(open.settings, state), receipt)
    : cancel(receipt.cancel(open.settings, state))
  return next
})

/**
 * Queries a receipt once, or cancels it. Deletes a receipt that needs no more queries, because no later message can
 * refer to it.
 */
const follow = Effect.fnUntraced(function* (receipt: OpenReceipt) {
  const targets = yield* ChannelTargets
  const { status } = yield* nextOf(receipt)
  if (status === "stays") return
  yield* inTransaction(
    "followReceipts",
    Effect.gen(function* () {
      yield* targets.remember(receipt.id, { key: receipt.key, state: null })
      if (status === "acknowledged" && (yield* targets.acknowledge(receipt.id, receipt.key)))
        yield* showAcknowledgement(receipt.key)
    })
  )
})

/**
 * Queries the services that are repeating an alarm, to find out whether somebody has acknowledged it in the service's
 * app. Ends repetitions that are no longer needed because the incident is over or was acknowledged elsewhere.
 */
export const followReceipts = Effect.fn("followReceipts")(function* () {
  const due = yield* (yield* ChannelTargets).takeReceipts({ kinds, everySeconds: EVERY_SECONDS, limit: AT_ONCE })
  yield* Effect.forEach(due, follow, { concurrency: CONCURRENCY, discard: true })
})
