import { argumentError } from "@mon/arguments"
import { type AddressPolicy, dial, type ResolveAddresses } from "@mon/public-net"
import type { SecureContext } from "node:tls"
import { parseRetryAfter } from "../schedule/RetryAfter.ts"
import { httpRequest } from "./HttpRequest.ts"
import { secureSocket } from "./SecureSocket.ts"
import { fault, type WebhookFault } from "./WebhookFault.ts"
import { signWebhook } from "./WebhookSignature.ts"

/** One attempt at a delivery. */
export interface WebhookRequest {
  readonly url: string
  readonly secret: string
  /** Of the delivery; the same for every attempt. */
  readonly id: string
  /** `status_change`, `test`, … */
  readonly event: string
  /** JSON, exactly as it is sent and signed; at most 64 KiB. */
  readonly body: string
  /** Whether the beginning of the answer's body is returned. Default: false. */
  readonly returnsAnswer?: boolean
}

/** What is known of an attempt, however it ended. */
export interface WebhookAttempt {
  readonly statusCode: number | null
  /** Until the head of the answer, or until it was clear that there is none. */
  readonly responseTimeMs: number
  /** The receiver said 410: it wants no more deliveries. */
  readonly gone: boolean
  /** When the receiver wants to be asked again; null when it did not say. */
  readonly retryAfterSeconds: number | null
  /** The first 1,024 characters of the answer's body, if the request asked for it and there was one. */
  readonly answer?: string
}

/** How an attempt ended; an outcome, never an error. Delivered is what the receiver answered with 2xx. */
export type WebhookResult =
  | (WebhookAttempt & { readonly delivered: true; readonly error: null })
  | (WebhookAttempt & { readonly delivered: false; readonly error: WebhookFault })

/** Everything a delivery needs from outside. */
export interface WebhookPorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly context: SecureContext
  readonly service: string
  readonly userAgent: string
  readonly timeoutMs: number
}

const HTTPS_PORT = 443
const BODY_BYTES = 64 * 1024
const URL_CHARACTERS = 8_192
/** The answer's body normally says nothing; it is read so that the receiver can finish its sentence. */
const UNREAD_BODY = { bytes: 64 * 1024, milliseconds: 1_000 } as const
/** RFC 9110 section 15.5.11. */
const GONE = 410

const callable = (text: string): URL | null => {
  const url = text.length > URL_CHARACTERS ? null : URL.parse(text)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" ? url : null
}

const faultOfStatus = (statusCode: number): WebhookFault | null => {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode === GONE) return fault("gone")
  return fault(statusCode >= 300 && statusCode < 400 ? "redirect" : "http_status", `HTTP ${statusCode}`)
}

const ANSWER_CHARACTERS = 1_024

interface Exchange {
  readonly body: string | null
  readonly fault: WebhookFault | null
  readonly statusCode: number | null
  readonly retryAfter: string | null
  /** Of performance.now(). */
  readonly endedAt: number
}

const failed = (why: WebhookFault): Exchange => ({
  fault: why,
  body: null,
  statusCode: null,
  retryAfter: null,
  endedAt: performance.now()
})

const exchange = async (
  ports: WebhookPorts,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  signal: AbortSignal
): Promise<Exchange> => {
  const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1")
  const dialled = await dial({
    hostname,
    port: url.port === "" ? HTTPS_PORT : Number(url.port),
    policy: ports.policy,
    resolve: ports.resolve,
    signal
  })
  if (!dialled.ok) return failed({ code: dialled.code, message: dialled.message })
  const secured = await secureSocket(dialled.socket, hostname, ports.context, signal)
  if (!secured.ok) return failed(secured.fault)
  const answered = await httpRequest(
    secured.socket,
    url,
    { method: "POST", headers, body, longestBody: UNREAD_BODY },
    signal
  )
  if (!answered.ok) return failed(answered.fault)
  const { statusCode, headers: received, answeredAt } = answered
  return {
    body: answered.body,
    fault: faultOfStatus(statusCode),
    statusCode,
    retryAfter: received["retry-after"] ?? null,
    endedAt: answeredAt
  }
}

/**
 * Makes one attempt: vets the address, verifies the certificate, signs, posts, follows no redirect. Rejects with the
 * signal's reason when it is aborted, and with a TypeError when the id, the event, the secret or the size of the body
 * breaks the contract.
 */
export const deliverWebhook = async (
  ports: WebhookPorts,
  request: WebhookRequest,
  nowMs: number,
  signal?: AbortSignal
): Promise<WebhookResult> => {
  signal?.throwIfAborted()
  const body = Buffer.from(request.body)
  if (body.byteLength > BODY_BYTES)
    throw argumentError(`client.send: request.body must be at most ${BODY_BYTES} bytes.`)
  const { event, id, secret } = request
  const signed = signWebhook({
    event,
    id,
    secret,
    timestampSeconds: Math.floor(nowMs / 1000),
    rawBody: body,
    service: ports.service
  })
  const began = performance.now()
  const deadline = AbortSignal.timeout(ports.timeoutMs)
  const url = callable(request.url)
  const headers = { "Content-Type": "application/json", "User-Agent": ports.userAgent, ...signed }
  const ended: Exchange =
    url === null
      ? failed(fault("bad_url"))
      : await exchange(ports, url, headers, body, signal === undefined ? deadline : AbortSignal.any([signal, deadline]))
  signal?.throwIfAborted()
  const attempt: WebhookAttempt = {
    statusCode: ended.statusCode,
    responseTimeMs: Math.round(ended.endedAt - began),
    gone: ended.statusCode === GONE,
    retryAfterSeconds: ended.fault === null ? null : parseRetryAfter(ended.retryAfter, nowMs),
    ...(request.returnsAnswer === true && ended.body !== null ? { answer: ended.body.slice(0, ANSWER_CHARACTERS) } : {})
  }
  return ended.fault === null
    ? { ...attempt, delivered: true, error: null }
    : { ...attempt, delivered: false, error: ended.fault }
}
