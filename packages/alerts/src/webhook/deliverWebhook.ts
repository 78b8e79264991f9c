import { argumentError } from "@mon/bundled/arguments"
import type { HttpExchange } from "@mon/public-net"
import { parseRetryAfter } from "../schedule/RetryAfter.ts"
import { fault, type WebhookFault } from "./WebhookFault.ts"
import { signWebhook } from "./WebhookSignature.ts"

/** One attempt at a delivery. */
export interface WebhookRequest {
  readonly url: string
  readonly secret: string
  /** The id of the delivery, which is the same for every attempt. */
  readonly id: string
  /** The event, such as `status_change` or `test`. */
  readonly event: string
  /** The JSON, exactly as it is sent and signed. At most 64 KiB. */
  readonly body: string
  /** Whether the result should contain the beginning of the response's body. Default: false. */
  readonly returnsAnswer?: boolean
}

/** The properties that every attempt has, whatever its result. */
export interface WebhookAttempt {
  readonly statusCode: number | null
  /** The time until the head of the response arrived, or until it was clear that there would be no response. */
  readonly responseTimeMs: number
  /** Whether the receiver answered 410, because it wants no more deliveries. */
  readonly gone: boolean
  /** The seconds after which the receiver wants the next attempt. Null if it did not name a time. */
  readonly retryAfterSeconds: number | null
  /** The first 1,024 characters of the response's body, if the request asked for it and there was one. */
  readonly answer?: string
}

/**
 * The result of an attempt, which is also returned if the attempt failed. A delivery has succeeded if the receiver
 * answered with 2xx.
 */
export type WebhookResult =
  | (WebhookAttempt & { readonly delivered: true; readonly error: null })
  | (WebhookAttempt & { readonly delivered: false; readonly error: WebhookFault })

export interface WebhookPorts {
  readonly exchange: HttpExchange
  readonly service: string
  readonly userAgent: string
  readonly timeoutMs: number
}

const BODY_BYTES = 64 * 1024
/**
 * The time limit for reading a body that is not needed. The body is read so that the receiver can finish sending its
 * response.
 */
const UNREAD_BODY_MS = 1_000
/** The HTTP status 410 (RFC 9110 section 15.5.11). */
const GONE = 410

const faultOfStatus = (statusCode: number): WebhookFault | null => {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode === GONE) return fault("gone")
  return fault(statusCode >= 300 && statusCode < 400 ? "redirect" : "http_status", `HTTP ${statusCode}`)
}

const ANSWER_CHARACTERS = 1_024

/**
 * Makes one attempt: signs the body, posts it, and evaluates the status. Rejects with the signal's reason if it is
 * aborted, and with a TypeError if the id, the event, the secret or the size of the body breaks the contract.
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
  const deadline = AbortSignal.timeout(ports.timeoutMs)
  const answer = await ports.exchange({
    url: request.url,
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": ports.userAgent, ...signed },
    body,
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    bodyTimeoutMs: UNREAD_BODY_MS
  })
  signal?.throwIfAborted()
  const error = answer.ok ? faultOfStatus(answer.statusCode) : { code: answer.code, message: answer.message }
  const attempt: WebhookAttempt = {
    statusCode: answer.ok ? answer.statusCode : null,
    responseTimeMs: Math.round(answer.elapsedMs),
    gone: answer.ok && answer.statusCode === GONE,
    retryAfterSeconds: answer.ok && error !== null ? parseRetryAfter(answer.headers["retry-after"], nowMs) : null,
    ...(request.returnsAnswer === true && answer.ok
      ? { answer: answer.body.toString("utf8").slice(0, ANSWER_CHARACTERS) }
      : {})
  }
  return error === null ? { ...attempt, delivered: true, error } : { ...attempt, delivered: false, error }
}
