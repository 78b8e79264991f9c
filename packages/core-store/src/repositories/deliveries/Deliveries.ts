import type { Fact, FactMonitor, NotificationType } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** A way to tell somebody. */
export type DeliveryChannel = "email" | "whatsapp" | "webhook"

/** A notification that nobody was told of yet. Keys are internal. */
export interface PendingNotification {
  readonly key: string
  readonly accountKey: string
  readonly type: NotificationType
  readonly monitorKey: string | null
  /** Told to this person alone. */
  readonly userKey: string | null
  /** `down` or `up` for a transition of a domain, null for everything else. */
  readonly transition: "down" | "up" | null
  readonly createdAt: Date
  /** The account is paused, or the monitor is gone: nobody is to be told. */
  readonly muted: boolean
}

/** Who is told by which way. */
export interface DeliveryTarget {
  readonly channel: DeliveryChannel
  /** An address, a number in the international form, the id of a webhook. */
  readonly target: string
  /** Null for strangers and webhooks. */
  readonly userKey: string | null
}

/** A delivery that waits; `key` is internal. */
export interface QueuedDelivery {
  readonly key: string
  readonly channel: DeliveryChannel
}

/** The fact of a delivery as it is stored. The incident of a single delivery has its checks. */
export interface DispatchedNotification {
  readonly type: NotificationType
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly createdAt: Date
}

/** A delivery that this worker alone may attempt now. */
export interface ClaimedDelivery {
  readonly key: string
  /** Stays the same in every attempt: the receiver recognises a repetition by it. */
  readonly id: string
  readonly leaseToken: string
  readonly channel: DeliveryChannel
  readonly target: string
  readonly accountId: string
  /** Counts from 1, with this one. */
  readonly attempt: number
  readonly isDigest: boolean
  /** Null for strangers and webhooks. */
  readonly person: { readonly timezone: string } | null
  /** One, or those of a digest, oldest first. */
  readonly notifications: ReadonlyArray<DispatchedNotification>
}

/** Whether a delivery may be attempted: `Later` says when to come back, in milliseconds since the epoch. */
export type ClaimOutcome =
  | { readonly _tag: "Claimed"; readonly delivery: ClaimedDelivery }
  | { readonly _tag: "Later"; readonly at: number }
  | { readonly _tag: "Over" }

/** What came of an attempt; `retryAfterMs` null: there is no other one. */
export interface AttemptResult {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

/** The mails of transitions of an account within one window. */
export interface AlertWindow {
  readonly endsAt: Date
  /** Transitions sent in it, including this one. */
  readonly sent: number
}

export interface MonitorTransitions {
  /** In the 24 hours up to the notification, with it. */
  readonly count: number
  readonly since: Date
  /** A notice of it was made in these 24 hours. */
  readonly noticed: boolean
}

/** Deliveries that wait and that no job carries any more, as far as one can tell. */
export interface Overdue {
  readonly deliveries: ReadonlyArray<QueuedDelivery>
  readonly digests: ReadonlyArray<{ readonly accountKey: string; readonly endsAt: Date }>
}

/** Deliveries of notifications, from the fact to what came of each. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Says that a worker is alive; after a minute without one, alerts are held until their monitor was checked. */
    readonly pulse: () => Effect.Effect<void, StoreError>
    /** The oldest notification that nobody was told of, locked for the caller's transaction; null when there is none. */
    readonly takeUndispatched: () => Effect.Effect<PendingNotification | null, StoreError>
    /** Nobody will be told of it. */
    readonly suppress: (notification: PendingNotification) => Effect.Effect<void, StoreError>
    readonly targets: (notification: PendingNotification) => Effect.Effect<ReadonlyArray<DeliveryTarget>, StoreError>
    /** Counts a transition into the window of its account. */
    readonly countTransition: (accountKey: string, windowSeconds: number) => Effect.Effect<AlertWindow, StoreError>
    readonly transitions: (notification: PendingNotification) => Effect.Effect<MonitorTransitions, StoreError>
    /** The monitor of a notification. */
    readonly monitorOf: (notification: PendingNotification) => Effect.Effect<FactMonitor | null, StoreError>
    /** Writes another notification about the same monitor; once for each fact key. */
    readonly note: (notification: PendingNotification, fact: Fact) => Effect.Effect<void, StoreError>
    /** Writes the deliveries of a notification and answers those that can go at once; mails with `waitsUntil` go in a digest. */
    readonly dispatch: (
      notification: PendingNotification,
      targets: ReadonlyArray<DeliveryTarget>,
      waitsUntil: Date | null
    ) => Effect.Effect<ReadonlyArray<QueuedDelivery>, StoreError>
    /** Gathers the mails whose window has ended, one digest for each address, and answers what is to be sent. */
    readonly gather: (accountKey: string, endsAt: Date) => Effect.Effect<ReadonlyArray<QueuedDelivery>, StoreError>
    /** Takes a delivery for one attempt; with the same token (a UUID) again, after an answer was lost, it is the same attempt. */
    readonly claim: (key: string, leaseToken: string) => Effect.Effect<ClaimOutcome, StoreError>
    /** Records an attempt; answers when the next one is due. The holder of the lease alone gets through. */
    readonly record: (delivery: ClaimedDelivery, result: AttemptResult) => Effect.Effect<number | null, StoreError>
    readonly overdue: (limit: number) => Effect.Effect<Overdue, StoreError>
    /** Deletes deliveries older than so many days, with their attempts, at most `limit`; answers how many. */
    readonly purge: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Deliveries") {}
