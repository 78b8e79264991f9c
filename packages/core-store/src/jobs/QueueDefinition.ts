import type * as Schema from "effect/Schema"

/** A named queue: the payload of its jobs, when failed jobs are retried, and when a worker counts as dead. */
export interface QueueDefinition<A extends object> {
  /** Lower-case words joined by dots or dashes. */
  readonly name: string
  /** A job whose payload does not decode is given up. */
  readonly payload: Schema.Codec<A, unknown>
  /** Delays before the second, third ... attempt, in milliseconds. After the last one a failing job is dead. */
  readonly retryAfterMs: ReadonlyArray<number>
  /** A job that is not settled after this time is considered abandoned and runs again. Whole seconds. */
  readonly expireInSeconds: number
  /** Every job has a key, and at most one job of a key waits or runs at a time. */
  readonly keyed: boolean
}

/** The identity function, which infers the payload type. */
export const defineQueue = <A extends object>(definition: QueueDefinition<A>): QueueDefinition<A> => definition
