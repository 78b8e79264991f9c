import { createHmac } from "node:crypto"
import { webhookHeaderNames } from "./WebhookHeaders.ts"
import { webhookKey } from "./WebhookSecret.ts"

/** A delivery that is to be signed. */
export interface WebhookSigning {
  readonly secret: string
  /** Of the delivery; the same for every attempt. Letters, digits, `_` and `-`. */
  readonly id: string
  /** `status_change`, `test`, … */
  readonly event: string
  /** Of the attempt, Unix time. */
  readonly timestampSeconds: number
  /** Exactly what is sent. */
  readonly rawBody: string | Uint8Array
  /** Default: Mon. */
  readonly service?: string
}

const ID = /^[A-Za-z0-9_-]{1,128}$/u
const EVENT = /^[a-z0-9_.-]{1,64}$/u

/**
 * The value of `X-Mon-Signature`: the HMAC-SHA256 of the raw body under the secret as it is written, in lower-case hex.
 *
 * @example
 * signBody("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "{}") // => "sha256=6cbbcdf2c8016ca85b50543b19e8e121ef16137967bdfa3ce660972922bafaeb"
 */
export const signBody = (secret: string, rawBody: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`

/**
 * The value of `webhook-signature` (Standard Webhooks): the HMAC-SHA256 of `id.timestamp.body` under the decoded
 * secret, in base64.
 *
 * @example
 * signStandard({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330, rawBody: '{"test": 2432232314}' }) // => "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
 */
export const signStandard = ({
  secret,
  id,
  timestampSeconds,
  rawBody
}: Pick<WebhookSigning, "secret" | "id" | "timestampSeconds" | "rawBody">): string =>
  `v1,${createHmac("sha256", webhookKey(secret)).update(`${id}.${timestampSeconds}.`).update(rawBody).digest("base64")}`

/** The headers of a delivery; an id, an event or a secret that does not fit throws a TypeError. */
export const signWebhook = ({ event, service, ...signing }: WebhookSigning): Readonly<Record<string, string>> => {
  const { secret, id, timestampSeconds, rawBody } = signing
  if (!ID.test(id)) throw new TypeError("The id of a delivery takes 1 to 128 letters, digits, _ and -.")
  if (!EVENT.test(event)) throw new TypeError("An event takes 1 to 64 lower-case letters, digits, _, . and -.")
  const names = webhookHeaderNames(service)
  return {
    [names.signature]: signBody(secret, rawBody),
    [names.event]: event,
    [names.delivery]: id,
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signStandard(signing)
  }
}
