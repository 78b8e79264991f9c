// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { CreateScheduledReport, ScheduledReport, UpdateScheduledReport } from "../records/scheduledReports.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about scheduledReports. */
export interface ScheduledReportsRequests {
  /** List scheduled reports */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<ScheduledReport>>
  /** Schedule a report */
  readonly create: (body: CreateScheduledReport, options?: RequestOptions) => Promise<ScheduledReport>
  /** Change a scheduled report */
  readonly update: (id: string, body: UpdateScheduledReport, options?: RequestOptions) => Promise<ScheduledReport>
  /** Delete a scheduled report */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
}
