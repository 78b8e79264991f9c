import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { id, list, numberOrNull, record, text, textOrNull, time, timeOrNull, word } = described

/** Limits of scheduled reports. */
export const scheduledReportLimits = {
  /** The maximum number of scheduled reports of an account. */
  reports: 20,
  nameLength: 100,
  /** The maximum number of addresses of one report. */
  recipients: 10,
  /**
   * The maximum number of confirmation requests that an account may send to addresses outside the account within a day.
   */
  questions: 20,
  /** The maximum number of confirmation requests to one address within a day, from all accounts together. */
  questionsOfAddress: 3
} as const

/** The intervals at which a report can be sent. */
export const reportIntervals = ["week", "month"] as const
/** The interval at which a report is sent: `week` or `month`. */
export type ReportInterval = (typeof reportIntervals)[number]

/** The state of an address of a report. Only `confirmed` addresses receive the report. */
export const ReportRecipientState = word(
  ["confirmed", "pending", "unsubscribed"],
  "`confirmed`: the address gets the report. `pending`: its owner has not confirmed yet. `unsubscribed`: its owner does not want reports from this account."
)
export type ReportRecipientState = typeof ReportRecipientState.Type

/** An address that receives a scheduled report, with its state. */
export const ReportAddress = record("ReportAddress", "An address that a scheduled report is for.", {
  email: text("Email address.", "customer@example.com"),
  state: ReportRecipientState
})
export interface ReportAddress extends Schema.Schema.Type<typeof ReportAddress> {}

/** A report about availability that Mon sends by email. */
export const ScheduledReport = record("ScheduledReport", "A report about availability that Mon sends by email.", {
  id: id("Opaque id of the scheduled report."),
  name: text("Name of the report. The recipients see it.", "Availability for Example Ltd"),
  every: word(
    reportIntervals,
    "`week`: every Monday, for the seven days before. `month`: on the first day of every month, for the month before. Both are sent at 8 o'clock."
  ),
  timezone: text("IANA time zone for the days.", "Europe/Berlin"),
  language: word(["en", "de"], "Language of the email."),
  tag: textOrNull("Only domains with this tag, or null for all.", "customer-a"),
  targetPercent: numberOrNull("The uptime target in percent, or null.", 99.9),
  recipients: list(ReportAddress, "The addresses that the report is for."),
  nextAt: time("The time when the next report is sent, ISO 8601 UTC.", "2026-12-01T07:00:00.000Z"),
  sentAt: timeOrNull("The time when a report was last sent, ISO 8601 UTC, or null.", "2026-11-01T07:00:00.000Z"),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface ScheduledReport extends Schema.Schema.Type<typeof ScheduledReport> {}
