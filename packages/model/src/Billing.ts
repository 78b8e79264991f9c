import * as Schema from "effect/Schema"
import { ShownLimits } from "./Account.ts"
import { described } from "./Described.ts"
import { PlanName } from "./Plan.ts"

const { count, id, list, record, text, textOrNull, time, timeOrNull, value } = described

const later = "2027-11-21T08:15:00.000Z"

/** Add-ons of one kind that end at the same time. */
export const BillingAddon = record("Addon", "Add-ons of one type that end at the same time.", {
  type: text("Type of add-on.", "domains_10"),
  quantity: count("Number of them.", 1),
  expiresAt: time("When they end, ISO 8601 UTC.", later)
})
export type BillingAddon = typeof BillingAddon.Type

/** The plan, what it allows, and add-ons. */
export const BillingStanding = record("Billing", "The plan in force, what it allows, and add-ons.", {
  plan: value(PlanName, "The plan in force; `free` when a paid one has expired.", "pro"),
  limits: ShownLimits.annotate({ description: "What the plan allows, add-ons included." }),
  expiresAt: timeOrNull("When the paid plan ends or ended, ISO 8601 UTC, or null when it does not.", later),
  addons: list(BillingAddon, "Add-ons that count now.")
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
export const Payment = record("Payment", "A payment, or an attempt at one.", {
  id: id("Id of the order, opaque."),
  type: text("What was bought.", "pro"),
  description: text("The same in words.", "Mon Pro, 365 days"),
  amountCents: count("The price. Cents.", 9_900),
  currency: text("ISO 4217, lower case.", "usd"),
  status: value(PaymentStatus, "Status of the payment, refunds and disputes included.", "paid"),
  createdAt: time("When it was ordered, ISO 8601 UTC.", later),
  receiptUrl: textOrNull("URL of the processor's receipt, or null.", "https://pay.example.com/receipts/1")
})
export type Payment = typeof Payment.Type

/** Where to pay. */
export const Checkout = record("Checkout", "Where to pay.", {
  checkoutUrl: text("URL of the payment processor's page.", "https://pay.example.com/c/1"),
  expiresAt: time("Until when it can be paid there, ISO 8601 UTC: 24 hours.", later),
  orderId: id("Id of the order.")
})
export type Checkout = typeof Checkout.Type
