import {
  aFunction,
  either,
  type Kind,
  listOf,
  mapOf,
  aNumber,
  optional,
  optionsOf,
  shape,
  argumentsOf,
  aString
} from "@mon/bundled/arguments"
import { type HeaderSource, readHeader } from "./WebhookHeaders.ts"
import { rawBodyKind, unixSeconds, webhookSecret } from "./WebhookKey.ts"

/** A request that a receiver got, with the secret that verifies it. */
export interface WebhookReceived {
  readonly secret: string
  readonly headers: HeaderSource
  /** The body exactly as it arrived, before any parsing. */
  readonly rawBody: string | Uint8Array
  /** The current Unix time in seconds. Default: now. */
  readonly nowSeconds?: number
  /** The tolerance in seconds for differences between clocks and for the age of a delivery. Default: 300. */
  readonly toleranceSeconds?: number
}

/**
 * The id of a trusted delivery, or the reason why the delivery must not be trusted. If a delivery is sent again, it has
 * the same id.
 */
export type WebhookVerdict =
  | { readonly valid: true; readonly id: string; readonly timestampSeconds: number }
  | {
      readonly valid: false
      readonly reason: "missing_header" | "bad_header" | "too_old" | "too_new" | "bad_signature"
    }

const headerSource = (): Kind => {
  const takes = "an object with the headers"
  const fields = mapOf(optional(either([aString, listOf(aString)], "a string or an array of strings")), takes)
  const request = shape<{ get: unknown }>(takes, { get: aFunction })
  return { takes, fault: (value) => (request.fault(value) === null ? null : fields.fault(value)) }
}

const accept = /* @__PURE__ */ argumentsOf("verifyWebhook", () => ({
  received: optionsOf<WebhookReceived>({
    secret: webhookSecret(),
    headers: headerSource(),
    rawBody: rawBodyKind(),
    nowSeconds: optional(unixSeconds()),
    toleranceSeconds: optional(aNumber("a number of seconds", 0))
  })
}))

/** The default tolerance (Standard Webhooks, "Verifying webhooks"). */
const TOLERANCE_SECONDS = 300
/** The maximum number of signatures. A sender that is changing its secret signs with both the old and the new one. */
const MAX_SIGNATURES = 16
const HEADER_CHARACTERS = 2_048
const TIMESTAMP = /^\d{1,12}$/u

type Rejected = Extract<WebhookVerdict, { valid: false }>

export interface UnverifiedDelivery {
  readonly id: string
  readonly timestampSeconds: number
  readonly signatures: ReadonlyArray<string>
}

/**
 * Reads the headers of a delivery. Returns the reason if the delivery must not be trusted. Throws a TypeError for wrong
 * arguments.
 */
export const readDelivery = (received: WebhookReceived): UnverifiedDelivery | Rejected => {
  accept(received)
  const { headers, nowSeconds = Math.floor(Date.now() / 1000), toleranceSeconds = TOLERANCE_SECONDS } = received
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => readHeader(headers, name) ?? ""
  )
  if (!id || !timestamp || !signatures) return { valid: false, reason: "missing_header" }
  if (!TIMESTAMP.test(timestamp) || id.length > HEADER_CHARACTERS || signatures.length > HEADER_CHARACTERS)
    return { valid: false, reason: "bad_header" }
  const timestampSeconds = Number(timestamp)
  if (timestampSeconds < nowSeconds - toleranceSeconds) return { valid: false, reason: "too_old" }
  if (timestampSeconds > nowSeconds + toleranceSeconds) return { valid: false, reason: "too_new" }
  return { id, timestampSeconds, signatures: signatures.split(" ").slice(0, MAX_SIGNATURES) }
}
