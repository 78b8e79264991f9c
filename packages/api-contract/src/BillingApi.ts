import { BillingAddon, BillingStanding, Checkout, Payment } from "@mon/model"
import * as Schema from "effect/Schema"
import { LimitsRecord } from "./AccountRecord.ts"
import { BadRequest, Forbidden, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import { described, whole } from "./Described.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2027-11-21T08:15:00.000Z"

const AddonRecord = described(BillingAddon, "Addon", "Add-ons of one kind that end at the same time.", {
  type: { about: "Which add-on.", example: "domains_10" },
  quantity: { about: "How many of it.", example: 1, as: whole },
  expiresAt: { about: "When they end, ISO 8601 UTC.", example: time }
})

/** The record of plan, limits and add-ons. */
export const BillingRecord = described(BillingStanding, "Billing", "The plan in force, what it allows, and add-ons.", {
  plan: { about: "The plan in force; `free` when a paid one has expired.", example: "pro" },
  limits: { about: "What the plan allows, add-ons included.", as: LimitsRecord },
  expiresAt: { about: "When the paid plan ends or ended, ISO 8601 UTC, or null when it does not.", example: time },
  addons: { about: "Add-ons that count now.", as: Schema.Array(AddonRecord) }
})

/** The record of a payment. */
export const PaymentRecord = described(Payment, "Payment", "A payment, or an attempt at one.", {
  id: { about: "Id of the order, opaque.", example: id },
  type: { about: "What was bought.", example: "pro" },
  description: { about: "The same in words.", example: "Mon Pro, 365 days" },
  amountCents: { about: "The price. Cents.", example: 9_900, as: whole },
  currency: { about: "ISO 4217, lower case.", example: "usd" },
  status: { about: "What became of it.", example: "paid" },
  createdAt: { about: "When it was ordered, ISO 8601 UTC.", example: time },
  receiptUrl: { about: "The processor's receipt, or null.", example: "https://pay.example.com/receipts/1" }
})

/** The record of a place to pay. */
export const CheckoutRecord = described(Checkout, "Checkout", "Where to pay.", {
  checkoutUrl: { about: "URL of the payment processor's page.", example: "https://pay.example.com/c/1" },
  expiresAt: { about: "Until when it can be paid there, ISO 8601 UTC: 24 hours.", example: time },
  orderId: { about: "Id of the order.", example: id }
})

const types = ["pro", "agency", "credits_1000", "credits_5000", "credits_10000"] as const
const addons = ["domains_10", "domains_50", "domains_100"] as const

/** The body of `POST /billing/checkout`. */
export const CreateCheckout = Schema.Struct({
  type: Schema.Literals(types)
    .annotate({
      message: messages.checkoutType,
      description: "The plan or the pack of credits; with `isAddon` the plan that the add-on belongs to.",
      examples: ["pro"]
    })
    .pipe(Schema.annotateKey({ messageMissingKey: messages.checkoutType })),
  isAddon: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: "isAddon must be true or false.",
      description: "Whether an add-on is bought instead.",
      examples: [false]
    })
  ),
  addonType: Schema.optionalKey(
    Schema.Literals(addons).annotate({
      message: messages.addonTypeRequired,
      description: "Which add-on; required when `isAddon` is true.",
      examples: ["domains_10"]
    })
  )
})
  .annotate({
    identifier: "CreateCheckout",
    title: "CreateCheckout",
    description: "What to buy."
  })
  .check(
    Schema.makeFilter(
      ({ isAddon, type }) => isAddon !== true || type === "pro" || type === "agency" || messages.addonPlan
    ),
    Schema.makeFilter(
      ({ addonType, isAddon }) => isAddon !== true || addonType !== undefined || messages.addonTypeRequired
    )
  )
export type CreateCheckout = typeof CreateCheckout.Type

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const get = HttpApiEndpoint.get("get", "/billing", { success: ok(BillingRecord), error: Forbidden }).annotateMerge(
  about("Billing", "Plan, limits, expiry and add-ons.")
)

const history = HttpApiEndpoint.get("history", "/billing/history", {
  success: ok(Schema.Array(PaymentRecord)),
  error: Forbidden
}).annotateMerge(about("Payments", "Past payments and licence purchases, newest first. Amounts are in cents."))

const checkout = HttpApiEndpoint.post("checkout", "/billing/checkout", {
  payload: CreateCheckout,
  success: created(CheckoutRecord),
  error: [BadRequest, Forbidden, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Buy",
    "Makes a page of the payment processor, good for 24 hours. Add-ons need an active Pro or Agency plan. A yearly licence lasts 365 days; a renewal begins where the current one ends."
  )
)

/** Billing. */
export class BillingApi extends HttpApiGroup.make("billing")
  .add(get, history, checkout)
  .annotateMerge(OpenApi.annotations({ title: "Billing", description: "Plan, payments, checkout." })) {}
