import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A domain whose e-mail health is due. Times are milliseconds since the epoch on the database's clock. */
export interface EmailHealthClaim {
  /** Internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly dueAt: number
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** What a component came to; the score is 0 to 100, or null when unknown. */
export interface ComponentScore {
  readonly status: string
  readonly score: number | null
}

/** Something to be mended, as an alert tells it. */
export interface AlertFinding {
  readonly severity: string
  readonly message: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** One result of a domain, as its history and its alerts need it. */
export interface EmailHealthResult {
  /** When the check began, on the database's clock; milliseconds since the epoch. */
  readonly checkedAt: number
  readonly score: number | null
  /** A to F; null when there is no score. */
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  /** What the domain is listed on; each text names one listing, the same in every result. */
  readonly listings: ReadonlyArray<string>
  /** Worst first. */
  readonly findings: ReadonlyArray<AlertFinding>
}

/** Whether a result was taken, and what it announced. */
export interface EmailHealthOutcome {
  readonly accepted: boolean
  readonly announced: "email_health_alert" | "email_health_recovery" | null
}

/** One result of the history, newest first. */
export interface EmailHealthPoint {
  readonly checkedAt: Date
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  readonly listings: ReadonlyArray<string>
}

/** When the e-mail health of each domain is due, what came of it, and what was announced. */
export class EmailHealthChecks extends Context.Service<
  EmailHealthChecks,
  {
    /** Leases up to `limit` due domains for `leaseMs` each; no two callers get the same one. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<EmailHealthClaim>, StoreError>
    /** Hands leases back unused: their domains are due at once. */
    readonly release: (claims: ReadonlyArray<EmailHealthClaim>) => Effect.Effect<void, StoreError>
    /** Hands a lease back after a fault of ours: the domain is due again after `delayMs`. */
    readonly postpone: (claim: EmailHealthClaim, delayMs: number) => Effect.Effect<void, StoreError>
    /** Records the result of a claimed domain with its alert or recovery; nothing when the lease is over. */
    readonly record: (
      claim: EmailHealthClaim,
      result: EmailHealthResult
    ) => Effect.Effect<EmailHealthOutcome, StoreError>
    /** The same for a result that somebody asked for; nothing unless it is newer than the last one, no alert while paused. */
    readonly note: (
      scope: AccessScope,
      id: string,
      result: EmailHealthResult
    ) => Effect.Effect<EmailHealthOutcome, StoreError>
    /** The newest results of a domain that the caller can see, at most `limit`; null when there is no such domain. */
    readonly history: (
      scope: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EmailHealthPoint> | null, StoreError>
    /** Drops results older than so many days, and answers how many they were. */
    readonly purgeHistory: (days: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/EmailHealthChecks") {}
