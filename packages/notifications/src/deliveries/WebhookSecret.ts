import { Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** What the secrets of webhooks are sealed with; the webhook's public id is the place where they open. */
export const WEBHOOK_LABEL = "webhook secret"

/** A secret as the store keeps it, for the webhook with this id. */
export const sealWebhookSecret = Effect.fn("sealWebhookSecret")(function* (id: string, secret: Redacted.Redacted) {
  return yield* (yield* Secrets).seal(WEBHOOK_LABEL, Redacted.value(secret), id)
})

/** The secret of a webhook, or a SecretError when no secret of ours opens it. */
export const openWebhookSecret = Effect.fn("openWebhookSecret")(function* ({
  id,
  secret
}: {
  readonly id: string
  readonly secret: string
}) {
  const secrets = yield* Secrets
  return Redacted.make(yield* secrets.open(WEBHOOK_LABEL, secret, id))
})
