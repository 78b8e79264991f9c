import { BillingStanding, Checkout, Payment, PriceTable } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const types = ["pro", "agency", "credits_1000", "credits_5000", "credits_10000"] as const
const addons = ["domains_10", "domains_50", "domains_100"] as const

/** The body of `POST /billing/checkout`. */
export const CreateCheckout = Schema.Struct({
  type: Schema.Literals(types)
    .annotate({
      message: messages.checkoutType,
      description: "The plan or credit pack to buy. If `isAddon` is true, the plan that the add-on belongs to.",
      examples: ["pro"]
    })
    .pipe(Schema.annotateKey({ messageMissingKey: messages.checkoutType })),
  isAddon: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: "isAddon must be true or false.",
      description: "Whether to buy an add-on instead of a plan or credit pack.",
      examples: [false]
    })
  ),
  addonType: Schema.optionalKey(
    Schema.Literals(addons).annotate({
      message: messages.addonTypeRequired,
      description: "The add-on to buy. Required if `isAddon` is true.",
      examples: ["domains_10"]
    })
  )
})
  .annotate({
    identifier: "CreateCheckout",
    title: "CreateCheckout",
    description: "The plan, credit pack or add-on to buy."
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

const get = HttpApiEndpoint.get("get", "/billing", { success: ok(BillingStanding), error: Forbidden }).annotateMerge(
  about("Billing", "Returns the plan, its limits and expiry date, and the add-ons.")
)

const history = HttpApiEndpoint.get("history", "/billing/history", {
  success: ok(Schema.Array(Payment)),
  error: Forbidden
}).annotateMerge(about("Payments", "Returns past payments and licence purchases, newest first. Amounts are in cents."))

const prices = HttpApiEndpoint.get("prices", "/billing/prices", { success: ok(PriceTable) }).annotateMerge(
  about("Prices", "Returns the service's price list, whether anything can be bought, and the limits of each plan.")
)

const checkout = HttpApiEndpoint.post("checkout", "/billing/checkout", {
  payload: CreateCheckout,
  success: created(Checkout),
  error: [BadRequest, Forbidden, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Buy",
    "Creates a payment page at the payment processor. The page is valid for 24 hours. Add-ons require an active Pro or Agency plan. A yearly licence lasts 365 days. A renewal starts when the current licence ends."
  )
)

export class BillingApi extends HttpApiGroup.make("billing")
  .add(get, history, prices, checkout)
  .annotateMerge(OpenApi.annotations({ title: "Billing", description: "The plan, payments and checkout." })) {}
