import { type Claim, type ClaimOptions, MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A claimed domain and when the claim arrived here, so that looks can be stamped with the database's clock. */
export interface DueDomain extends Claim {
  /** Nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

const NANOS_PER_MILLI = 1_000_000

/** Leases up to `limit` domains that are due, or as the options say, each until its timeout and `leaseMarginMs` are over. */
export const claimDomains = (
  limit: number,
  leaseMarginMs: number,
  options: ClaimOptions = {}
): Effect.Effect<ReadonlyArray<DueDomain>, StoreError, MonitorSchedule> =>
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const claims = yield* schedule.claim(limit, leaseMarginMs, options)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/** When a claimed domain is due on this process's monotonic clock, in milliseconds: a wall clock that is set moves nothing. */
export const dueAtMonotonic = (due: DueDomain): number =>
  Number(due.receivedAt) / NANOS_PER_MILLI + (due.dueAt - due.claimedAt)

/** The time now on the database's clock, in milliseconds since the epoch: the claim's time and what has passed since. */
export const databaseTime = (due: Pick<DueDomain, "claimedAt" | "receivedAt">): Effect.Effect<number> =>
  Effect.map(
    Clock.monotonicTimeNanos,
    (now) => due.claimedAt + Math.round(Number(now - due.receivedAt) / NANOS_PER_MILLI)
  )
