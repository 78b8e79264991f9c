import type * as Effect from "effect/Effect"

/** What a handler gets in addition to the payload. */
export interface Attempt {
  /** The same for all attempts of a job: use it as the key of effects that must happen once. */
  readonly jobId: string
  /** Counts from 1. */
  readonly attempt: number
}

/**
 * Does the work of a job. Succeeding with `{ retryAt }` (milliseconds since the epoch) schedules another attempt at
 * that time; after a failure the job is retried as the queue defines.
 */
export type Handler<A, E, R> = (
  payload: A,
  attempt: Attempt
) => Effect.Effect<void | { readonly retryAt: number }, E, R>
