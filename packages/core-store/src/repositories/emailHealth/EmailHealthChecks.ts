import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { RepairFindings } from "../repairs/RepairFindings.ts"

/** A domain whose email health check is due. Times are milliseconds since the epoch on the database's clock. */
export interface EmailHealthClaim {
  /** Internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  /** The account of the monitor: internal key. */
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  /** DKIM selectors that the owner named, as many as the plan allows. */
  readonly dkimSelectors: ReadonlyArray<string>
  readonly dueAt: number
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** The result of a component; the score is 0 to 100, or null when unknown. */
export interface ComponentScore {
  readonly status: string
  readonly score: number | null
  /** The code of its worst finding; absent when it has none, and in results of earlier releases. */
  readonly finding?: string
}

/** Something to fix, as alerts show it. */
export interface AlertFinding {
  readonly severity: string
  readonly message: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** One result of a domain, with what its history and alerts need. */
export interface EmailHealthResult {
  /** When the check began, on the database's clock; milliseconds since the epoch. */
  readonly checkedAt: number
  readonly score: number | null
  /** A to F; null when there is no score. */
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  /** Blacklist entries of the domain; each text identifies one entry and is the same in every result. */
  readonly listings: ReadonlyArray<string>
  /** Worst first. */
  readonly findings: ReadonlyArray<AlertFinding>
  /** The version of the scoring rules. */
  readonly rubricVersion: string
  /** What the check says about repairs. Absent: they stay as they are. */
  readonly repairs?: RepairFindings
}

/** What a result says about the cause of its alert, as plain JSON. */
export interface EmailHealthEvidence {
  /** `DiagnosisFacts` of @mon/diagnosis. */
  readonly facts: object
  /** The email setup, which is stored for the next result: `MailFacts` of @mon/diagnosis. */
  readonly mail: object
}

/** Compares a result with the email setup that was stored before it; `before` is null without one. */
export type CompareEmailHealth = (before: unknown) => EmailHealthEvidence

/** Whether a result was accepted, and what it announced. */
export interface EmailHealthOutcome {
  readonly accepted: boolean
  readonly announced: "email_health_alert" | "email_health_recovery" | null
}

/** One result in the history. */
export interface EmailHealthPoint {
  readonly checkedAt: Date
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  readonly listings: ReadonlyArray<string>
  /** The version of the scoring rules; null in results of earlier releases. */
  readonly rubricVersion: string | null
}

/** The newest result with a score of a domain. Without one, or while its check is off, only the names are known. */
export interface EmailHealthStanding {
  readonly domainId: string
  readonly emailHealthEnabled: boolean
  readonly name: string
  readonly hostname: string
  readonly checkedAt: Date | null
  readonly score: number | null
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
}

/** Email health checks of domains: their schedule, results and alerts. */
export class EmailHealthChecks extends Context.Service<
  EmailHealthChecks,
  {
    /**
     * Leases up to `limit` due domains for `leaseMs` each; no two callers get the same one. Skips those of
     * `exceptAccounts`.
     */
    readonly claim: (
      limit: number,
      leaseMs: number,
      exceptAccounts?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<EmailHealthClaim>, StoreError>
    /** Releases unused leases: their domains are due at once. */
    readonly release: (claims: ReadonlyArray<EmailHealthClaim>) => Effect.Effect<void, StoreError>
    /** Releases a lease after an error of the worker: the domain is due again after `delayMs`. */
    readonly postpone: (claim: EmailHealthClaim, delayMs: number) => Effect.Effect<void, StoreError>
    /**
     * Records the result of a claimed domain with its alert or recovery; does nothing when the lease has ended.
     * `compare` finds out what the alert names as its cause. Without it, the alert names none.
     */
    readonly record: (
      claim: EmailHealthClaim,
      result: EmailHealthResult,
      compare?: CompareEmailHealth
    ) => Effect.Effect<EmailHealthOutcome, StoreError>
    /**
     * The same for a manual check: ignored unless it is newer than the last result, and without an alert while the
     * domain is paused or its email health check is off.
     */
    readonly note: (
      scope: AccessScope,
      id: string,
      result: EmailHealthResult,
      compare?: CompareEmailHealth
    ) => Effect.Effect<EmailHealthOutcome, StoreError>
    /**
     * The DKIM selectors that the account named for a mail domain, at most `limit` of each monitor; null when it has no
     * monitor of that domain that the caller can see.
     */
    readonly selectorsOf: (
      scope: AccessScope,
      mailDomain: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string> | null, StoreError>
    /** The newest results of a domain that the caller can see, at most `limit`; null when there is no such domain. */
    readonly history: (
      scope: AccessScope,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EmailHealthPoint> | null, StoreError>
    /** All domains that the caller can see with their newest result, in one statement. Newest domain first. */
    readonly standings: (scope: AccessScope) => Effect.Effect<ReadonlyArray<EmailHealthStanding>, StoreError>
    /** Deletes at most `limit` results older than `days`; returns how many. */
    readonly purgeHistory: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/EmailHealthChecks") {}
