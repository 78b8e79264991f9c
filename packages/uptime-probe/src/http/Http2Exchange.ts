import { guard } from "@mon/bundled/callbacks"
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2"
import type { Socket } from "node:net"
import {
  type BodyEvents,
  type ExchangeLimits,
  type ExchangeRequest,
  type ExchangeResult,
  failureOf,
  makeResponseBody,
  type ResponseBody,
  safe
} from "./Http1Exchange.ts"
import { field, type HttpHead, type HttpHeaders } from "./HttpHead.ts"
import { MAX_INTERIM } from "./HttpReader.ts"
import type { Failure } from "../Outcome.ts"

/** The error of a server that requires HTTP/1.1 for this request (RFC 9113 section 7). */
export const HTTP_1_1_REQUIRED = "http_1_1_required"

export interface Http2Exchange extends Omit<ExchangeResult, "failure"> {
  readonly failure: ExchangeResult["failure"] | typeof HTTP_1_1_REQUIRED
}

/**
 * The maximum number of fields in a head. With fields of usual length, the limit on the bytes of the head is reached
 * first.
 */
const MAX_FIELDS = 4_000
/**
 * The header fields that are not sent: the fields that RFC 9113 section 8.2.2 forbids, and the host, which is sent as
 * the authority.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade"
])

const NO_BODY = Buffer.alloc(0)

const CLOSED: Failure = {
  outcome: "protocol_error",
  message: "The server closed the connection before the response was complete."
}
const TOO_LARGE: Failure = { outcome: "too_large", message: "The response header is too large." }

const requestFields = ({ method, path, headers }: ExchangeRequest, authority: string) => ({
  ":method": method,
  ":path": path,
  ":authority": authority,
  ":scheme": "https",
  ...Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, value]) => [name, safe(value)])
  )
})

/** Reads a head from the flat list of names and values in the order in which they arrived. */
const readHead = (raw: ReadonlyArray<string>): HttpHead => {
  const headers = new Map<string, Array<string>>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2)
    const known = headers.get(name)
    if (known === undefined) headers.set(name, [value])
    else known.push(value)
  }
  const statusCode = Number(headers.get(":status")?.[0] ?? 0)
  headers.delete(":status")
  return { version: "2", statusCode, headers: headers satisfies HttpHeaders }
}

/** Returns the size of a head in HTTP/1.1, with the colon, space and line end of each field. */
const sizeOf = (raw: ReadonlyArray<string>) => raw.reduce((sum, text) => sum + text.length + 2, 0)

/**
 * Returns the declared length of the body, which shows whether a stream ended too early, because such a stream ends
 * without an error.
 */
const lengthOf = ({ headers, statusCode }: HttpHead): number =>
  statusCode === 304 ? 0 : Number(field(headers, "content-length") ?? 0)

/** The names of HTTP/2 error codes (RFC 9113 section 7). The index of a name is its code. */
const ERROR_NAMES = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED"
] as const
const NO_ERROR = ERROR_NAMES.indexOf("NO_ERROR")

const closed = (code: number): Http2Exchange["failure"] => {
  const name = ERROR_NAMES[code]
  if (name === "HTTP_1_1_REQUIRED") return HTTP_1_1_REQUIRED
  if (name === "NO_ERROR" || name === "CANCEL") return CLOSED
  return { outcome: "protocol_error", message: `The server aborted the response (${name ?? code}).` }
}

const isHttp2Error = (error: Error) => "code" in error && String(error.code).startsWith("ERR_HTTP2_")

/**
 * Sends one HTTP/2 request over a TLS connection that negotiated HTTP/2, and reads one answer. When the head arrives,
 * `wantsBody` decides whether the body is read. Destroys the socket at the end. Rejects only with an error of this
 * package's own code.
 */
export const exchangeHttp2 = (
  socket: Socket,
  authority: string,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  signal: AbortSignal,
  wantsBody: (head: HttpHead) => boolean
): Promise<Http2Exchange> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstByteAt: number | null = null
    let wireEndedAt: number | null = null
    let head: HttpHead | null = null
    let body: ResponseBody | null = null
    let interim = 0
    let received = 0
    let brokeOff = false
    let settled = false

    let session: ClientHttp2Session | null = null

    const safely = guard((error) => {
      settled = true
      reject(error)
      signal.removeEventListener("abort", onAbort)
      body?.destroy()
      session?.destroy()
      socket.destroy()
    })
    const settle = (failure: Http2Exchange["failure"]) => {
      if (settled) return
      settled = true
      const endedAt = wireEndedAt ?? performance.now()
      signal.removeEventListener("abort", onAbort)
      const content = body?.content() ?? NO_BODY
      body?.destroy()
      session?.destroy()
      socket.destroy()
      resolve({ head, body: content, brokeOff, startedAt, firstByteAt, endedAt, failure })
    }
    const onAbort = safely(() => settle("aborted"))
    const finish = () => {
      if (head !== null && request.method !== "HEAD" && received < lengthOf(head)) settle(CLOSED)
      else body?.end()
    }
    const onError = safely((error: Error) => settle(isHttp2Error(error) ? closed(stream.rstCode) : failureOf(error)))
    const fail = (message: string) => settle({ outcome: "protocol_error", message })

    if (socket.destroyed) return settle(CLOSED)
    // Listens before the session does, because the session's own error says less.
    socket.on("error", onError)
    // Node's client is loaded only here, because few checks need HTTP/2, and loading it takes as long as loading this
    // package.
    session = process.getBuiltinModule("node:http2").connect(`https://${authority}`, {
      createConnection: () => socket,
      maxHeaderListPairs: MAX_FIELDS,
      settings: { enablePush: false, initialWindowSize: limits.bodyBytes, maxHeaderListSize: limits.headerBytes }
    })
    session.on("error", onError)
    session.on(
      "close",
      safely(() => settle(CLOSED))
    )
    // The server answers no streams after the last stream that it names (RFC 9113 section 6.8).
    session.on(
      "goaway",
      safely((code: number, last: number) => {
        if (last < (stream.id ?? 1)) settle(closed(code))
      })
    )
    const stream: ClientHttp2Stream = session.request(requestFields(request, authority), {
      endStream: request.body === null
    })
    stream.on("error", onError)
    stream.on(
      "headers",
      safely(() => {
        firstByteAt ??= performance.now()
        interim += 1
        if (interim > MAX_INTERIM) fail("The server sent too many interim responses.")
      })
    )
    const events: BodyEvents = {
      full: () => settle(null),
      done: () => settle(null),
      brokeOff: () => {
        brokeOff = true
        settle(null)
      },
      failed: fail
    }
    const onResponse = safely((...[, , raw]: ReadonlyArray<unknown>) => {
      firstByteAt ??= performance.now()
      // The third argument is the flat list of fields. The types of this event omit it.
      head = readHead(raw as ReadonlyArray<string>)
      if (sizeOf(raw as ReadonlyArray<string>) > limits.headerBytes) {
        head = null
        return settle(TOO_LARGE)
      }
      if (!wantsBody(head)) return settle(null)
      body = makeResponseBody(field(head.headers, "content-encoding") ?? "", limits.bodyBytes, events, safely)
    })
    stream.on("response", onResponse)
    stream.on(
      "data",
      safely((chunk: Buffer) => {
        received += chunk.length
        body?.write(chunk)
      })
    )
    stream.on(
      "end",
      safely(() => {
        wireEndedAt = performance.now()
        // An answer may be complete before the request has been sent (RFC 9113 section 8.1).
        if (!stream.writableFinished) finish()
      })
    )
    stream.on(
      "close",
      safely(() => {
        if (wireEndedAt === null || head === null || stream.rstCode !== NO_ERROR) settle(closed(stream.rstCode))
        else finish()
      })
    )
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    if (request.body !== null) stream.end(request.body)
  })
