import type { ClockFields } from "./ClockFields.ts"
import type { ZoneClock } from "./zoneClock.ts"

/** Limits of schedules. */
export const scheduleLimits = {
  /** Characters of a cron expression, as Healthchecks allows (hc/api/schemas.py, `schedule`). */
  cronLength: 100,
  /** Characters of all lines of an OnCalendar schedule. */
  onCalendarLength: 250,
  /** Lines of an OnCalendar schedule. 100 characters, the limit of Healthchecks, hold 25 lines such as `1:0`. */
  onCalendarLines: 25,
  /** The most times that `nextTimes` returns. */
  times: 1_000
} as const

/**
 * What a rule does when clocks change.
 *
 * - `once`: a skipped time becomes the first moment after the gap. A repeated time counts only the first time. This is
 *   the rule of Debian's cron for jobs with a fixed minute and hour.
 * - `real`: clock times count as they are shown: none in a gap, and both of a repeated time.
 * - `skip`: a skipped time is left out. A repeated time counts only the first time. This is the rule of systemd.
 */
export type ClockChangeRule = "once" | "real" | "skip"

/** One expression of a schedule: the clock times that match, and the clock that shows them. */
export interface ScheduleRule {
  readonly fields: ClockFields
  readonly clock: ZoneClock
  readonly whenClocksChange: ClockChangeRule
  /** The search ends after this many years without a match. */
  readonly years: number
}

/** A schedule that was read from text. It is immutable, and belongs in memory: store its text and time zone. */
export interface Schedule {
  /** How it was written: as a cron expression, or as `OnCalendar=` lines of a systemd timer. */
  readonly kind: "cron" | "oncalendar"
  /** The rules of the schedule. A moment belongs to the schedule if it matches one of them. */
  readonly rules: ReadonlyArray<ScheduleRule>
}

/** A schedule, or a sentence about the problem with its text. */
export type ParsedSchedule =
  | { readonly _tag: "Schedule"; readonly schedule: Schedule }
  | { readonly _tag: "Fault"; readonly message: string }
