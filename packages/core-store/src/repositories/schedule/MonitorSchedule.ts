import type { ConfirmationPolicy, RedirectFacts, WatchedState } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { CheckOptions } from "../monitors/storedOptions.ts"
import type { StoredCertificate } from "../certificates/certificateFacts.ts"

/** A due monitor, leased to the caller. Times are milliseconds since the epoch. */
export interface Claim extends CheckOptions {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  /** The account of the monitor: internal key. */
  readonly accountKey: string
  readonly leaseToken: string
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: WatchedState
  readonly dueAt: number
  /** The database's time of the claim. Checks get their time from it, so that workers' clocks need not agree. */
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** The result of one check. Durations are integer microseconds, times milliseconds since the epoch. */
export interface CheckResultRow {
  readonly monitorKey: string
  readonly leaseToken: string
  readonly at: number
  readonly verdict: "up" | "down" | "unknown"
  /** A failure that repeating the check cannot change, such as NXDOMAIN. */
  readonly deterministic: boolean
  /** The own-network guard suppressed the verdict: the failure counts, but does not change the state. */
  readonly suppressed: boolean
  /** The IP address of the last request, or of its last attempt to connect. Null: there was none. Default: null. */
  readonly address?: string | null
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly responseUs: number | null
  /** Whether it was slow. Null: it failed, the process was too busy, or nothing counts as slow. Default: null. */
  readonly slow?: boolean | null
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly waitUs: number | null
  readonly downloadUs: number | null
  readonly location: string
  /** The process was too busy for exact timings: they are shown, but left out of percentiles. */
  readonly stalled: boolean
  /** What a failed check shows about its cause, as plain JSON. Default: null. */
  readonly evidence?: unknown
  /** Null leaves the stored certificate unchanged. */
  readonly ssl: StoredCertificate | null
  readonly redirect: RedirectFacts | null
}

/** The effect of a batch of results. A result whose lease has ended is not accepted and changes nothing. */
export interface RecordOutcome {
  readonly accepted: number
  readonly opened: number
  readonly resolved: number
  readonly notified: number
  /** The lease tokens of accepted results. */
  readonly tokens: ReadonlyArray<string>
}

/** Options of a claim. */
export interface ClaimOptions {
  /** Also claims monitors that will be due within this time. Default: 0. */
  readonly aheadMs?: number
  /** The location of the worker. Default: none, which never gets a check that one location has to make. */
  readonly location?: string
  /** Accounts whose monitors are not claimed: internal keys. Default: none. */
  readonly exceptAccounts?: ReadonlyArray<string>
}

/** The schedule of domain monitors. Checks are claimed with a lease, and a result counts only while its lease lasts. */
export class MonitorSchedule extends Context.Service<
  MonitorSchedule,
  {
    /**
     * Leases up to `limit` domain monitors that are due or will be soon, the longest due first. Skips monitors that are
     * leased, and those that another live location has to check. A lease ends `leaseMarginMs` after the timeout of a
     * check that begins when it is due.
     */
    readonly claim: (
      limit: number,
      leaseMarginMs: number,
      options?: ClaimOptions
    ) => Effect.Effect<ReadonlyArray<Claim>, StoreError>
    /** The lease tokens of claims that were withdrawn, because the monitor was paused, deleted or changed since. */
    readonly withdrawn: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlySet<string>, StoreError>
    /**
     * Records results in one statement: fence, state machine, history, incidents, certificates, roll-ups,
     * notifications.
     */
    readonly record: (
      checks: ReadonlyArray<CheckResultRow>,
      policy: ConfirmationPolicy
    ) => Effect.Effect<RecordOutcome, StoreError>
    /** Releases unused leases, so that another worker can check at once. */
    readonly release: (claims: ReadonlyArray<Claim>) => Effect.Effect<void, StoreError>
    /** Releases unused leases: their monitors are due again after `delayMs`. */
    readonly postpone: (claims: ReadonlyArray<Claim>, delayMs: number) => Effect.Effect<void, StoreError>
    /** The database's time, in milliseconds since the epoch. */
    readonly now: () => Effect.Effect<number, StoreError>
    /**
     * Repairs due times and leases that are farther in the future than they can be, for example because the clock was
     * set back; returns how many.
     */
    readonly repairDueTimes: () => Effect.Effect<number, StoreError>
    /** URLs of up to `limit` domain monitors that are up, of different hosts and all accounts, at random. */
    readonly sampleUp: (limit: number) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** How long the oldest due monitor has been due, in milliseconds; 0 when none is due. */
    readonly oldestDueMs: () => Effect.Effect<number, StoreError>
    /** Creates the history partitions of the coming days; returns how many. */
    readonly ensurePartitions: (daysAhead: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/MonitorSchedule") {}
