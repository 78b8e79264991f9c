import { timingSafeEqual } from "node:crypto"
import { type HeaderSource, readHeader } from "./WebhookHeaders.ts"
import { signBody, signStandard } from "./WebhookSignature.ts"

/** What a receiver got. */
export interface WebhookReceived {
  readonly secret: string
  readonly headers: HeaderSource
  /** Exactly what arrived, before any parsing. */
  readonly rawBody: string | Uint8Array
  /** Unix time. Default: now. */
  readonly nowSeconds?: number
  /** How far the sender's clock may be off, and how old a delivery may be. Default: 300. */
  readonly toleranceSeconds?: number
}

/** The id of the delivery (the same when it is repeated), or why it must not be believed. */
export type WebhookVerdict =
  | { readonly valid: true; readonly id: string; readonly timestampSeconds: number }
  | {
      readonly valid: false
      readonly reason: "missing_header" | "bad_header" | "too_old" | "too_new" | "bad_signature"
    }

/** Standard Webhooks, "Verifying webhooks". */
const TOLERANCE_SECONDS = 300
/** A sender that changes its secret signs with both. */
const MAX_SIGNATURES = 16
const HEADER_CHARACTERS = 2_048
const TIMESTAMP = /^\d{1,12}$/u

const equal = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Verifies the Standard Webhooks headers of a delivery in constant time, and its age, so that an old one cannot be
 * replayed.
 *
 * @example
 * verifyWebhook({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers: {}, rawBody: "{}" }) // => { valid: false, reason: "missing_header" }
 */
export const verifyWebhook = (received: WebhookReceived): WebhookVerdict => {
  const {
    secret,
    headers,
    rawBody,
    nowSeconds = Math.floor(Date.now() / 1000),
    toleranceSeconds = TOLERANCE_SECONDS
  } = received
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => readHeader(headers, name) ?? ""
  )
  if (!id || !timestamp || !signatures) return { valid: false, reason: "missing_header" }
  if (!TIMESTAMP.test(timestamp) || id.length > HEADER_CHARACTERS || signatures.length > HEADER_CHARACTERS)
    return { valid: false, reason: "bad_header" }
  const timestampSeconds = Number(timestamp)
  if (timestampSeconds < nowSeconds - toleranceSeconds) return { valid: false, reason: "too_old" }
  if (timestampSeconds > nowSeconds + toleranceSeconds) return { valid: false, reason: "too_new" }
  const expected = signStandard({ secret, id, timestampSeconds, rawBody })
  const matching = signatures
    .split(" ")
    .slice(0, MAX_SIGNATURES)
    .filter((signature) => equal(signature, expected))
  return matching.length > 0 ? { valid: true, id, timestampSeconds } : { valid: false, reason: "bad_signature" }
}

/** Verifies the value of `X-Mon-Signature` in constant time; it says nothing about the age of the delivery. */
export const verifyBodySignature = (
  secret: string,
  rawBody: string | Uint8Array,
  signature: string | null | undefined
): boolean => typeof signature === "string" && equal(signature, signBody(secret, rawBody))
