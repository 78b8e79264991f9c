import * as Effect from "effect/Effect"

/** Room for certificate alerts, domain expiry and hourly roll-ups. */
export default Effect.void
