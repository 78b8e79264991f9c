import { Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The key-derivation label for webhook secrets. A sealed secret is bound to the public id of its webhook. */
export const WEBHOOK_LABEL = "webhook secret"

/** Seals the secret of the webhook with this id for the store. */
export const sealWebhookSecret = Effect.fn("sealWebhookSecret")(function* (id: string, secret: Redacted.Redacted) {
  return yield* (yield* Secrets).seal(WEBHOOK_LABEL, Redacted.value(secret), id)
})

/** Opens the secret of a webhook. Fails with a SecretError if none of our keys opens it. */
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
