import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { DnsError } from "./DnsError.ts"
import type { RecordType } from "./Records.ts"

/** Half of what the default receive buffer of a resolver on Linux holds (256 small datagrams in 212,992 octets), so that a burst of ours loses nothing there. */
export const MAX_IN_FLIGHT = 128
/** Questions that wait at most; what comes then is turned away. */
const MAX_WAITING = 16_384

/** A gate that lets so many questions out at a time, the others wait in order. */
export interface QueryLimiter {
  readonly admit: <A>(name: string, type: RecordType, ask: Effect.Effect<A, DnsError>) => Effect.Effect<A, DnsError>
}

/** Makes a gate for one resolver. */
export const makeQueryLimiter = (limit: number): QueryLimiter => {
  const permits = Semaphore.makeUnsafe(limit)
  let inside = 0
  return {
    admit: (name, type, ask) =>
      Effect.suspend(() => {
        if (inside >= limit + MAX_WAITING)
          return Effect.fail(
            new DnsError({ name, type, server: null, reason: "Network", detail: "Too many questions are waiting." })
          )
        inside++
        return Effect.ensuring(
          permits.withPermit(ask),
          Effect.sync(() => inside--)
        )
      })
  }
}
