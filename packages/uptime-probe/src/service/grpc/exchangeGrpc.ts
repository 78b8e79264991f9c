import { guard } from "@mon/bundled/callbacks"
import type { Socket } from "node:net"
import { failureOf } from "../../http/Http1Exchange.ts"
import type { Failure } from "../../Outcome.ts"

/** One call of a method with one message. */
export interface GrpcCall {
  readonly authority: string
  readonly isSecure: boolean
  /** The method, such as "/grpc.health.v1.Health/Check". */
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  readonly message: Uint8Array
}

/** The answer to a call (gRPC over HTTP/2, "Responses"). */
export interface GrpcAnswer {
  readonly httpStatus: number
  readonly contentType: string
  /** The status of the call. Null if the server sent none. */
  readonly status: number | null
  readonly text: string
  /** The bytes of the message with their prefix. */
  readonly body: Buffer
}

/** The longest message that is read, in bytes. The answer of a health check has less than 10. */
const BODY_BYTES = 16 * 1024
const HEADER_BYTES = 32 * 1024
const PREFIX_BYTES = 5

const CLOSED: Failure = {
  outcome: "protocol_error",
  message: "The server closed the connection before its response was complete."
}
const SILENT: Failure = { outcome: "header_timeout", message: "The response did not start in time." }

/** A message is preceded by a flag for compression, and by its length. */
const framed = (message: Uint8Array): Buffer => {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

const numberIn = (value: unknown): number | null =>
  typeof value === "string" && /^\d{1,5}$/u.test(value) ? Number(value) : null

const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

/**
 * Calls a method over a connection without TLS, or over one that negotiated HTTP/2. Rejects only with an error of this
 * package's own code.
 */
export const exchangeGrpc = (
  socket: Socket,
  { authority, isSecure, message, metadata, path }: GrpcCall,
  signal: AbortSignal,
  onFirstByte: () => void
): Promise<GrpcAnswer | Failure> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let size = 0
    let head: Readonly<Record<string, unknown>> | null = null
    let trailers: Readonly<Record<string, unknown>> = {}
    let isOver = false
    const end = (action: () => void) => {
      if (isOver) return
      isOver = true
      signal.removeEventListener("abort", onAbort)
      session.destroy()
      action()
    }
    const safely = guard((error) => end(() => reject(error)))
    const settle = (result: GrpcAnswer | Failure) => end(() => resolve(result))
    const onAbort = safely(() => settle(SILENT))
    const onError = safely((error: Error & { readonly code?: string }) =>
      settle(error.code?.startsWith("ERR_HTTP2_") === true ? NOT_GRPC : failureOf(error))
    )
    socket.on("error", onError)
    const session = process.getBuiltinModule("node:http2").connect(`${isSecure ? "https" : "http"}://${authority}`, {
      createConnection: () => socket,
      settings: { enablePush: false, maxHeaderListSize: HEADER_BYTES }
    })
    session.on("error", onError)
    session.on(
      "close",
      safely(() => settle(CLOSED))
    )
    const stream = session.request({
      ...metadata,
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers"
    })
    stream.on("error", onError)
    stream.on(
      "response",
      safely((fields: Readonly<Record<string, unknown>>) => {
        onFirstByte()
        head = fields
      })
    )
    stream.on(
      "trailers",
      safely((fields: Readonly<Record<string, unknown>>) => {
        trailers = fields
      })
    )
    stream.on(
      "data",
      safely((chunk: Buffer) => {
        size += chunk.length
        if (size > BODY_BYTES)
          return settle({ outcome: "too_large", message: `The server sent more than ${BODY_BYTES / 1_024} KiB.` })
        chunks.push(chunk)
      })
    )
    stream.on(
      "close",
      safely(() => {
        if (head === null) return settle(CLOSED)
        // A server that has no message sends the status in the head ("Trailers-Only").
        const status = { ...head, ...trailers } as Readonly<Record<string, unknown>>
        settle({
          httpStatus: Number(head[":status"]),
          contentType: textIn(head["content-type"]),
          status: numberIn(status["grpc-status"]),
          text: textIn(status["grpc-message"]),
          body: Buffer.concat(chunks)
        })
      })
    )
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    stream.end(framed(message))
  })

const NOT_GRPC: Failure = { outcome: "protocol_error", message: "The server does not speak HTTP/2 on this port." }
