import type { CheckoutSession, PaymentEvent } from "@mon/core-store"
import { Context, Data, type Effect } from "effect"

/** An order to be paid. Amounts are integer cents. */
export interface CheckoutOrder {
  /** Our own id. It also makes the request for a checkout idempotent. */
  readonly id: string
  readonly title: string
  readonly amountCents: number
  /** ISO 4217, lower case. */
  readonly currency: string
  readonly email: string
  /** The URL to which the payer returns. */
  readonly returnUrl: string
}

/** The processor was unreachable or refused, or an event did not come from it. */
export class PaymentError extends Data.TaggedError("PaymentError")<{
  readonly reason: "Unreachable" | "Refused" | "NotGenuine"
  readonly detail: string
}> {
  override get message() {
    return `The payment processor: ${this.detail}`
  }
}

/** A processor of payments. */
export class PaymentProcessor extends Context.Service<
  PaymentProcessor,
  {
    /** Identifies the processor in the database. */
    readonly name: "stripe" | "local" | "none"
    /** Creates a checkout page. A second call for the same order creates no second page. */
    readonly checkout: (order: CheckoutOrder) => Effect.Effect<CheckoutSession, PaymentError>
    /** The events in a request from the processor. `body` must be the unchanged bytes, since they are signed. */
    readonly events: (
      body: Uint8Array,
      headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
    ) => Effect.Effect<ReadonlyArray<PaymentEvent>, PaymentError>
  }
>()("@mon/api/payments/PaymentProcessor") {}
