import type { PingAnswer, PingOutcome } from "./PingCall.ts"

/** The value that Django's `never_cache` sets. A proxy that answers pings from its cache would hide dead jobs. */
const UNCACHED = { "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private" }

type Headers = Readonly<Record<string, string>>

/** Returns a response with plain text. */
export const textAnswer = (status: number, body: string, headers: Headers = {}): PingAnswer => ({
  _tag: "Answer",
  status,
  body,
  contentType: "text/plain; charset=utf-8",
  headers: { ...UNCACHED, ...headers }
})

/** Returns a response with JSON. */
export const jsonAnswer = (status: number, body: unknown): PingAnswer => ({
  _tag: "Answer",
  status,
  body: JSON.stringify(body),
  contentType: "application/json; charset=utf-8",
  headers: UNCACHED
})

/** Returns the response to a request whose method is not allowed. Null if the method is allowed. */
export const refuseMethod = (method: string, allowed: ReadonlyArray<string>): PingAnswer | null =>
  allowed.includes(method) ? null : textAnswer(405, "Method Not Allowed", { Allow: allowed.join(", ") })

/** The texts of the responses after which clients try again. The services do not document their own texts. */
export const RETRY_TEXTS = {
  tooMany: "too many requests, try again later",
  unavailable: "the ping was not recorded, try again"
} as const

/** The responses in plain text, for services whose clients do not read the responses. */
export const plainAnswers: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: textAnswer(200, "OK"),
  created: textAnswer(200, "OK"),
  unknown: textAnswer(404, "not found"),
  ambiguous: textAnswer(409, "ambiguous slug"),
  tooMany: textAnswer(429, RETRY_TEXTS.tooMany),
  unavailable: textAnswer(503, RETRY_TEXTS.unavailable)
}
