import { Accounts, Billing } from "@mon/core-store"
import { type BillingStanding, showLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** The plan in force, what it allows with its add-ons, and when it ends. */
export const showBilling = Effect.fn("showBilling")(function* (caller: Caller) {
  yield* ownerOnly(caller)
  const profile = yield* (yield* Accounts).profile(caller.viewer)
  const addons = caller.plan === "free" ? [] : yield* (yield* Billing).addons(caller.viewer)
  return {
    plan: caller.plan,
    limits: showLimits(caller.limits),
    expiresAt: profile?.planExpiresAt?.toISOString() ?? null,
    addons
  } satisfies BillingStanding
})
