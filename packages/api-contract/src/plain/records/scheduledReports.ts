// Written by `npm run openapi`. Do not edit.

/** A new scheduled report. */
export type CreateScheduledReport = {
  readonly name: string
  readonly every: "week" | "month"
  readonly recipients: ReadonlyArray<string>
  readonly timezone?: string
  readonly language?: "en" | "de"
  readonly tag?: string | null
  readonly targetPercent?: number | null
}

/** An address that a scheduled report is for. */
export type ReportAddress = { readonly email: string; readonly state: "confirmed" | "pending" | "unsubscribed" }

/** A report about availability that Mon sends by email. */
export type ScheduledReport = {
  readonly id: string
  readonly name: string
  readonly every: "week" | "month"
  readonly timezone: string
  readonly language: "en" | "de"
  readonly tag: string | null
  readonly targetPercent: number | null
  readonly recipients: ReadonlyArray<ReportAddress>
  readonly nextAt: string
  readonly sentAt: string | null
  readonly createdAt: string
}

/** The fields to change. Fields that are absent stay unchanged. `recipients` replaces the whole list. */
export type UpdateScheduledReport = {
  readonly name?: string
  readonly every?: "week" | "month"
  readonly recipients?: ReadonlyArray<string>
  readonly timezone?: string
  readonly language?: "en" | "de"
  readonly tag?: string | null
  readonly targetPercent?: number | null
}
