import type { BillingAddon, Payment, Sku } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What happened to a payment, in our own words. */
export type PaymentEventKind =
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  /** `amountCents`: all that was given back so far. */
  | "refunded"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"

/** One event of a payment processor. It belongs to an order by its id, or by the payment that a "paid" event named. */
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

/** An order to be paid; `currency` is an ISO 4217 code. */
export interface NewOrder {
  readonly sku: Sku
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly processor: string
}

/** A place where an order is paid. */
export interface CheckoutSession {
  readonly sessionId: string
  readonly url: string
  readonly expiresAt: Date
}

/** An order as its pay page shows it. */
export interface OpenOrder {
  readonly id: string
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly status: Payment["status"]
  readonly expiresAt: Date | null
}

/** Orders, payments and licences. The same events in any order, and any of them twice, end in the same state. */
export class Billing extends Context.Service<
  Billing,
  {
    /** Writes an order that is not paid yet; answers its public id. */
    readonly createOrder: (scope: AccessScope, order: NewOrder) => Effect.Effect<string, StoreError>
    /** Where an order is paid. */
    readonly recordSession: (
      scope: AccessScope,
      orderId: string,
      session: CheckoutSession
    ) => Effect.Effect<void, StoreError>
    /** An order by its public id, for its pay page; null when there is none. */
    readonly find: (processor: string, orderId: string) => Effect.Effect<OpenOrder | null, StoreError>
    /** Takes events of a processor and does what follows from them; answers how many were new. */
    readonly receive: (processor: string, events: ReadonlyArray<PaymentEvent>) => Effect.Effect<number, StoreError>
    /** The add-ons that count now. */
    readonly addons: (scope: AccessScope) => Effect.Effect<ReadonlyArray<BillingAddon>, StoreError>
    /** Payments and attempts at one, newest first, at most `limit`. */
    readonly history: (scope: AccessScope, limit: number) => Effect.Effect<ReadonlyArray<Payment>, StoreError>
    /** Lets the plans of at most `limit` accounts follow their licences, where one ended or begins; answers how many changed. */
    readonly applyDue: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Billing") {}
