import type { CheckoutSession, PaymentEvent } from "@mon/core-store"
import { Context, Data, type Effect } from "effect"

/** An order to be paid. Amounts are integer cents. */
export interface CheckoutOrder {
  /** Mon's id of the order. It also makes the request for a checkout page idempotent. */
  readonly id: string
  readonly title: string
  readonly amountCents: number
  /** The ISO 4217 code in lower case. */
  readonly currency: string
  readonly email: string
  /** The URL to which the payer returns after the payment. */
  readonly returnUrl: string
}

/** The error if the processor is unreachable or refuses a request, or if an event does not come from the processor. */
export class PaymentError extends Data.TaggedError("PaymentError")<{
  readonly reason: "Unreachable" | "Refused" | "NotGenuine"
  readonly detail: string
}> {
  override get message() {
    return `The payment processor: ${this.detail}`
  }
}

export class PaymentProcessor extends Context.Service<
  PaymentProcessor,
  {
    /** The name that identifies the processor in the database. */
    readonly name: "stripe" | "local" | "none"
    /** Creates a checkout page. A second call for the same order creates no second page. */
    readonly checkout: (order: CheckoutOrder) => Effect.Effect<CheckoutSession, PaymentError>
    /**
     * Returns the events in a request from the processor. `body` must contain the unchanged bytes, because they are
     * signed.
     */
    readonly events: (
      body: Uint8Array,
      headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
    ) => Effect.Effect<ReadonlyArray<PaymentEvent>, PaymentError>
  }
>()("@mon/api/payments/PaymentProcessor") {}
