import type * as Schema from "effect/Schema"

/** A named queue: what a job holds, when a failed one is tried again, and how a dead worker is noticed. */
export interface QueueDefinition<A extends object> {
  /** Lower-case words joined by dots or dashes; also the name of the dead-letter queue, with `.dead` behind it. */
  readonly name: string
  /** The job's content; what does not decode goes to the dead-letter queue. */
  readonly payload: Schema.Codec<A, unknown>
  /** Waits before the second, third ... attempt, in milliseconds. After the last one a failing job is dead. */
  readonly retryAfterMs: ReadonlyArray<number>
  /** A handler that has not settled its job after this time is taken for dead and the job runs again. Whole seconds. */
  readonly expireInSeconds: number
  /** Every job has a key, and of one key at most one job waits or runs at a time. */
  readonly keyed: boolean
}

/** States a queue; the identity function that checks the type. */
export const defineQueue = <A extends object>(definition: QueueDefinition<A>): QueueDefinition<A> => definition

export const deadLetterName = (queue: { readonly name: string }): string => `${queue.name}.dead`
