import type { ClaimedDelivery } from "@mon/core-store"
import type * as Effect from "effect/Effect"

/** What came of an attempt at a delivery. */
export interface DeliveryOutcome {
  readonly status: "sent" | "failed" | "suppressed"
  /** The other side's code or ours; stable. */
  readonly code: string | null
  readonly error: string | null
  /** The same may go through later. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
}

/** Attempts a delivery on one channel. */
export type Attempt<E, R> = (delivery: ClaimedDelivery) => Effect.Effect<DeliveryOutcome, E, R>

export const sent = (code: string | null): DeliveryOutcome => ({
  status: "sent",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

/** What it was to tell of is not there any more, or is told elsewhere. */
export const skipped = (code: string): DeliveryOutcome => ({
  status: "suppressed",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

export const failed = (
  code: string,
  error: string,
  retryable: boolean,
  retryAfterSeconds: number | null = null
): DeliveryOutcome => ({
  status: "failed",
  code,
  error,
  retryable,
  retryAfterSeconds
})
