import { makeWebhookSecret } from "@mon/alerts"
import { WebhookSender } from "@mon/alerts/effect"
import { randomBytes, Secrets } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The key-derivation label for secrets of subscribed webhooks. A sealed secret is bound to the id of its subscriber.
 */
export const SUBSCRIBER_SECRET_LABEL = "status page subscriber secret"

export const CHALLENGE_EVENT = "subscription.challenge"

const CHALLENGE_BYTES = 24

const echoes = (answer: string, challenge: string): boolean => {
  const text = answer.trim()
  if (text === challenge) return true
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null && "challenge" in parsed && parsed.challenge === challenge
  } catch {
    return false
  }
}

/**
 * Asks a webhook to echo a random challenge, so that people cannot subscribe somebody else's server. Returns the secret
 * that signed the request, or the reason why the webhook is refused. The reason never contains the response of the
 * server.
 */
export const challengeWebhook = Effect.fn("challengeWebhook")(function* (url: string, pageName: string) {
  const sender = yield* WebhookSender
  const challenge = Buffer.from(yield* randomBytes(CHALLENGE_BYTES)).toString("base64url")
  const secret = Redacted.make(makeWebhookSecret())
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const { answer = "", delivered } = yield* sender.send({
    url,
    secret,
    id,
    event: CHALLENGE_EVENT,
    body: JSON.stringify({ type: CHALLENGE_EVENT, challenge, page: { name: pageName } }),
    returnsAnswer: true
  })
  if (!delivered) return { _tag: "NotReached" } as const
  return echoes(answer, challenge) ? ({ _tag: "Echoed", secret } as const) : ({ _tag: "NoEcho" } as const)
})

export const sealSubscriberSecret = Effect.fn("sealSubscriberSecret")(function* (
  subscriberId: string,
  secret: Redacted.Redacted
) {
  return yield* (yield* Secrets).seal(SUBSCRIBER_SECRET_LABEL, Redacted.value(secret), subscriberId)
})
