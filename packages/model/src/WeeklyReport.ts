import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Timestamp } from "./Timestamp.ts"
import { UrlStatus } from "./UrlStatus.ts"

/** The week of a domain in a weekly report; a value that is not known is null. */
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
  /** Class of `@mon/diagnosis` of its likely cause; null if it is not known. Absent in reports of earlier releases. */
  longestDownCause: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** The title of the cause in the language of the reader. It is made when the report is sent. */
  longestDownTitle: Schema.optionalKey(Schema.String),
  responseP95Ms: Schema.NullOr(Schema.Finite),
  responseP95MsBefore: Schema.NullOr(Schema.Finite),
  certificateValid: Schema.NullOr(Schema.Boolean),
  certificateDaysLeft: Schema.NullOr(Schema.Int),
  domainDaysLeft: Schema.NullOr(Schema.Int),
  emailGrade: Schema.NullOr(Schema.String),
  emailGradeBefore: Schema.NullOr(Schema.String),
  checks: Schema.Int,
  /** Checks that were due and that the service did not run. */
  checksMissed: Schema.Int,
  /** Time in maintenance windows, which uptime and downtime leave out. Absent in reports of earlier releases. */
  maintenanceSeconds: Schema.Finite.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))
})
export interface ReportDomain extends Schema.Schema.Type<typeof ReportDomain> {}

/** The week of a URL monitor in a weekly report; `summaries` are those of its changes, newest first. */
export const ReportUrl = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  isPaused: Schema.Boolean,
  status: UrlStatus,
  changes: Schema.Int,
  summaries: Schema.Array(Schema.String)
})
export interface ReportUrl extends Schema.Schema.Type<typeof ReportUrl> {}
