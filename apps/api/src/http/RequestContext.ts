import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

/** A request, with Node's request and response objects. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly serverResponse: ServerResponse
  readonly id: string
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Milliseconds on the monotonic clock. */
  readonly startedAt: number
  /** Of a request to the own host name of a status page: its origin, such as `https://status.example.com`. */
  readonly ownOrigin?: string
}

/**
 * The path and query of a request target. The origin of an absolute-form target (RFC 9112 section 3.2.2) is dropped.
 */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const origin = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3)
  const relative = origin <= 0 ? target : target.slice(origin)
  const mark = relative.indexOf("?")
  return mark === -1
    ? { path: relative, query: "" }
    : { path: relative.slice(0, mark), query: relative.slice(mark + 1) }
}

/** Request ids that are safe to use in logs and headers. */
const SAFE_ID = /^[\w.:-]{1,128}$/u

/** The client's own request id if it is safe, otherwise a new one. */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && SAFE_ID.test(header) ? header : randomUUID()
