import type { StoreError } from "@mon/core-store"
import type { Stream } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"

/** One request with its answer still to come. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** On the monotonic clock, milliseconds. */
  readonly startedAt: number
}

/** An answer, ready to be written. */
export interface Reply {
  readonly status: number
  /** A stream is written piece by piece, as fast as it is read. */
  readonly body: string | Uint8Array | Stream.Stream<string, StoreError>
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

const JSON_TYPE = "application/json; charset=utf-8"

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  body: JSON.stringify(body),
  contentType: JSON_TYPE
})

/** The error envelope (interface section 7). */
export const errorReply = (status: number, message: string): Reply => jsonReply(status, { success: false, message })

/** A URL's path and query, as far as they are there; an absolute-form target (RFC 9112 section 3.2.2) loses its origin. */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const origin = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3)
  const relative = origin <= 0 ? target : target.slice(origin)
  const mark = relative.indexOf("?")
  return mark === -1
    ? { path: relative, query: "" }
    : { path: relative.slice(0, mark), query: relative.slice(mark + 1) }
}
