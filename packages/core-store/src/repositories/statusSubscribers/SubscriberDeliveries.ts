import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** How subscribers of status pages are reached. */
export type SubscriberKind = "email" | "webhook"

/** What one subscriber gets about one publication, leased to the caller. Keys are internal. */
export interface ClaimedSubscriberDelivery {
  readonly key: string
  /** The same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string
  readonly leaseToken: string
  readonly kind: SubscriberKind
  /** Counts from 1. */
  readonly attempt: number
  readonly pageKey: string
  readonly pageId: string
  readonly postId: string
  readonly updateId: string
  /** The component whose change a webhook gets by itself; null: the update. */
  readonly componentId: string | null
  readonly subscriberId: string
  /** An email address or the URL of a webhook. */
  readonly address: string
  /** Encrypted; null for an email address. */
  readonly secret: string | null
  readonly language: Language
}

/**
 * The result of an attempt. `ends`: the subscription ends, because the receiver does not exist or wants no more.
 * `ownFault`: it says nothing about the receiver. `retryAfterMs` null: no further attempt.
 */
export interface SubscriberAttempt {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly retryAfterMs: number | null
  readonly ends: "bounced" | "gone" | null
  readonly ownFault: boolean
}

/** Deliveries of publications to the subscribers of status pages. */
export class SubscriberDeliveries extends Context.Service<
  SubscriberDeliveries,
  {
    /**
     * Leases due deliveries, those of all pages in turns, to subscribers who have not left. None by email while the
     * first email of an alert waits.
     */
    readonly claim: (
      kind: SubscriberKind,
      limit: number,
      leaseMs: number,
      exceptPages: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ClaimedSubscriberDelivery>, StoreError>
    /**
     * Whether a claimed delivery may still be sent: the page may have become private since, or be gone, and its
     * subscriber may have left.
     */
    readonly stands: (delivery: ClaimedSubscriberDelivery) => Effect.Effect<boolean, StoreError>
    /**
     * Records an attempt, if the lease still lasts. A subscriber who has been failing for `endedAfterSeconds` is ended.
     */
    readonly record: (
      delivery: ClaimedSubscriberDelivery,
      attempt: SubscriberAttempt,
      endedAfterSeconds: number
    ) => Effect.Effect<void, StoreError>
    /** Releases leases without an attempt. */
    readonly release: (deliveries: ReadonlyArray<ClaimedSubscriberDelivery>) => Effect.Effect<void, StoreError>
    /** How many deliveries wait, by kind. */
    readonly waiting: () => Effect.Effect<Readonly<Record<SubscriberKind, number>>, StoreError>
  }
>()("@mon/core-store/SubscriberDeliveries") {}
