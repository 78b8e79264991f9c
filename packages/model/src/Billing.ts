import * as Schema from "effect/Schema"
import { ShownLimits } from "./Account.ts"
import { described } from "./Described.ts"
import { PlanName } from "./Plan.ts"

const { count, id, list, record, text, textOrNull, time, timeOrNull, value } = described

const later = "2027-11-21T08:15:00.000Z"

/** Add-ons of one kind that end at the same time. */
export const BillingAddon = record("Addon", "Add-ons of one type that end at the same time.", {
  type: text("Type of add-on.", "domains_10"),
  quantity: count("Number of add-ons.", 1),
  expiresAt: time("End of the add-ons, ISO 8601 UTC.", later)
})
export interface BillingAddon extends Schema.Schema.Type<typeof BillingAddon> {}

/** The account's plan, its limits, and its add-ons. */
export const BillingStanding = record("Billing", "The current plan, its limits and the add-ons.", {
  plan: value(PlanName, "The current plan. `free` if a paid plan has expired.", "pro"),
  limits: ShownLimits.pipe(Schema.annotateKey({ description: "Limits of the plan, including the add-ons." })),
  expiresAt: timeOrNull("End of the paid plan, ISO 8601 UTC, or null if there is no end.", later),
  addons: list(BillingAddon, "Add-ons that are active now.")
})
export interface BillingStanding extends Schema.Schema.Type<typeof BillingStanding> {}

/** The state of a payment. Refunds and disputes are states too. */
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

/** A payment, or an attempt to pay. */
export const Payment = record("Payment", "A payment or an attempted payment.", {
  id: id("Opaque id of the order."),
  type: text("The product.", "pro"),
  description: text("Human-readable description of the product.", "Mon Pro, 365 days"),
  amountCents: count("Price. Cents.", 9_900),
  currency: text("ISO 4217 currency code in lower case.", "usd"),
  status: value(PaymentStatus, "Status of the payment, including refunds and disputes.", "paid"),
  createdAt: time("Time of the order, ISO 8601 UTC.", later),
  receiptUrl: textOrNull(
    "URL of the receipt at the payment processor, or null if there is none.",
    "https://pay.example.com/receipts/1"
  )
})
export interface Payment extends Schema.Schema.Type<typeof Payment> {}

const PricedArticle = record("PricedArticle", "A plan, credit pack or add-on with its price.", {
  type: text("The product, as in the request that buys it.", "pro"),
  kind: value(Schema.Literals(["plan", "addon", "credits"]), "Kind of product.", "plan"),
  title: text("Human-readable description of the product.", "Mon Pro, 365 days"),
  amountCents: count("Price. Cents.", 9_900),
  quantity: count("Number of domains in an add-on, or of credits in a credit pack. 1 for a plan.", 1)
})

/** The price list, and the limits of each plan. */
export const PriceTable = record("PriceTable", "The price list and the limits of the plans.", {
  canBuy: value(
    Schema.Boolean,
    "Whether anything can be bought. False if the service has no payment processor. Then only its operator changes plans.",
    true
  ),
  currency: text("ISO 4217 currency code in lower case.", "usd"),
  articles: list(PricedArticle, "The products that can be bought if `canBuy` is true."),
  plans: list(
    record("PlanOffer", "A plan and its limits.", {
      name: value(PlanName, "Name of the plan.", "pro"),
      title: text("Display name of the plan.", "Pro"),
      limits: ShownLimits.pipe(Schema.annotateKey({ description: "Limits of the plan, without add-ons." }))
    }),
    "The plans, from the smallest to the largest."
  )
})
export interface PriceTable extends Schema.Schema.Type<typeof PriceTable> {}

/** The payment page of an order. */
export const Checkout = record("Checkout", "A payment page.", {
  checkoutUrl: text("URL of the payment page at the payment processor.", "https://pay.example.com/c/1"),
  expiresAt: time("Expiry of the payment page, ISO 8601 UTC. The page is valid for 24 hours.", later),
  orderId: id("Id of the order.")
})
export interface Checkout extends Schema.Schema.Type<typeof Checkout> {}
