import type { PlanName } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** Why the balance changed. */
export type CreditTransactionType = "grant" | "purchase" | "usage" | "refund" | "expiry"

/** One entry: positive amounts add credits, negative ones deduct them. */
export interface CreditTransaction {
  readonly id: string
  readonly amount: number
  readonly type: CreditTransactionType
  readonly description: string
  readonly jobId: string | null
  readonly createdAt: Date
}

/** The current credits of an account and its latest transactions. */
export interface CreditUsage {
  readonly balance: number
  /** When the annual grant is renewed; null without an annual grant. */
  readonly renewsAt: Date | null
  /** The 50 newest. */
  readonly transactions: ReadonlyArray<CreditTransaction>
}

/** Whether the credits of a job were reserved: all of them or none. */
export type Reservation =
  | { readonly _tag: "Reserved"; readonly balance: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

/**
 * Simulation credits of an account: lots that are spent soonest-expiring first, and an append-only list of transactions
 * whose sum is always the balance. Each method first posts the expiries and renewals that are due, and joins the
 * caller's transaction when there is one. `accountKey` is the internal key; `ref` and `jobId` make each entry
 * idempotent.
 */
export class Ledger extends Context.Service<
  Ledger,
  {
    readonly show: (accountKey: string) => Effect.Effect<CreditUsage, StoreError>
    /** Deducts the credits of a job, all of them or none. Idempotent per job. */
    readonly reserve: (
      accountKey: string,
      request: { readonly amount: number; readonly jobId: string; readonly description: string }
    ) => Effect.Effect<Reservation, StoreError>
    /**
     * Refunds what a job was charged, once: to its lots, or to a new lot of 30 days when these have expired. Returns
     * the amount.
     */
    readonly refund: (
      accountKey: string,
      request: { readonly jobId: string; readonly description: string }
    ) => Effect.Effect<number, StoreError>
    /** Adds a pack, which does not expire. Idempotent per payment; returns whether it was added now. */
    readonly buy: (
      accountKey: string,
      pack: { readonly credits: number; readonly ref: string; readonly description: string }
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Deducts what is left of a pack whose payment was refunded, once; returns the amount. `ref` is that of the
     * purchase.
     */
    readonly refundPack: (
      accountKey: string,
      pack: { readonly ref: string; readonly description: string }
    ) => Effect.Effect<number, StoreError>
    /**
     * Starts a plan year with the plan's allowance. An upgrade within a year grants the new allowance minus what was
     * spent of the old one. Returns whether it was posted now.
     */
    readonly changePlan: (
      accountKey: string,
      change: { readonly plan: PlanName; readonly ref: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Posts what is due in at most `limit` accounts (a periodic task of the worker); returns in how many. */
    readonly postDueEntries: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Ledger") {}
