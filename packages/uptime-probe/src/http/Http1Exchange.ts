import { guard, type Guard } from "@mon/bundled/callbacks"
import type { Socket } from "node:net"
import type { Failure } from "../Outcome.ts"
import { isTlsError, tlsSentence } from "../tls/Handshake.ts"
import { contentDecoder, isKnownCoding } from "./ContentDecoder.ts"
import { field, type HttpHead } from "./HttpHead.ts"
import { makeHttpReader, readFrom } from "./HttpReader.ts"

export interface ResponseBody {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  readonly destroy: () => void
  readonly content: () => Buffer
}

export interface BodyEvents {
  /** Reports that the maximum size has been reached. Further bytes are ignored. */
  readonly full: () => void
  readonly done: () => void
  /** Reports that the body ended in the middle of its content coding. The bytes before this point have been decoded. */
  readonly brokeOff: () => void
  readonly failed: (message: string) => void
}

export const ACCEPTED_CODINGS = "gzip, deflate, br, zstd"

const MAX_CODINGS = 3

const codingsOf = (header: string): ReadonlyArray<string> =>
  header === ""
    ? []
    : header
        .toLowerCase()
        .split(",")
        .map((coding) => coding.trim())
        .filter(isKnownCoding)
        .toReversed()

/**
 * Makes a receiver for a body with the given Content-Encoding header and a maximum number of decoded bytes, which also
 * limits the encoded bytes that are read. `safely` guards the callbacks of the decoders.
 */
export const makeResponseBody = (
  contentEncoding: string,
  cap: number,
  events: BodyEvents,
  safely: Guard
): ResponseBody => {
  const chunks: Array<Buffer> = []
  const codings = codingsOf(contentEncoding)
  let decoded = 0
  let encodedBytes = 0
  let chain: ReturnType<typeof openChain> | null = null
  let over = false

  const finish = (notify: () => void) => {
    if (over) return
    over = true
    for (const stream of chain ?? []) stream.destroy()
    notify()
  }
  const take = (chunk: Buffer) => {
    if (over) return
    const room = cap - decoded
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    decoded += Math.min(chunk.length, room)
    if (chunk.length >= room) finish(events.full)
  }
  const openChain = () => {
    const streams = codings.map((coding) => contentDecoder(coding, safely)).filter((stream) => stream !== null)
    for (const [index, stream] of streams.entries()) {
      const next = streams[index + 1]
      stream.on(
        "error",
        safely((error: Error) =>
          finish(() => events.failed(`The body is not valid ${codings[index]}: ${error.message}.`))
        )
      )
      if (next === undefined) {
        stream.on("data", safely(take))
        stream.on(
          "end",
          safely(() => finish(streams.some(({ isBroken }) => isBroken) ? events.brokeOff : events.done))
        )
      } else {
        stream.pipe(next)
      }
    }
    return streams
  }

  return {
    content: () => (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    write: (chunk) => {
      if (over) return
      encodedBytes += chunk.length
      if (codings.length === 0) return take(chunk)
      if (codings.length > MAX_CODINGS)
        return finish(() => events.failed(`The body has too many content encodings (${codings.length}).`))
      chain ??= openChain()
      chain[0]?.write(chunk)
      if (encodedBytes >= cap) finish(events.full)
    },
    end: () => {
      if (chain === null) finish(events.done)
      else chain[0]?.end()
    },
    destroy: () => finish(() => {})
  }
}

export interface ExchangeRequest {
  /** The path and the query. */
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

export interface ExchangeLimits {
  readonly headerBytes: number
  /** The maximum number of decoded bytes. The rest of the body is cut off. */
  readonly bodyBytes: number
}

/** The result of one request over one connection. Times are in milliseconds on the clock of `performance.now()`. */
export interface ExchangeResult {
  readonly head: HttpHead | null
  /** The decoded body, cut off at the maximum size. */
  readonly body: Buffer
  /** Whether the body ended in the middle of its content coding. */
  readonly brokeOff: boolean
  readonly startedAt: number
  readonly firstByteAt: number | null
  readonly endedAt: number
  readonly failure: Failure | "aborted" | null
}

const RESET_CODES: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ETIMEDOUT"])

const RESET: Failure = { outcome: "connect_reset", message: "The server reset the connection." }

export const failureOf = (error: Error): Failure => {
  if (isTlsError(error)) return { outcome: "tls_handshake", message: tlsSentence(error) }
  const code = "code" in error ? String(error.code) : ""
  return RESET_CODES.has(code)
    ? RESET
    : { outcome: "protocol_error", message: `The connection failed (${code === "" ? error.message : code}).` }
}

const UNSAFE = /[^\t\u0020-\u007e\u0080-\u00ff]/g

/**
 * Removes all bytes that a field value must not contain (RFC 9110 section 5.5), so that no value can begin a new line.
 */
export const safe = (value: string): string => value.replace(UNSAFE, "")

const requestHead = ({ method, path, headers }: ExchangeRequest): string => {
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (const name of Object.keys(headers)) head += `${name}: ${safe(headers[name] ?? "")}\r\n`
  return `${head}connection: close\r\n\r\n`
}

/**
 * The number of bytes that every connection can send in one segment (RFC 9293 section 3.7.1). A write of this size is
 * sent immediately, even with Nagle's algorithm.
 */
const SEGMENT_BYTES = 536

const NO_BODY = Buffer.alloc(0)

/**
 * Runs a function after all responses that have already arrived have been read, so that it does not lengthen the
 * waiting times that other checks measure. TLS connections do not use this function: checks that end together would
 * also start their next handshakes together, which costs far more.
 */
const afterReads = (socket: Socket, run: () => void): void => {
  if ("encrypted" in socket) run()
  else setImmediate(run)
}

/**
 * Sends one HTTP/1.1 request over a connected socket and reads one answer. When the head arrives, `wantsBody` decides
 * whether the body is read. Destroys the socket at the end. Rejects only with an error of this package's own code.
 */
export const exchangeHttp1 = (
  socket: Socket,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  signal: AbortSignal,
  wantsBody: (head: HttpHead) => boolean
): Promise<ExchangeResult> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstByteAt: number | null = null
    let wireEndedAt: number | null = null
    let head: HttpHead | null = null
    let body: ResponseBody | null = null
    let brokeOff = false
    let settled = false

    const fail = (error: unknown) => {
      settled = true
      reject(error)
      signal.removeEventListener("abort", onAbort)
      socket.destroy()
      body?.destroy()
    }
    const safely = guard(fail)
    const settle = (failure: ExchangeResult["failure"]) => {
      if (settled) return
      settled = true
      const endedAt = wireEndedAt ?? performance.now()
      signal.removeEventListener("abort", onAbort)
      const conclude = safely(() => {
        socket.destroy()
        const content = body?.content() ?? NO_BODY
        body?.destroy()
        resolve({ head, body: content, brokeOff, startedAt, firstByteAt, endedAt, failure })
      })
      afterReads(socket, conclude)
    }
    const onAbort = safely(() => settle("aborted"))

    const reader = makeHttpReader(request.method, limits.headerBytes, {
      head: (received) => {
        head = received
        if (!wantsBody(received)) return false
        const events: BodyEvents = {
          full: () => settle(null),
          done: () => settle(null),
          brokeOff: () => {
            brokeOff = true
            settle(null)
          },
          failed: (message) => settle({ outcome: "protocol_error", message })
        }
        body = makeResponseBody(field(received.headers, "content-encoding") ?? "", limits.bodyBytes, events, safely)
        return true
      },
      data: (chunk) => body?.write(chunk),
      done: () => {
        wireEndedAt = performance.now()
        if (body === null) settle(null)
        else body.end()
      },
      failed: (outcome, message) => settle({ outcome, message })
    })

    const onBytes = safely((bytes: Buffer) => {
      firstByteAt ??= performance.now()
      reader.push(bytes)
    })
    readFrom(socket, onBytes, fail)
    socket.on(
      "end",
      safely(() => reader.end())
    )
    socket.on(
      "error",
      safely((error: Error) => settle(failureOf(error)))
    )
    socket.on(
      "close",
      safely(() => reader.end())
    )
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    if (socket.destroyed) return settle(RESET)
    const text = requestHead(request)
    if (text.length > SEGMENT_BYTES || request.body !== null) socket.setNoDelay(true)
    socket.write(text, "latin1")
    if (request.body !== null) socket.write(request.body)
  })
