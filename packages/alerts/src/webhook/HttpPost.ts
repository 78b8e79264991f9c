import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { request } from "node:https"
import type { TLSSocket } from "node:tls"
import { fault, type WebhookFault } from "./WebhookFault.ts"

/** The head of an answer, or why there is none. */
export type Answered =
  | {
      readonly ok: true
      readonly statusCode: number
      readonly headers: IncomingHttpHeaders
      /** Of performance.now(). */ readonly answeredAt: number
    }
  | { readonly ok: false; readonly fault: WebhookFault }

const HEADER_BYTES = 16 * 1024
/** The body says nothing; it is only read so that the receiver can finish its sentence. */
const BODY_BYTES = 64 * 1024
const BODY_MS = 1_000

const faultOf = (error: Error & { readonly code?: string }): WebhookFault => {
  const { code = "" } = error
  return code.startsWith("HPE_") ? fault("protocol_error", code) : fault("connection_closed", code)
}

/** Resolves when the body has ended, is too long, or takes too long. */
const drain = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let left = BODY_BYTES
    const timer = setTimeout(() => answer.destroy(), BODY_MS)
    answer.on("data", (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) answer.destroy()
    })
    answer.on("error", () => {})
    answer.on("close", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Posts over a connection of its own, which is closed afterwards; never rejects. */
export const httpPost = (
  socket: TLSSocket,
  url: URL,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  signal: AbortSignal
): Promise<Answered> =>
  new Promise((resolve) => {
    const sent = request({
      method: "POST",
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
      void drain(answer).then(() => settle({ ok: true, statusCode, headers, answeredAt }))
    })
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    sent.end(message.body)
  })
