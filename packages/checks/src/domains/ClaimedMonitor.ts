import { type Claim, type ClaimOptions, MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * A claimed domain, and the time at which the claim arrived. With it, checks can be timestamped on the database's
 * clock.
 */
export interface ClaimedMonitor extends Claim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

const NANOS_PER_MILLI = 1_000_000

/**
 * Claims up to `limit` domains, by default those that are due. Each lease lasts for the domain's timeout plus
 * `leaseMarginMs`.
 */
export const claimDomains = (
  limit: number,
  leaseMarginMs: number,
  options: ClaimOptions = {}
): Effect.Effect<ReadonlyArray<ClaimedMonitor>, StoreError, MonitorSchedule> =>
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const claims = yield* schedule.claim(limit, leaseMarginMs, options)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/**
 * Returns the time at which a claimed domain is due, in milliseconds on this process's monotonic clock. Changes of the
 * wall clock do not affect it.
 */
export const dueAtMonotonic = (claim: ClaimedMonitor): number =>
  Number(claim.receivedAt) / NANOS_PER_MILLI + (claim.dueAt - claim.claimedAt)

/**
 * The current time on the database's clock, in milliseconds since the epoch. It is the time of the claim plus the time
 * that has passed since.
 */
export const databaseTime = (claim: Pick<ClaimedMonitor, "claimedAt" | "receivedAt">): Effect.Effect<number> =>
  Effect.map(
    Clock.monotonicTimeNanos,
    (now) => claim.claimedAt + Math.round(Number(now - claim.receivedAt) / NANOS_PER_MILLI)
  )
