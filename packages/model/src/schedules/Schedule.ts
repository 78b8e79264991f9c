import type { ClockFields } from "./ClockFields.ts"

/** Limits of schedules. */
export const scheduleLimits = {
  /**
   * The maximum length of a cron expression, in characters. Healthchecks has the same limit (hc/api/schemas.py,
   * `schedule`).
   */
  cronLength: 100,
  /** The maximum length of all lines of an OnCalendar schedule together, in characters. */
  onCalendarLength: 250,
  /**
   * The maximum number of lines of an OnCalendar schedule. The 100 characters that Healthchecks allows can contain 25
   * lines such as `1:0`.
   */
  onCalendarLines: 25,
  /** The maximum number of times that `nextTimes` returns. */
  times: 1_000
} as const

/**
 * The behaviour of a rule when clocks change.
 *
 * - `once`: a skipped time becomes the first moment after the gap. Of a repeated time, only the first occurrence
 *   counts. This is the rule of Debian's cron for jobs with a fixed minute and hour.
 * - `real`: clock times count as the clocks show them: a skipped time never, a repeated time twice.
 * - `skip`: a skipped time is left out. Of a repeated time, only the first occurrence counts. This is the rule of
 *   systemd.
 */
export type ClockChangeRule = "once" | "real" | "skip"

/**
 * The clock of a time zone, as `zoneClock` of `@mon/bundled` returns it. The type is stated here because the
 * declarations of a published package cannot name a private package.
 */
interface ScheduleClock {
  /** Returns the period without a change of the offset that contains a moment. All times are in milliseconds. */
  readonly periodAt: (instant: number) => { readonly start: number; readonly end: number; readonly offset: number }
}

/** One expression of a schedule: the clock times that match, and the clock that shows them. */
export interface ScheduleRule {
  readonly fields: ClockFields
  readonly clock: ScheduleClock
  readonly whenClocksChange: ClockChangeRule
  /** The number of years without a match after which the search ends. */
  readonly years: number
}

/** A schedule that was parsed from text. It is immutable and cannot be stored: store its text and time zone instead. */
export interface Schedule {
  /** The format of the schedule's text: a cron expression, or `OnCalendar=` lines of a systemd timer. */
  readonly kind: "cron" | "oncalendar"
  /** The rules of the schedule. A moment belongs to the schedule if it matches at least one rule. */
  readonly rules: ReadonlyArray<ScheduleRule>
}

/** A schedule, or a sentence about an error in its text. */
export type ParsedSchedule =
  | { readonly _tag: "Schedule"; readonly schedule: Schedule }
  | { readonly _tag: "Fault"; readonly message: string }
