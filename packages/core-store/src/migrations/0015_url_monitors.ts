import * as Effect from "effect/Effect"

/** Room for page versions, changes and screenshots. */
export default Effect.void
