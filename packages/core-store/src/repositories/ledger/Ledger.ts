import type { PlanName } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** Why credits came or went. */
export type CreditTransactionType = "grant" | "purchase" | "usage" | "refund" | "expiry"

/** One entry: positive amounts are grants, negative ones deductions. */
export interface CreditTransaction {
  readonly id: string
  readonly amount: number
  readonly type: CreditTransactionType
  readonly description: string
  readonly jobId: string | null
  readonly createdAt: Date
}

/** Credits of an account now, and how they came about. */
export interface CreditUsage {
  readonly balance: number
  /** When the annual grant is replaced by the next one; null without one. */
  readonly renewsAt: Date | null
  /** The 50 newest. */
  readonly transactions: ReadonlyArray<CreditTransaction>
}

/** Whether all credits of a job were taken; otherwise none were. */
export type Reservation =
  | { readonly _tag: "Reserved"; readonly balance: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

/**
 * Simulation credits of an account: lots spent soonest-expiring first, an append-only list of
 * transactions whose sum is the balance at all times. Each verb posts the expiries and renewals that are due first,
 * and joins the caller's transaction when there is one. `accountKey` is the internal key, `ref` and `jobId` make a
 * entry happen once however often it is asked for.
 */
export class Ledger extends Context.Service<
  Ledger,
  {
    readonly show: (accountKey: string) => Effect.Effect<CreditUsage, StoreError>
    /** Takes credits for a job, all of them or none. Asking again for the same job takes nothing more. */
    readonly reserve: (
      accountKey: string,
      request: { readonly amount: number; readonly jobId: string; readonly description: string }
    ) => Effect.Effect<Reservation, StoreError>
    /** Gives back all that a job took, once: to its lots, or to one of 30 days where they have expired. Answers how much. */
    readonly refund: (
      accountKey: string,
      request: { readonly jobId: string; readonly description: string }
    ) => Effect.Effect<number, StoreError>
    /** Adds a pack that does not expire; the same payment adds it once. Answers whether it was added now. */
    readonly buy: (
      accountKey: string,
      pack: { readonly credits: number; readonly ref: string; readonly description: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Takes back what is left of a pack whose payment was returned, once; answers how much. `ref` is that of the purchase. */
    readonly refundPack: (
      accountKey: string,
      pack: { readonly ref: string; readonly description: string }
    ) => Effect.Effect<number, StoreError>
    /**
     * Begins a plan year with a plan's allowance. An upgrade inside a year grants the new allowance minus what was spent
     * of the old one. Answers whether it was posted now.
     */
    readonly changePlan: (
      accountKey: string,
      change: { readonly plan: PlanName; readonly ref: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Books what is due in all accounts (a job of the worker); answers in how many. */
    readonly postDueEntries: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Ledger") {}
