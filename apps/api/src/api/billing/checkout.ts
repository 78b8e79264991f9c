import { BadRequest, type CreateCheckout, Forbidden, messages, Unavailable } from "@mon/api-contract"
import { Accounts, Billing, type PaymentEvent } from "@mon/core-store"
import { type Checkout, Prices, type Sku } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type PaymentError, PaymentProcessor } from "../../payments/PaymentProcessor.ts"

/** The article to buy: the add-on if `isAddon` is set, otherwise the plan. */
const skuOf = ({ addonType, isAddon = false, type }: CreateCheckout): Sku | null =>
  isAddon ? (addonType ?? null) : type

/** Closes an order whose checkout page could not be created, since nobody can pay it. */
const refusal = (orderId: string): PaymentEvent => ({
  eventId: `refused:${orderId}`,
  kind: "failed",
  orderId,
  paymentRef: null,
  amountCents: null,
  receiptUrl: null,
  occurredAt: new Date(0)
})

const notPaid = (error: PaymentError) =>
  Effect.andThen(
    Effect.logError("Could not create a checkout", error),
    Effect.fail(new Unavailable({ message: messages.paymentsUnavailable }))
  )

/** Stores an order and returns the URL of its checkout page. */
export const checkout = Effect.fn("checkout")(function* (caller: Caller, input: CreateCheckout) {
  yield* ownerOnly(caller)
  const sku = skuOf(input)
  if (sku === null) return yield* new BadRequest({ message: messages.addonTypeRequired })
  const { articles, currency } = yield* Prices
  const { amountCents, gives, title } = articles[sku]
  if (gives.kind === "addon" && caller.plan === "free")
    return yield* new Forbidden({ message: messages.addonsNeedPlan })
  const processor = yield* PaymentProcessor
  if (processor.name === "none") return yield* new BadRequest({ message: messages.billingNotConfigured })
  const profile = yield* (yield* Accounts).profile(caller.viewer)
  const billing = yield* Billing
  const id = yield* billing.createOrder(caller.viewer, {
    sku,
    description: title,
    amountCents,
    currency,
    processor: processor.name
  })
  const returnUrl = `${(yield* PublicUrl).base()}/billing/return`
  const session = yield* processor
    .checkout({ id, title, amountCents, currency, email: profile?.email ?? "", returnUrl })
    .pipe(
      Effect.tapErrorTag("PaymentError", () => billing.receive(processor.name, [refusal(id)])),
      Effect.catchTag("PaymentError", notPaid)
    )
  yield* billing.recordSession(caller.viewer, id, session)
  return { checkoutUrl: session.url, expiresAt: session.expiresAt.toISOString(), orderId: id } satisfies Checkout
})
