import type { FactOf, ReportDomain, ReportUrl } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The week that a report covers, in one time zone. */
export interface ReportWeek {
  /** IANA name. */
  readonly zone: string
  /**
   * The Monday on which the report is sent, `2026-11-23`: a week has one report, even if the recipient changes the time
   * zone.
   */
  readonly date: string
  /** Start (inclusive) and end (exclusive) of the week. */
  readonly from: Date
  readonly to: Date
}

/** A person who is due a report of an account. */
export interface ReportRecipient {
  readonly viewer: AccessScope
  /** Public id. */
  readonly accountId: string
  readonly membershipId: string
  readonly week: ReportWeek
}

/** Weekly reports: their recipients and contents, each written once. */
export class WeeklyReports extends Context.Service<
  WeeklyReports,
  {
    /** The time zones of people, and the database's time. */
    readonly zones: () => Effect.Effect<{ readonly now: Date; readonly zones: ReadonlyArray<string> }, StoreError>
    /**
     * Members whose report of the week in their time zone is not written yet: those who have weekly reports enabled,
     * and owners with a webhook for them. A report needs at least one visible monitor that existed in the week.
     */
    readonly due: (
      weeks: ReadonlyArray<ReportWeek>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ReportRecipient>, StoreError>
    /** The domains that the recipient can see, newest last. */
    readonly domains: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<ReportDomain>, StoreError>
    /** The URL monitors that the recipient can see. */
    readonly urls: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<ReportUrl>, StoreError>
    /** Writes a report as a notification, suppressed while the account is paused; false: already written. */
    readonly write: (
      recipient: ReportRecipient,
      notificationId: string,
      report: FactOf<"weekly_report">
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/WeeklyReports") {}
