import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Timestamp } from "./Timestamp.ts"
import { PageStatus } from "./PageStatus.ts"

/** One domain in a weekly report. A value that is not known is null. */
export const ReportDomain = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  isPaused: Schema.Boolean,
  isDown: Schema.Boolean,
  isFlapping: Schema.Boolean,
  uptimePercent: Schema.NullOr(Schema.Finite),
  uptimePercentBefore: Schema.NullOr(Schema.Finite),
  incidents: Schema.Int,
  incidentsBefore: Schema.Int,
  downSeconds: Schema.Finite,
  longestDownSeconds: Schema.Finite,
  longestDownAt: Schema.NullOr(Timestamp),
  /**
   * The class in `@mon/diagnosis` of the likely cause of the longest downtime; null if the cause is not known. Absent
   * in reports of earlier releases.
   */
  longestDownCause: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** The title of the likely cause in the language of the recipient. It is added when the report is sent. */
  longestDownTitle: Schema.optionalKey(Schema.String),
  responseP95Ms: Schema.NullOr(Schema.Finite),
  responseP95MsBefore: Schema.NullOr(Schema.Finite),
  certificateValid: Schema.NullOr(Schema.Boolean),
  certificateDaysLeft: Schema.NullOr(Schema.Int),
  domainDaysLeft: Schema.NullOr(Schema.Int),
  emailGrade: Schema.NullOr(Schema.String),
  emailGradeBefore: Schema.NullOr(Schema.String),
  checks: Schema.Int,
  /** The number of checks that were due but that the service did not run. */
  checksMissed: Schema.Int,
  /**
   * The time in maintenance windows. It counts neither as uptime nor as downtime. Absent in reports of earlier
   * releases.
   */
  maintenanceSeconds: Schema.Finite.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))
})
export interface ReportDomain extends Schema.Schema.Type<typeof ReportDomain> {}

/** One page in a weekly report. `summaries` describe its changes, newest first. */
export const ReportUrl = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  isPaused: Schema.Boolean,
  status: PageStatus,
  changes: Schema.Int,
  summaries: Schema.Array(Schema.String)
})
export interface ReportUrl extends Schema.Schema.Type<typeof ReportUrl> {}
