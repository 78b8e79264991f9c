import { Billing } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** More payments than an account makes in years. */
const LISTED = 500

/** Payments and attempts at one, newest first. */
export const billingHistory = Effect.fn("billingHistory")(function* (caller: Caller) {
  yield* ownerOnly(caller)
  return yield* (yield* Billing).history(caller.viewer, LISTED)
})
