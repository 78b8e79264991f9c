import * as Effect from "effect/Effect"

/** Room for what several locations say about one monitor. */
export default Effect.void
