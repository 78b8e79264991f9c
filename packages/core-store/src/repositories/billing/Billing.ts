import type { BillingAddon, Payment, Sku } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What happened to a payment, independent of the payment processor. */
export type PaymentEventKind =
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  /** `amountCents`: the total refunded so far. */
  | "refunded"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"

/**
 * One event of a payment processor. It is matched to an order by the order's id, or by the payment of a "paid" event.
 */
export interface PaymentEvent {
  readonly eventId: string
  readonly kind: PaymentEventKind
  /** Public id of the order. */
  readonly orderId: string | null
  /** The processor's own id of the payment. */
  readonly paymentRef: string | null
  readonly amountCents: number | null
  readonly receiptUrl: string | null
  readonly occurredAt: Date
}

/** An order to create; `currency` is an ISO 4217 code. */
export interface NewOrder {
  /** Public id. */
  readonly id: string
  readonly sku: Sku
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly processor: string
}

/** A checkout session of the payment processor. */
export interface CheckoutSession {
  readonly sessionId: string
  readonly url: string
  readonly expiresAt: Date
}

/** An order as the pay page shows it. */
export interface OpenOrder {
  readonly id: string
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly status: Payment["status"]
  readonly expiresAt: Date | null
}

/**
 * Orders, payments and licences. Events may arrive in any order and more than once: the resulting state is the same.
 */
export class Billing extends Context.Service<
  Billing,
  {
    /** Creates an unpaid order. No effect when there is one with its id. */
    readonly createOrder: (scope: AccessScope, order: NewOrder) => Effect.Effect<void, StoreError>
    /** Stores the checkout session of an order. */
    readonly recordSession: (
      scope: AccessScope,
      orderId: string,
      session: CheckoutSession
    ) => Effect.Effect<void, StoreError>
    /** An order by its public id, for its pay page; null when there is none. */
    readonly find: (processor: string, orderId: string) => Effect.Effect<OpenOrder | null, StoreError>
    /** Stores events of a processor and applies them; returns how many were new. */
    readonly receive: (processor: string, events: ReadonlyArray<PaymentEvent>) => Effect.Effect<number, StoreError>
    /** The add-ons in force. */
    readonly addons: (scope: AccessScope) => Effect.Effect<ReadonlyArray<BillingAddon>, StoreError>
    /** Payments and payment attempts, newest first, at most `limit`. */
    readonly history: (scope: AccessScope, limit: number) => Effect.Effect<ReadonlyArray<Payment>, StoreError>
    /** Updates the plans of at most `limit` accounts whose licences started or ended; returns how many changed. */
    readonly applyDue: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Billing") {}
