import type { FactOf, ReportDomain, ReportUrl } from "@mon/model"
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

/** Weekly reports: who is due one, what was in the week, and that each is written once. */
export class WeeklyReports extends Context.Service<
  WeeklyReports,
  {
    /** The time zones of people, and the database's time. */
    readonly zones: () => Effect.Effect<{ readonly now: Date; readonly zones: ReadonlyArray<string> }, StoreError>
    /**
     * Members of accounts whose report of the week of their zone is not written yet: those who want one, and owners
     * with a webhook that does. Whoever sees no monitor that was there in the week is due none.
     */
    readonly due: (
      weeks: ReadonlyArray<ReportWeek>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ReportRecipient>, StoreError>
    /** The domains that the recipient may see, newest last. */
    readonly domains: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<ReportDomain>, StoreError>
    /** The URLs that the recipient may see: the owner's. */
    readonly urls: (recipient: ReportRecipient) => Effect.Effect<ReadonlyArray<ReportUrl>, StoreError>
    /** Writes a report as a notification, suppressed while the account is paused; false: it is there already. */
    readonly write: (
      recipient: ReportRecipient,
      notificationId: string,
      report: FactOf<"weekly_report">
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/WeeklyReports") {}
