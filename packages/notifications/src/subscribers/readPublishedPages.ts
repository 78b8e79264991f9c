import { type ServedStatusPage, StatusPageDocuments } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import type { ReadPublished } from "./sendToSubscriber.ts"

/** The time for which a page is cached. One publication causes thousands of emails, which all need the page. */
const FRESH_MS = 5_000
const CAPACITY = 50

interface Read {
  readonly at: number
  readonly page: ServedStatusPage | null
}

/**
 * Makes a function that reads the page for a delivery. A cached page is read again if it is too old, or if it does not
 * contain the update of the delivery yet.
 */
export const readPublishedPages = Effect.gen(function* () {
  const documents = yield* StatusPageDocuments
  const { baseUrl } = yield* DeliveryIdentity
  const known = new Map<string, Read>()
  const read: ReadPublished = Effect.fn("readPublishedPage")(function* ({ pageId, updateId }) {
    const now = yield* Clock.currentTimeMillis
    const last = known.get(pageId)
    const hasUpdate = last?.page?.document.posts.some(({ updates }) => updates.some(({ id }) => id === updateId))
    if (last !== undefined && hasUpdate === true && now - last.at < FRESH_MS) return last.page
    const page = yield* documents.document({ id: pageId }, baseUrl)
    if (known.size >= CAPACITY) known.clear()
    known.set(pageId, { at: now, page })
    return page
  })
  return read
})
