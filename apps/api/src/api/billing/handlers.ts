import { Accounts, Billing } from "@mon/core-store"
import { type BillingStanding, PlanName, Plans, Prices, type PriceTable, showLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { PaymentProcessor } from "../../payments/PaymentProcessor.ts"
import { checkout } from "./checkout.ts"

const showBilling = Effect.fn("showBilling")(function* (caller: Caller) {
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

/** The largest number of payments in the list. An account needs years to make more payments. */
const LISTED = 500

const billingHistory = Effect.fn("billingHistory")(function* (caller: Caller) {
  yield* ownerOnly(caller)
  return yield* (yield* Billing).history(caller.viewer, LISTED)
})

const showPrices = Effect.gen(function* () {
  const { articles, currency } = yield* Prices
  const plans = yield* Plans
  return {
    canBuy: (yield* PaymentProcessor).name !== "none",
    currency,
    articles: Object.entries(articles).map(([type, { amountCents, gives, title }]) => ({
      type,
      kind: gives.kind,
      title,
      amountCents,
      quantity: gives.kind === "addon" ? gives.domains : gives.kind === "credits" ? gives.credits : 1
    })),
    plans: PlanName.literals.map((name) => ({ name, title: plans[name].title, limits: showLimits(plans[name]) }))
  } satisfies PriceTable
})

export const billingHandlers: GroupHandlers<"billing"> = {
  get: ({ caller }) => Effect.map(showBilling(caller), ok),
  history: ({ caller }) => Effect.map(billingHistory(caller), ok),
  prices: () => Effect.map(showPrices, ok),
  checkout: {
    prepare: ({ caller, payload, workId }) => Effect.map(checkout(caller, payload, workId), Effect.map(ok))
  }
}
