import type * as Effect from "effect/Effect"

/** What a handler knows of the run beside the payload. */
export interface Attempt {
  /** The same in every attempt of one job: the key for effects that must count once. */
  readonly jobId: string
  /** Counts from 1. */
  readonly attempt: number
}

/**
 * Does the work of a job. Succeeding with `{ retryAt }` (milliseconds since the epoch) asks for another attempt at that
 * time; a failure is tried again by the queue's schedule.
 */
export type Handler<A, E, R> = (
  payload: A,
  attempt: Attempt
) => Effect.Effect<void | { readonly retryAt: number }, E, R>
