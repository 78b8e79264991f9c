import * as Effect from "effect/Effect"

/** Room for orders, payments and licences. */
export default Effect.void
