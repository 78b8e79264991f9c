import * as Effect from "effect/Effect"

/** Room for tags, invites, webhooks and idempotency keys. */
export default Effect.void
