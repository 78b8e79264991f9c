import * as Effect from "effect/Effect"

/** Room for deliveries of notifications, their attempts and suppressions. */
export default Effect.void
