import type { CheckoutSession, PaymentEvent } from "@mon/core-store"
import { Context, Data, type Effect } from "effect"

/** What is to be paid. Money is integer cents. */
export interface CheckoutOrder {
  /** Our own id, which makes the request for a checkout repeatable. */
  readonly id: string
  readonly title: string
  readonly amountCents: number
  /** ISO 4217, lower case. */
  readonly currency: string
  readonly email: string
  /** Where the payer comes back to. */
  readonly returnUrl: string
}

/** The processor could not be reached, refused, or a call was not from it. */
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
    /** Names it in the database. */
    readonly name: "stripe" | "local" | "none"
    /** Creates a checkout page; a second call for the same order creates no second one. */
    readonly checkout: (order: CheckoutOrder) => Effect.Effect<CheckoutSession, PaymentError>
    /** The events in a call of the processor; `body` as it came, byte by byte. */
    readonly events: (
      body: Uint8Array,
      headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
    ) => Effect.Effect<ReadonlyArray<PaymentEvent>, PaymentError>
  }
>()("@mon/api/payments/PaymentProcessor") {}
