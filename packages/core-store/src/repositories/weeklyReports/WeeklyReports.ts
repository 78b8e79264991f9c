import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The week that a report covers, in one time zone. */
export interface ReportWeek {
  /** IANA name. */
  readonly zone: string
  /** The Monday on which the report is sent, `2026-11-23`: the week has one report, wherever the recipient moves. */
  readonly date: string
  /** From its first moment to the first one after it. */
  readonly from: Date
  readonly to: Date
}

/** Somebody who is due a report of an account. */
export interface ReportRecipient {
  readonly viewer: AccessScope
  /** Public id. */
  readonly accountId: string
  readonly membershipId: string
  readonly week: ReportWeek
}

/** The week of a domain; null is what is not known. Times are ISO 8601 UTC. */
export interface DomainWeek {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly isPaused: boolean
  readonly isDown: boolean
  readonly isFlapping: boolean
  readonly uptimePercent: number | null
  readonly uptimePercentBefore: number | null
  readonly incidents: number
  readonly incidentsBefore: number
  readonly downSeconds: number
  readonly longestDownSeconds: number
  readonly longestDownAt: string | null
  readonly responseP95Ms: number | null
  readonly responseP95MsBefore: number | null
  readonly certificateValid: boolean | null
  readonly certificateDaysLeft: number | null
  readonly domainDaysLeft: number | null
  readonly emailGrade: string | null
  readonly emailGradeBefore: string | null
  readonly checks: number
  /** Checks that were due and not made; settings that changed within the week begin the count anew. */
  readonly checksMissed: number
}

/** The week of a URL. */
export interface UrlWeek {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly isPaused: boolean
  readonly status: "active" | "changed" | "error" | "unknown"
  readonly changes: number
  /** Newest first, a few. */
  readonly summaries: ReadonlyArray<string>
}

/** A weekly report to be written as a notification. */
export interface NewReport {
  /** Public id of the notification. */
  readonly id: string
  readonly title: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Weekly reports: who is due one, what was in the week, and that each is written once. */
export class WeeklyReports extends Context.Service<
  WeeklyReports,
  {
    /** The time zones of people, and the database's time. */
    readonly zones: () => Effect.Effect<{ readonly now: Date; readonly zones: ReadonlyArray<string> }, StoreError>
    /**
     * Members of accounts whose report of the week of their zone is not written yet: those who want one, and owners with
     * a webhook that does. Whoever sees no monitor that was there in the week is due none.
     */
    readonly due: (
      weeks: ReadonlyArray<ReportWeek>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ReportRecipient>, StoreError>
    /** The domains that the recipient may see, newest last. */
    readonly domains: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<DomainWeek>, StoreError>
    /** The URLs that the recipient may see: the owner's. */
    readonly urls: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<UrlWeek>, StoreError>
    /** Writes a report as a notification, suppressed while the account is paused; false: it is there already. */
    readonly write: (recipient: ReportRecipient, report: NewReport) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/WeeklyReports") {}
