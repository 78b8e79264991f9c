import type { ConfirmationPolicy, RedirectFacts, WatchedState } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { StoredCertificate } from "../certificates/certificateFacts.ts"

/** A due monitor that the caller alone may check until the lease ends. Times are milliseconds since the epoch. */
export interface Claim {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  readonly leaseToken: string
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: WatchedState
  readonly dueAt: number
  /** The database's clock at the claim: checks are stamped with it, so that workers' clocks need not agree. */
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** One check, ready to be recorded. Durations are integer microseconds, times milliseconds since the epoch. */
export interface CheckResultRow {
  readonly monitorKey: string
  readonly leaseToken: string
  readonly at: number
  readonly verdict: "up" | "down" | "unknown"
  readonly deterministic: boolean
  readonly suppressed: boolean
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly responseUs: number | null
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly waitUs: number | null
  readonly downloadUs: number | null
  readonly location: string
  /** This process was too busy for the timings to be true: they are shown, and left out of percentiles. */
  readonly stalled: boolean
  /** Null leaves the stored facts as they are. */
  readonly ssl: StoredCertificate | null
  readonly redirect: RedirectFacts | null
}

/** What a batch of checks did. `accepted` may be less than sent: a lease that is over changes nothing. */
export interface RecordOutcome {
  readonly accepted: number
  readonly opened: number
  readonly resolved: number
  readonly notified: number
  /** The lease tokens of the checks that were accepted. */
  readonly tokens: ReadonlyArray<string>
}

/** Which monitors a claim takes besides those that are due. */
export interface ClaimOptions {
  /** Those that will be due within this time; 0 unless told. */
  readonly aheadMs?: number
  /** Where the checks will be made from; nothing: somewhere that is never asked. */
  readonly location?: string
}

/** The schedule of all monitors: claimed with a lease, recorded with a fence. */
export class MonitorSchedule extends Context.Service<
  MonitorSchedule,
  {
    /**
     * Leases up to `limit` domain monitors that are due or will be soon, the longest due first; never one that another
     * worker holds, nor one that another live location is asked to check. A lease ends `leaseMarginMs` after the timeout of a check that begins when it is due.
     */
    readonly claim: (
      limit: number,
      leaseMarginMs: number,
      options?: ClaimOptions
    ) => Effect.Effect<ReadonlyArray<Claim>, StoreError>
    /** Of these claims, the lease tokens that are no longer good: the monitor was paused, deleted or changed since. */
    readonly withdrawn: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlySet<string>, StoreError>
    /** Records checks in one statement: fence, state machine, history, incidents, certificates, roll-ups, outbox. */
    readonly record: (
      checks: ReadonlyArray<CheckResultRow>,
      policy: ConfirmationPolicy
    ) => Effect.Effect<RecordOutcome, StoreError>
    /** Hands leases back unused, so that another worker can check once. */
    readonly release: (claims: ReadonlyArray<Claim>) => Effect.Effect<void, StoreError>
    /** Hands leases back unused: their monitors are due again after so many milliseconds. */
    readonly postpone: (claims: ReadonlyArray<Claim>, delayMs: number) => Effect.Effect<void, StoreError>
    /** The database's clock, in milliseconds since the epoch. */
    readonly now: () => Effect.Effect<number, StoreError>
    /**
     * Brings due times and leases that lie farther ahead than they ever should back within reach, as after a clock that was
     * set back; answers how many.
     */
    readonly repairDueTimes: () => Effect.Effect<number, StoreError>
    /** How late the longest due monitor is, in milliseconds; 0 when none is due. */
    readonly oldestDueMs: () => Effect.Effect<number, StoreError>
    /** Makes the partitions of the history for the coming days. */
    readonly ensurePartitions: (daysAhead: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/MonitorSchedule") {}
