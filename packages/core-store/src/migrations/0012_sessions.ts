import * as Effect from "effect/Effect"

/** Room for sessions, passwords and confirmations. */
export default Effect.void
