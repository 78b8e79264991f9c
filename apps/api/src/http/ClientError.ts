import { randomUUID } from "node:crypto"
import { type IncomingMessage, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { errorResponse } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"

const HOST = "host"

/** Requests that Node's HTTP parser refuses, by its error code. */
const refusals: ReadonlyMap<string, readonly [status: number, message: string]> = new Map<
  string,
  readonly [status: number, message: string]
>([
  ["HPE_HEADER_OVERFLOW", [431, "Request headers are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request took too long to arrive."]]
])

const malformed = [400, "Malformed HTTP request."] as const

/** Closes the connection: its sender and we may disagree about where the next request begins. */
export const malformedRequest: HttpResponse = { ...errorResponse(...malformed), headers: { Connection: "close" } }

/**
 * Whether a request has what Node's parser does not check: a version 1.x (HTTP/0.9 has no status line), and
 * at most one Host field (RFC 9112 section 3.2).
 */
export const isWellFormed = ({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return httpVersionMajor === 1 && hosts <= 1
}

/** Responds to a malformed HTTP request with the error envelope, and closes the connection. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = refusals.get(error.code ?? "") ?? malformed
  const body = JSON.stringify({ success: false, message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      "Connection: close",
      "",
      body
    ].join("\r\n")
  )
}
