import {
  type CheckResultRow,
  type Claim,
  type ClaimOptions,
  MonitorSchedule,
  type Secrets,
  type StoreError,
  type SuspicionOfResult
} from "@mon/core-store"
import { unmadeCheck } from "@mon/uptime-probe"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Location } from "../Location.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { isSecretRequest } from "../requests/performCheck.ts"
import { performStoredCheck } from "../requests/sealedRequest.ts"
import { toCheckResultRow } from "./DomainCheck.ts"

/**
 * A claimed domain, and the time at which the claim arrived. With this time, checks can be timestamped on the
 * database's clock.
 */
export interface ClaimedMonitor extends Claim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

const NANOS_PER_MILLI = 1_000_000

/**
 * The longest claim, in milliseconds, whose time is exact enough. A claim takes longer if its commit waits, for example
 * for a standby after a failover.
 */
const SLOW_CLAIM_MS = 500

/**
 * Claims up to `limit` domains, by default domains that are due for a check. Each lease lasts for the domain's timeout
 * plus `leaseMarginMs`. After a slow claim, reads the clock of the database again. Otherwise, checks would be
 * timestamped too early, by as much as the commit of the claim took.
 */
export const claimDomains = (
  limit: number,
  leaseMarginMs: number,
  options: ClaimOptions = {}
): Effect.Effect<ReadonlyArray<ClaimedMonitor>, StoreError, MonitorSchedule> =>
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const sentAt = yield* Clock.monotonicTimeNanos
    const claims = yield* schedule.claim(limit, leaseMarginMs, options)
    const receivedAt = yield* Clock.monotonicTimeNanos
    const isSlow = Number(receivedAt - sentAt) / NANOS_PER_MILLI > SLOW_CLAIM_MS
    const now = isSlow && claims.length > 0 ? yield* Effect.option(schedule.now()) : Option.none()
    if (Option.isNone(now)) return claims.map((claim) => ({ ...claim, receivedAt }))
    const readAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, claimedAt: now.value, receivedAt: readAt }))
  })

/**
 * Returns the time at which a claimed domain is due, in milliseconds on this process's monotonic clock. Changes of the
 * wall clock do not affect it.
 */
export const dueAtMonotonic = (claim: ClaimedMonitor): number =>
  Number(claim.receivedAt) / NANOS_PER_MILLI + (claim.dueAt - claim.claimedAt)

/**
 * Returns the current time on the database's clock, in milliseconds since the epoch: the time of the claim plus the
 * time that has passed since the claim.
 */
export const databaseTime = (claim: Pick<ClaimedMonitor, "claimedAt" | "receivedAt">): Effect.Effect<number> =>
  Effect.map(
    Clock.monotonicTimeNanos,
    (now) => claim.claimedAt + Math.round(Number(now - claim.receivedAt) / NANOS_PER_MILLI)
  )

/** The share of the remaining lease that the own-network guard may use. The rest is for recording the result. */
const DECIDING_SHARE = 0.5

/** Makes a row without a verdict, for a check that could not be performed. */
export const unmadeRow = Effect.fnUntraced(function* (
  claim: ClaimedMonitor,
  { message, suspicion }: { readonly message: string; readonly suspicion?: SuspicionOfResult }
): Effect.fn.Return<CheckResultRow> {
  const at = yield* databaseTime(claim)
  const row = toCheckResultRow(claim, unmadeCheck(claim.url, at, message), {
    at,
    suppressed: false,
    network: null,
    location: yield* Location,
    degradedAfterMs: claim.degradedAfterMs,
    isSecret: isSecretRequest(claim.request)
  })
  return suspicion === undefined ? row : { ...row, suspicion }
})

/**
 * Checks a claimed domain once and returns the row to record, timestamped with the start of the check. A fault of the
 * server or of its DNS is recorded as the result. An internal error becomes a row without a verdict.
 */
export const checkDomain = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<CheckResultRow, never, UptimeProbe | Connectivity | Secrets> {
  if (claim.stopped !== null)
    return yield* unmadeRow(claim, { message: claim.stopped, ...(claim.isSuspect ? { suspicion: "kept" } : {}) })
  const connectivity = yield* Connectivity
  const location = yield* Location
  const at = yield* databaseTime(claim)
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const result = yield* performStoredCheck(claim, { keepFailedAnswer: !isSecretRequest(claim.request) })
  const decideWithinMs = DECIDING_SHARE * (claim.leaseUntil - (yield* databaseTime(claim)))
  const ownNetwork = yield* connectivity.judge(claim, result, { from, decideWithinMs })
  return toCheckResultRow(claim, result, {
    at,
    ...ownNetwork,
    location,
    degradedAfterMs: claim.degradedAfterMs,
    isSecret: isSecretRequest(claim.request)
  })
})
