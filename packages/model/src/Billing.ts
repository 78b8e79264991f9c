import * as Schema from "effect/Schema"
import { ShownLimits } from "./Account.ts"
import { Timestamp } from "./Domain.ts"
import { PlanName } from "./Plan.ts"

/** Add-ons of one kind that end at the same time. */
export const BillingAddon = Schema.Struct({
  type: Schema.String,
  quantity: Schema.Number,
  expiresAt: Timestamp
})
export type BillingAddon = typeof BillingAddon.Type

/** The plan, what it allows, and add-ons. */
export const BillingStanding = Schema.Struct({
  plan: PlanName,
  limits: ShownLimits,
  expiresAt: Schema.NullOr(Timestamp),
  addons: Schema.Array(BillingAddon)
})
export type BillingStanding = typeof BillingStanding.Type

/** How far a payment has come, up to refunds and disputes. */
export const PaymentStatus = Schema.Literals([
  "open",
  "pending",
  "paid",
  "failed",
  "expired",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back"
])
export type PaymentStatus = typeof PaymentStatus.Type

/** A payment or an attempt at one. */
export const Payment = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  description: Schema.String,
  amountCents: Schema.Number,
  currency: Schema.String,
  status: PaymentStatus,
  createdAt: Timestamp,
  receiptUrl: Schema.NullOr(Schema.String)
})
export type Payment = typeof Payment.Type

/** Where to pay. */
export const Checkout = Schema.Struct({
  checkoutUrl: Schema.String,
  expiresAt: Timestamp,
  orderId: Schema.String
})
export type Checkout = typeof Checkout.Type
