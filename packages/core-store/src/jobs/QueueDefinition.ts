import type * as Schema from "effect/Schema"

/**
 * A named queue: the payload of its jobs, the delays before retries, and the time after which a worker counts as dead.
 */
export interface QueueDefinition<A extends object> {
  /** The name of the queue: lower-case words joined by dots or dashes. */
  readonly name: string
  /** The schema of payloads. A job with a payload that does not match is given up. */
  readonly payload: Schema.Codec<A, unknown>
  /**
   * The delays before the second, third ... attempt, in milliseconds. A job that fails again after the last delay is
   * dead.
   */
  readonly retryAfterMs: ReadonlyArray<number>
  /** The time after which an unfinished job counts as abandoned and runs again. The value is in whole seconds. */
  readonly expireInSeconds: number
  /** Whether every job has a key. At most one job with the same key waits or runs at a time. */
  readonly keyed: boolean
}

/** Returns the definition unchanged, and lets TypeScript infer the type of the payload. */
export const defineQueue = <A extends object>(definition: QueueDefinition<A>): QueueDefinition<A> => definition
