import type * as Schema from "effect/Schema"

/**
 * A named queue: the payload of its jobs, the delays before retries, and the time after which a worker counts as dead.
 */
export interface QueueDefinition<A extends object> {
  /** The name: lower-case words joined by dots or dashes. */
  readonly name: string
  /** The schema of payloads. A job whose payload does not match it is given up. */
  readonly payload: Schema.Codec<A, unknown>
  /**
   * The delays before the second, third ... attempt, in milliseconds. If a job fails again after the last delay, it is
   * dead.
   */
  readonly retryAfterMs: ReadonlyArray<number>
  /** The time after which an unfinished job counts as abandoned and runs again. Whole seconds. */
  readonly expireInSeconds: number
  /** Whether every job has a key. At most one job of a key waits or runs at a time. */
  readonly keyed: boolean
}

/** Returns the definition unchanged. It infers the type of the payload. */
export const defineQueue = <A extends object>(definition: QueueDefinition<A>): QueueDefinition<A> => definition
