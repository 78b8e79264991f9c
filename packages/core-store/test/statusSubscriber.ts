import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import {
  type ClaimedSubscriberDelivery,
  StatusSubscribers,
  type SubscriberAttempt,
  SubscriberDeliveries,
  type SubscriberKind
} from "../src/index.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

let made = 0

const newHash = (): Buffer => {
  made += 1
  return createHash("sha256").update(`token ${made}`).digest()
}

export const request = Effect.fn("request")(function* (
  pageId: string,
  address: string,
  componentIds: ReadonlyArray<string> | null = null
) {
  const confirmHash = newHash()
  const result = yield* (yield* StatusSubscribers).requestEmail({
    pageId,
    address,
    language: "en",
    componentIds,
    confirmHash
  })
  return { result, confirmHash }
})

export const subscribed = Effect.fn("subscribed")(function* (
  pageId: string,
  address: string,
  componentIds: ReadonlyArray<string> | null = null
) {
  const { confirmHash, result } = yield* request(pageId, address, componentIds)
  if (result._tag === "Known") return result.subscriberId
  if (result._tag !== "Confirm") return yield* Effect.die(new Error(result._tag))
  const confirmed = yield* (yield* StatusSubscribers).confirm(confirmHash)
  if (confirmed._tag !== "Confirmed") return yield* Effect.die(new Error(confirmed._tag))
  return result.subscriberId
})

const sent: SubscriberAttempt = {
  status: "sent",
  code: "250",
  error: null,
  retryAfterMs: null,
  ends: null,
  ownFault: false
}

const FIVE_DAYS = 5 * 86_400

export const recordAttempt = Effect.fn("recordAttempt")(function* (
  delivery: ClaimedSubscriberDelivery,
  attempt: Partial<SubscriberAttempt> = {}
) {
  yield* (yield* SubscriberDeliveries).record(delivery, { ...sent, ...attempt }, FIVE_DAYS)
})

export const claimAll = Effect.fn("claimAll")(function* (kind: SubscriberKind = "email") {
  return yield* knownToBeDue(`subscribers by ${kind}`, (yield* SubscriberDeliveries).claim(kind, 1_000, 100_000, []))
})

export const sendAll = Effect.fn("sendAll")(function* (kind: SubscriberKind = "email") {
  const claimed = yield* claimAll(kind)
  yield* Effect.forEach(claimed, (delivery) => recordAttempt(delivery), { discard: true })
  return claimed.map(({ address }) => address).toSorted()
})
