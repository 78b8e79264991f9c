import type { JsonObject } from "@mon/bundled/json-rpc"
import { type Detail, jsonBytes } from "./untrusted.ts"

/** The largest size of an answer with its envelope, in bytes. */
const ANSWER_BYTES = 8_192

/**
 * The bytes reserved for the members around the text of an answer: `jsonrpc`, the id, `resultType`, `_meta` and
 * `content`.
 */
const ENVELOPE_BYTES = 700

/** The largest size of an answer's text, in bytes, after the text is escaped for the JSON of the envelope. */
export const TEXT_BYTES = ANSWER_BYTES - ENVELOPE_BYTES

/**
 * The limits for a record in an answer, from the most to the least detail. The first limits with which the answer fits
 * are used.
 */
const details: ReadonlyArray<Detail> = [
  { text: 2_000, items: 60 },
  { text: 600, items: 30 },
  { text: 240, items: 12 },
  { text: 120, items: 6 },
  { text: 60, items: 3 },
  { text: 30, items: 1 }
]

const fits = (answer: unknown): boolean => jsonBytes(JSON.stringify(answer)) <= TEXT_BYTES

export const fitted = (answerWith: (detail: Detail) => JsonObject): JsonObject => {
  for (const detail of details) {
    const answer = answerWith(detail)
    if (fits(answer)) return answer
  }
  return { note: "The response is larger than 8 KB. Narrow your request." }
}

interface List<A> {
  readonly name: string
  readonly items: ReadonlyArray<A>
  readonly show: (item: A, detail: Detail) => JsonObject
  /** Returns the cursor for the part of the list after an item, or null. */
  readonly cursorOf: (item: A) => string | null
  readonly hasMore: boolean
  /** The members of the answer in addition to the list. */
  readonly beside?: JsonObject
}

/**
 * The limits for an item of a list. The limits are low, because many short items are more useful than a few long items.
 */
const ITEM_DETAILS: ReadonlyArray<Detail> = [
  { text: 200, items: 8 },
  { text: 60, items: 3 },
  { text: 30, items: 1 }
]

/** Returns as many items of a list as fit, and the cursor of the next page in `next`. */
export const fittedList = <A>({ beside = {}, cursorOf, hasMore, items, name, show }: List<A>): JsonObject => {
  for (const detail of ITEM_DETAILS) {
    const shown: Array<JsonObject> = []
    let bytes = jsonBytes(JSON.stringify({ ...beside, [name]: [], next: "-".repeat(40) }))
    for (const item of items) {
      const one = show(item, detail)
      bytes += jsonBytes(JSON.stringify(one))
      if (bytes > TEXT_BYTES) break
      shown.push(one)
    }
    const last = items[shown.length - 1]
    const isCut = shown.length < items.length || hasMore
    if (last !== undefined || items.length === 0) {
      return { ...beside, [name]: shown, next: isCut && last !== undefined ? cursorOf(last) : null }
    }
  }
  return { ...beside, [name]: [], next: null, note: "An item is larger than 8 KB." }
}
