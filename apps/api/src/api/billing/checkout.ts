import { BadRequest, type CreateCheckout, Forbidden, messages, Unavailable } from "@mon/api-contract"
import { Accounts, Billing, type PaymentEvent } from "@mon/core-store"
import { type Checkout, Prices, type Sku } from "@mon/model"
import { Effect, Result } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { type PaymentError, PaymentProcessor } from "../../payments/PaymentProcessor.ts"

const skuOf = ({ addonType, isAddon = false, type }: CreateCheckout): Sku | null =>
  isAddon ? (addonType ?? null) : type

/** The event that closes an order whose checkout page could not be created, because nobody can pay it. */
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

/**
 * Stores an order, and asks the payment processor to create the checkout page under the order's id. If an earlier
 * attempt was interrupted, both steps find its result by this id. The returned effect stores the page, or closes the
 * order if the page could not be created.
 */
export const checkout = Effect.fn("checkout")(function* (
  caller: Caller,
  input: CreateCheckout,
  workId: Effect.Effect<string>
) {
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
  const id = yield* workId
  yield* billing.createOrder(caller.viewer, {
    id,
    sku,
    description: title,
    amountCents,
    currency,
    processor: processor.name
  })
  const returnUrl = `${(yield* PublicUrl).base()}/billing/return`
  const asked = yield* Effect.result(
    processor.checkout({ id, title, amountCents, currency, email: profile?.email ?? "", returnUrl })
  )
  return Effect.gen(function* () {
    if (Result.isFailure(asked)) {
      yield* billing.receive(processor.name, [refusal(id)])
      return yield* notPaid(asked.failure)
    }
    const { expiresAt, url } = asked.success
    yield* billing.recordSession(caller.viewer, id, asked.success)
    return { checkoutUrl: url, expiresAt: expiresAt.toISOString(), orderId: id } satisfies Checkout
  })
})
