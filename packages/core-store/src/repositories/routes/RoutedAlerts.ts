import type { AlertRoute, SuppressionReason } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { DeliveryChannel, PendingNotification } from "../deliveries/Deliveries.ts"

/** A route that may take an alert. Its chosen monitors and tags are only those of the monitor of the alert. */
export interface CandidateRoute extends Pick<
  AlertRoute,
  "id" | "name" | "kinds" | "severities" | "scope" | "monitorIds" | "tagIds" | "reminderMinutes" | "steps"
> {
  readonly key: string
}

/** The routes of an account, and what they compare. `steps` have only targets that can receive something. */
export interface RouteCandidates {
  readonly routes: ReadonlyArray<CandidateRoute>
  readonly monitorId: string | null
  readonly tagIds: ReadonlyArray<string>
}

/** Where an alert stands, in milliseconds since the epoch. */
export interface AlertProgress {
  readonly openedAtMs: number
  /** Up to then everything was sent; null: nothing was. */
  readonly doneAtMs: number | null
  /** When something is due next; null: never again. */
  readonly dueAtMs: number | null
}

/** An alert of which something is due, locked for the transaction of the caller. */
export interface DueAlert {
  readonly notification: PendingNotification
  readonly openedAtMs: number
  readonly doneAtMs: number | null
  readonly nowMs: number
  /** Null: its route is deleted. */
  readonly route: CandidateRoute | null
  readonly acknowledgedAtMs: number | null
  /** What it is about has ended: nothing more is sent. */
  readonly isOver: boolean
  /** Until then nothing is sent, because the monitor is under maintenance; null: no maintenance. */
  readonly waitsUntilMs: number | null
  /** Whether anybody got it, or is getting it. */
  readonly isSent: boolean
}

/** Somebody who got an alert, or is getting it. */
export interface ReachedTarget {
  readonly channel: DeliveryChannel
  readonly target: string
}

/** Alerts that routes have taken, and what is still to be sent of them. */
export class RoutedAlerts extends Context.Service<
  RoutedAlerts,
  {
    readonly candidates: (notification: PendingNotification) => Effect.Effect<RouteCandidates, StoreError>
    /**
     * Remembers which route has taken an alert. An earlier alert of the same kind of the same monitor is over, unless
     * it belongs to an incident.
     */
    readonly begin: (
      notification: PendingNotification,
      routeKey: string,
      progress: AlertProgress
    ) => Effect.Effect<void, StoreError>
    /** The alert that is due first, locked for the caller's transaction; null when none is. */
    readonly takeDue: () => Effect.Effect<DueAlert | null, StoreError>
    readonly advance: (
      notification: PendingNotification,
      progress: Pick<AlertProgress, "doneAtMs" | "dueAtMs">
    ) => Effect.Effect<void, StoreError>
    /** Nothing more is sent of an alert. One that nobody got becomes suppressed. */
    readonly finish: (notification: PendingNotification) => Effect.Effect<void, StoreError>
    /** Records why steps of an alert were left out. */
    readonly skip: (notification: PendingNotification, reason: SuppressionReason) => Effect.Effect<void, StoreError>
    /** No route has taken the alert after all. */
    readonly forget: (notification: PendingNotification) => Effect.Effect<void, StoreError>
    /**
     * Ends the alert that a recovery resolves, and returns who got it or is getting it. Null: no route had taken it.
     */
    readonly recover: (
      notification: PendingNotification
    ) => Effect.Effect<ReadonlyArray<ReachedTarget> | null, StoreError>
  }
>()("@mon/core-store/RoutedAlerts") {}
