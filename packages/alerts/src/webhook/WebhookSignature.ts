import { optional, optionsOf, secretly, argumentsOf, aString, textLike } from "@mon/bundled/arguments"
import { createHmac } from "node:crypto"
import { webhookHeaderNames } from "./WebhookHeaders.ts"
import { rawBodyKind, unixSeconds, webhookKey, webhookSecret } from "./WebhookKey.ts"

const acceptSignBody = /* @__PURE__ */ argumentsOf("signBody", () => ({
  secret: secretly(aString),
  body: rawBodyKind()
}))
const acceptSignStandard = /* @__PURE__ */ argumentsOf("signStandard", () => ({
  signing: optionsOf<Pick<WebhookSigning, "secret" | "id" | "timestampSeconds" | "rawBody">>({
    secret: webhookSecret(),
    id: aString,
    timestampSeconds: unixSeconds(),
    rawBody: rawBodyKind()
  })
}))
const acceptSignWebhook = /* @__PURE__ */ argumentsOf("signWebhook", () => ({
  signing: optionsOf<WebhookSigning>({
    secret: webhookSecret(),
    id: textLike("1 to 128 letters, digits, _ and -", (value) => ID.test(value)),
    event: textLike("1 to 64 lower-case letters, digits, _, . and -", (value) => EVENT.test(value)),
    timestampSeconds: unixSeconds(),
    rawBody: rawBodyKind(),
    service: optional(aString)
  })
}))

/** A delivery to sign. */
export interface WebhookSigning {
  readonly secret: string
  /** The id of the delivery, which is the same for every attempt and consists of letters, digits, `_` and `-`. */
  readonly id: string
  /** The event, such as `status_change` or `test`. */
  readonly event: string
  /** The Unix time of the attempt, in seconds. */
  readonly timestampSeconds: number
  /** The body exactly as it is sent. */
  readonly rawBody: string | Uint8Array
  /** The name of the service. Default: Mon. */
  readonly service?: string
}

const ID = /^[A-Za-z0-9_-]{1,128}$/u
const EVENT = /^[a-z0-9_.-]{1,64}$/u

/**
 * Returns the value of `X-Mon-Signature`: the HMAC-SHA256 of the raw body in lower-case hex. The key is the secret as
 * text, without decoding.
 *
 * @example
 * signBody("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "{}") // => "sha256=6cbbcdf2c8016ca85b50543b19e8e121ef16137967bdfa3ce660972922bafaeb"
 */
export const signBody = (secret: string, rawBody: string | Uint8Array): string => {
  acceptSignBody(secret, rawBody)
  return `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`
}

/**
 * Returns the value of `webhook-signature` (Standard Webhooks): the HMAC-SHA256 of `id.timestamp.body` in base64. The
 * key consists of the decoded bytes of the secret.
 *
 * @example
 * signStandard({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330, rawBody: '{"test": 2432232314}' }) // => "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
 */
export const signStandard = (
  signing: Pick<WebhookSigning, "secret" | "id" | "timestampSeconds" | "rawBody">
): string => {
  acceptSignStandard(signing)
  const { secret, id, timestampSeconds, rawBody } = signing
  return `v1,${createHmac("sha256", webhookKey(secret)).update(`${id}.${timestampSeconds}.`).update(rawBody).digest("base64")}`
}

/** Returns the headers of a delivery. Throws a TypeError if an id, an event or a secret is not valid. */
export const signWebhook = (signing: WebhookSigning): Readonly<Record<string, string>> => {
  acceptSignWebhook(signing)
  const { event, service, ...standard } = signing
  const { secret, id, timestampSeconds, rawBody } = signing
  const names = webhookHeaderNames(service)
  return {
    [names.signature]: signBody(secret, rawBody),
    [names.event]: event,
    [names.delivery]: id,
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signStandard(standard)
  }
}
