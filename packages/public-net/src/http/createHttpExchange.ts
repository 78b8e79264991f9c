import { type Guard, guard } from "@mon/bundled/callbacks"
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  argumentsOf,
  aString,
  aUint8Array,
  either,
  listOf,
  mapOf,
  optional,
  optionsOf,
  secretly,
  textLike,
  whole
} from "@mon/bundled/arguments"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { isIP, type Socket } from "node:net"
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from "node:tls"
import { type AddressPolicy, addressPolicy, makeAddressPolicy } from "../AddressPolicy.ts"
import { type Connect, dial, type DialFault, type ResolveAddresses } from "../Dial.ts"
import { systemResolver } from "../systemResolver.ts"

/** The options of {@link createHttpExchange}. They decide where its requests may go. */
export interface HttpExchangeOptions {
  /** The policy that decides which addresses may be connected to. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Resolves names to addresses. Default: the name servers of the system. */
  readonly resolve?: ResolveAddresses
  /** Opens sockets to allowed addresses. Default: `node:net`. */
  readonly connect?: Connect
  /** Certificates in PEM form that are trusted in addition to Node's certificates. */
  readonly extraCa?: ReadonlyArray<string>
  /** Whether http is allowed in addition to https. Default: false. */
  readonly allowsHttp?: boolean
}

/** A request to send. */
export interface HttpExchangeRequest {
  /** A URL without credentials, at most 8,192 characters long. */
  readonly url: string
  /** The method in capital letters. Default: `GET`. */
  readonly method?: string
  /** The headers to send. `Host`, `Content-Length` and `Connection` are set for you. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Resolves the name of this request. Default: the resolver in the options of {@link createHttpExchange}. */
  readonly resolve?: ResolveAddresses
  /**
   * A signal that ends the exchange. The result is a timeout if the signal's reason is a TimeoutError, otherwise
   * `aborted`, even if a part of the response has arrived. Default: `AbortSignal.timeout(10_000)`.
   */
  readonly signal?: AbortSignal
  /** The maximum number of bytes that are read from the response's body. Default: 64 KiB. */
  readonly maxBytes?: number
  /** The time limit for reading the response's body, in milliseconds. Default: until the signal ends the exchange. */
  readonly bodyTimeoutMs?: number
}

/** The complete list of the codes and sentences for a missing response, apart from faults of the connection. */
const SENTENCES = {
  bad_url: "The URL is not a usable https URL.",
  tls_handshake: "The TLS handshake failed.",
  tls_timeout: "The TLS handshake did not finish in time.",
  tls_certificate: "The receiver's certificate is not valid.",
  header_timeout: "The receiver did not respond in time.",
  connection_closed: "The receiver closed the connection without a response.",
  protocol_error: "The response is not valid HTTP.",
  aborted: "The request was aborted."
} as const

/** The reason why there is no response, as a stable code. */
export type HttpExchangeFault = DialFault | keyof typeof SENTENCES

/** The response to a request, with any status, or the reason why there is none. A redirect is a response. */
export type HttpExchangeResult =
  | {
      readonly ok: true
      readonly statusCode: number
      /** The headers of the response. Names are in lower case. */
      readonly headers: IncomingHttpHeaders
      /** The body as it was sent, at most `maxBytes` bytes of it. */
      readonly body: Buffer
      /** The reason why the body ends where it does: it is complete, or it was cut off. */
      readonly bodyEnd: "complete" | "too_large" | "timeout" | "broken"
      /** The time until the head of the response arrived, in milliseconds. */
      readonly elapsedMs: number
    }
  | {
      readonly ok: false
      readonly code: HttpExchangeFault
      /**
       * The error message, a sentence for people. The only part of the request that it contains is the host. It never
       * contains an address of the host name.
       */
      readonly message: string
      /** The error of the connection, if it had one. */
      readonly cause?: Error
      /** The time until it was certain that there would be no response, in milliseconds. */
      readonly elapsedMs: number
    }

/**
 * A function that sends one request over a new connection. It rejects only with a TypeError for a wrong request, or
 * because of a bug.
 */
export type HttpExchange = (request: HttpExchangeRequest) => Promise<HttpExchangeResult>

const acceptOptions = /* @__PURE__ */ argumentsOf("createHttpExchange", () => ({
  options: optional(
    optionsOf<HttpExchangeOptions>({
      policy: optional(addressPolicy(aFunction)),
      resolve: optional(aFunction),
      connect: optional(aFunction),
      extraCa: optional(listOf(aString, "an array of certificates in PEM form")),
      allowsHttp: optional(aBoolean)
    })
  )
}))
const acceptRequest = /* @__PURE__ */ argumentsOf("exchange", () => ({
  request: optionsOf<HttpExchangeRequest>({
    url: secretly(aString),
    method: optional(textLike("a method in capitals, such as GET", (value) => /^[A-Z]{1,20}$/u.test(value))),
    headers: optional(
      mapOf(
        secretly(textLike("a string without line breaks", (value) => !/[\r\n\0]/u.test(value))),
        "an object of header fields"
      )
    ),
    body: optional(secretly(either([aString, aUint8Array], "a string or a Uint8Array"))),
    resolve: optional(aFunction),
    signal: optional(anAbortSignal),
    maxBytes: optional(whole(0)),
    bodyTimeoutMs: optional(whole(1, 2 ** 31 - 1))
  })
}))

const TIMEOUT_MS = 10_000
const BODY_BYTES = 64 * 1024
const HEADER_BYTES = 16 * 1024
const URL_CHARACTERS = 8_192

const usableUrl = (text: string, allowsHttp: boolean): URL | null => {
  const url = text.length > URL_CHARACTERS ? null : URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return null
  return url.protocol === "https:" || (allowsHttp && url.protocol === "http:") ? url : null
}

interface Fault {
  readonly code: keyof typeof SENTENCES
  readonly cause?: Error & { readonly code?: string }
}

const messageOf = ({ cause, code }: Fault): string =>
  cause?.code === undefined ? SENTENCES[code] : `${SENTENCES[code].slice(0, -1)} (${cause.code}).`

const timedOut = (signal: AbortSignal): boolean =>
  signal.reason instanceof Error && signal.reason.name === "TimeoutError"

const ended = (signal: AbortSignal, late: "tls_timeout" | "header_timeout"): Fault => ({
  code: timedOut(signal) ? late : "aborted"
})

/** Waits for an event of a connection. Rejects if the signal aborts first. */
const until = <A>(
  signal: AbortSignal,
  late: "tls_timeout" | "header_timeout",
  wait: (settle: (result: A | Fault) => void, safely: Guard) => void
): Promise<A | Fault> =>
  new Promise((resolve, reject) => {
    const safely = guard((error) => {
      reject(error)
      signal.removeEventListener("abort", onAbort)
    })
    const onAbort = safely(() => settle(ended(signal, late)))
    const settle = (result: A | Fault): void => {
      signal.removeEventListener("abort", onAbort)
      resolve(result)
    }
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) return onAbort()
    safely(() => wait(settle, safely))()
  })

const secure = (socket: Socket, host: string, secureContext: SecureContext, signal: AbortSignal) =>
  until<Socket>(signal, "tls_timeout", (settle, safely) => {
    const tls = connectTls({
      socket,
      host,
      // TLS does not allow an IP address as the server name (RFC 6066 section 3).
      servername: isIP(host) === 0 ? host : "",
      secureContext,
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true
    })
    const onSecure = safely(() => settle(tls))
    const onError = safely((cause: Error) =>
      settle({ code: tls.authorizationError ? "tls_certificate" : "tls_handshake", cause })
    )
    const onClose = safely(() => settle({ code: "tls_handshake" }))
    // The error listener stays registered, because an error after the response must not end the process.
    tls.once("secureConnect", onSecure).on("error", onError).once("close", onClose)
  })

const send = (socket: Socket, url: URL, { body, headers, method }: HttpExchangeRequest, signal: AbortSignal) =>
  until<IncomingMessage>(signal, "header_timeout", (settle, safely) => {
    const bytes = body === undefined ? null : Buffer.from(body)
    // Importing node:http would read all its exports, one of which loads a WebSocket client for 35 ms.
    const sent = process.getBuiltinModule("node:http").request({
      method: method ?? "GET",
      path: `${url.pathname}${url.search}`,
      createConnection: () => socket,
      setHost: false,
      headers: {
        ...headers,
        Host: url.host,
        ...(bytes === null ? {} : { "Content-Length": bytes.byteLength }),
        Connection: "close"
      },
      maxHeaderSize: HEADER_BYTES
    })
    const onError = safely((cause: Error & { readonly code?: string }) =>
      settle({ code: cause.code?.startsWith("HPE_") === true ? "protocol_error" : "connection_closed", cause })
    )
    const onClose = safely(() => settle({ code: "connection_closed" }))
    const onResponse = safely((answer: IncomingMessage) => settle(answer))
    sent.on("error", onError).on("close", onClose).on("response", onResponse)
    sent.end(bytes)
  })

type Body = Pick<Extract<HttpExchangeResult, { ok: true }>, "body" | "bodyEnd">

const readBody = (
  answer: IncomingMessage,
  { bodyTimeoutMs, maxBytes = BODY_BYTES }: HttpExchangeRequest,
  signal: AbortSignal
): Promise<Body | Fault> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let left = maxBytes
    let cut: "too_large" | "timeout" | "aborted" | null = null
    const safely = guard((error) => {
      reject(error)
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
      answer.destroy()
    })
    const stop = (why: "too_large" | "timeout" | "aborted"): void => {
      cut ??= why
      answer.destroy()
    }
    const onAbort = safely(() => stop(timedOut(signal) ? "timeout" : "aborted"))
    const onTimeout = safely(() => stop("timeout"))
    const timer = bodyTimeoutMs === undefined ? undefined : setTimeout(onTimeout, bodyTimeoutMs)
    const onData = safely((chunk: Buffer) => {
      chunks.push(chunk.subarray(0, Math.max(0, left)))
      left -= chunk.length
      if (left < 0) stop("too_large")
    })
    const onClose = safely(() => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
      if (cut === "aborted") resolve({ code: cut })
      else resolve({ body: Buffer.concat(chunks), bodyEnd: cut ?? (answer.complete ? "complete" : "broken") })
    })
    answer.on("data", onData).on("close", onClose)
    answer.on("error", () => {})
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
  })

const contextOf = (extraCa: ReadonlyArray<string>): SecureContext =>
  createSecureContext({
    minVersion: "TLSv1.2",
    ...(extraCa.length === 0 ? {} : { ca: [...getCACertificates("default"), ...extraCa] })
  })

/**
 * Makes a function that sends requests to untrusted URLs, each over a new connection. The function checks the address,
 * verifies the certificate, follows no redirects, and limits the time and the size of the body. Reuse the function,
 * because making it costs more than a request.
 *
 * @example
 * ```ts
 * const exchange = createHttpExchange({ policy: makeAddressPolicy({ deny: ["203.0.113.0/24"] }) })
 * const result = await exchange({ url: "https://example.com/", maxBytes: 10_000 })
 * if (result.ok) console.log(result.statusCode, result.body.toString())
 * else console.log(result.code, result.message)
 * ```
 */
export const createHttpExchange = (options: HttpExchangeOptions = {}): HttpExchange => {
  acceptOptions(options)
  const { allowsHttp = false, connect, extraCa = [], policy = makeAddressPolicy(), resolve = systemResolver } = options
  let context: SecureContext | null = null
  return async (request) => {
    acceptRequest(request)
    const began = performance.now()
    const { signal = AbortSignal.timeout(TIMEOUT_MS) } = request
    const elapsedMs = (): number => performance.now() - began
    const failed = (fault: Fault): HttpExchangeResult => ({
      ok: false,
      ...fault,
      message: messageOf(fault),
      elapsedMs: elapsedMs()
    })
    const url = usableUrl(request.url, allowsHttp)
    if (url === null) return failed({ code: "bad_url" })
    const isSecure = url.protocol === "https:"
    const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1")
    const dialled = await dial({
      hostname,
      port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
      policy,
      resolve: request.resolve ?? resolve,
      signal,
      ...(connect === undefined ? {} : { connect })
    })
    if (!dialled.ok) return { ok: false, code: dialled.code, message: dialled.message, elapsedMs: elapsedMs() }
    const { socket } = dialled
    socket.on("error", () => {})
    try {
      const channel = isSecure ? await secure(socket, hostname, (context ??= contextOf(extraCa)), signal) : socket
      if ("code" in channel) return failed(channel)
      const answer = await send(channel, url, request, signal)
      if ("code" in answer) return failed(answer)
      const { headers, statusCode = 0 } = answer
      const answered = elapsedMs()
      const body = await readBody(answer, request, signal)
      if ("code" in body) return failed(body)
      return { ok: true, statusCode, headers, ...body, elapsedMs: answered }
    } finally {
      socket.destroy()
    }
  }
}
