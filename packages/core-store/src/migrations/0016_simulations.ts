import * as Effect from "effect/Effect"

/** Room for campaign simulations and the facts of domains. */
export default Effect.void
