import type { StatusPageHosts } from "@mon/core-store"
import { Clock, Effect, type Scope } from "effect"

/** Between two records of the same host name. What is older than two days does not count. */
const RECORD_EVERY_MS = 12 * 3_600_000

/**
 * Records in the background that requests for a host name arrive: behind a CDN, nothing else shows that its links lead
 * here.
 */
export const makeNoteReached = Effect.fnUntraced(function* (
  hosts: Pick<StatusPageHosts["Service"], "reached">
): Effect.fn.Return<(hostname: string) => void, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const noted = new Map<string, number>()
  return (hostname) => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - (noted.get(hostname) ?? -RECORD_EVERY_MS) < RECORD_EVERY_MS) return
    noted.set(hostname, now)
    const forget = Effect.sync(() => noted.delete(hostname))
    const record = hosts.reached(hostname).pipe(Effect.catch(() => forget))
    Effect.runForkWith(services)(Effect.forkIn(record, scope))
  }
})
