import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { fault, type WebhookFault } from "./WebhookFault.ts"

/** A request over a connection that is open. */
export interface ConnectedRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How much of the answer's body is read, and for how long. */
  readonly longestBody: { readonly bytes: number; readonly milliseconds: number }
}

/** An answer, or why there is none. */
export type Answered =
  | {
      readonly ok: true
      readonly statusCode: number
      readonly headers: IncomingHttpHeaders
      /** At most `longestBody`, as UTF-8. */
      readonly body: string
      /** Of performance.now(). */
      readonly answeredAt: number
    }
  | { readonly ok: false; readonly fault: WebhookFault }

const HEADER_BYTES = 16 * 1024

const faultOf = (error: Error & { readonly code?: string }): WebhookFault => {
  const { code = "" } = error
  return code.startsWith("HPE_") ? fault("protocol_error", code) : fault("connection_closed", code)
}

/** The body so far, when it has ended, is too long, or takes too long. */
const readBody = (answer: IncomingMessage, longest: ConnectedRequest["longestBody"]): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    let left = longest.bytes
    const timer = setTimeout(() => answer.destroy(), longest.milliseconds)
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, Math.max(0, left)))
      left -= chunk.length
      if (left < 0) answer.destroy()
    })
    answer.on("error", () => {})
    answer.on("close", () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString("utf8"))
    })
  })

/** Sends a request over a connection of its own, which is closed afterwards; never rejects. */
export const httpRequest = (
  socket: Socket,
  url: URL,
  message: ConnectedRequest,
  signal: AbortSignal
): Promise<Answered> =>
  new Promise((resolve) => {
    // An import of node:http reads all its exports, one of which loads a WebSocket client for 35 ms.
    const sent = process.getBuiltinModule("node:http").request({
      method: message.method,
      path: `${url.pathname}${url.search}`,
      createConnection: () => socket,
      setHost: false,
      headers: { Host: url.host, "Content-Length": message.body.byteLength, ...message.headers, Connection: "close" },
      maxHeaderSize: HEADER_BYTES
    })
    const settle = (answered: Answered): void => {
      signal.removeEventListener("abort", onAbort)
      sent.destroy()
      socket.destroy()
      resolve(answered)
    }
    const onAbort = (): void => settle({ ok: false, fault: fault("header_timeout") })
    sent.on("error", (error) => settle({ ok: false, fault: faultOf(error) }))
    sent.on("close", () => settle({ ok: false, fault: fault("connection_closed") }))
    sent.on("response", (answer) => {
      const answeredAt = performance.now()
      const { statusCode = 0, headers } = answer
      sent.removeAllListeners("close")
      sent.removeAllListeners("error").on("error", () => {})
      signal.removeEventListener("abort", onAbort)
      void readBody(answer, message.longestBody).then((body) =>
        settle({ ok: true, statusCode, headers, body, answeredAt })
      )
    })
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    sent.end(message.body)
  })
