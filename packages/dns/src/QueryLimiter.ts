import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { DnsError } from "./DnsError.ts"
import type { RecordType } from "./Records.ts"

/**
 * Half of what the default receive buffer of a resolver on Linux holds (256 small datagrams in 212,992 octets), so that
 * a burst of queries is not dropped there.
 */
export const MAX_IN_FLIGHT = 128
/** The most queries that may wait; any further query fails. */
const MAX_WAITING = 16_384

/** Limits how many queries are in flight; the others wait in order. */
interface QueryLimiter {
  readonly run: <A>(name: string, type: RecordType, query: Effect.Effect<A, DnsError>) => Effect.Effect<A, DnsError>
}

/** Makes a limiter for one resolver. */
export const makeQueryLimiter = (limit: number): QueryLimiter => {
  const permits = Semaphore.makeUnsafe(limit)
  let admitted = 0
  return {
    run: (name, type, query) =>
      Effect.suspend(() => {
        if (admitted >= limit + MAX_WAITING)
          return Effect.fail(
            new DnsError({
              queryName: name,
              type,
              server: null,
              reason: "Network",
              detail: "Too many queries are waiting."
            })
          )
        admitted++
        return Effect.ensuring(
          permits.withPermit(query),
          Effect.sync(() => admitted--)
        )
      })
  }
}

/** Adds the duration of the work in milliseconds, measured with a monotonic clock, to its result. */
export const timed = <A extends object, E>(
  work: Effect.Effect<A, E>
): Effect.Effect<A & { readonly durationMs: number }, E> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (begin) =>
    Effect.flatMap(work, (found) =>
      Effect.map(Clock.monotonicTimeNanos, (end) => ({ ...found, durationMs: Number(end - begin) / 1e6 }))
    )
  )
