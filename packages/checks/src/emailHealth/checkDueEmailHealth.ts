import {
  EmailHealthChecks,
  type EmailHealthClaim,
  type EmailHealthOutcome,
  Repairs,
  type StoreError
} from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { emailEvidence } from "../diagnoses/emailEvidence.ts"
import { databaseTime } from "../domains/checkDomain.ts"
import { EmailHealthReportCache, type EmailHealthUnavailable } from "./EmailHealthReportCache.ts"
import { followedRepairs } from "./followedRepairs.ts"
import { mailDomainOf } from "./MailDomain.ts"
import type { RecordObserver } from "./RecordObserver.ts"
import { toEmailHealthResult } from "./toEmailHealthResult.ts"

export interface ClaimedEmailHealth extends EmailHealthClaim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

export const claimEmailHealth = (
  limit: number,
  leaseMs: number,
  exceptAccounts: ReadonlyArray<string> = []
): Effect.Effect<ReadonlyArray<ClaimedEmailHealth>, StoreError, EmailHealthChecks> =>
  Effect.gen(function* () {
    const claims = yield* (yield* EmailHealthChecks).claim(limit, leaseMs, exceptAccounts)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/**
 * Checks a claimed domain and bypasses the cache. Records the result, its alert or recovery, and the domain's repairs.
 */
export const checkDueEmailHealth = Effect.fnUntraced(function* (
  claim: ClaimedEmailHealth
): Effect.fn.Return<
  EmailHealthOutcome,
  StoreError | EmailHealthUnavailable,
  EmailHealthReportCache | EmailHealthChecks | RecordObserver | Repairs
> {
  const at = yield* databaseTime(claim)
  const report = yield* (yield* EmailHealthReportCache).check(mailDomainOf(claim.hostname), at, {
    selectors: claim.dkimSelectors,
    monitored: true
  })
  const repairs = yield* followedRepairs(report, yield* (yield* Repairs).unfinished(claim.monitorKey))
  const evidence = emailEvidence(report, claim.dkimSelectors)
  return yield* (yield* EmailHealthChecks).record(claim, toEmailHealthResult(report, repairs), evidence)
})
