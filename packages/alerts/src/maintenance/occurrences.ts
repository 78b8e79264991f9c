import { aNumber, argumentsOf, listOf, nullable, optionsOf, textLike, whole } from "@mon/bundled/arguments"
import { parseRule, type RecurrenceRule } from "./recurrenceRule.ts"
import { instantOf, isTimeZone, skippedTimeOf, wallTimeOf } from "./wallClock.ts"
import { RRuleTemporal } from "rrule-temporal"

/** The maximum number of iterations in the search for occurrences: one for each day of 54 years. */
const MAX_ITERATIONS = 20_000
const MAX_CANDIDATES = 200_000

const basic = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")}Z`

/**
 * Returns the times between `from` and `to` at which occurrences of a rule begin, as clock times. A rule contains only
 * clock times, so it is evaluated in UTC, where every clock time exists exactly once.
 */
const ruleTimes = ({ parts }: RecurrenceRule, firstTime: number, from: number, to: number): ReadonlyArray<number> => {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${basic(firstTime)}\nRRULE:${parts}`,
    maxIterations: MAX_ITERATIONS,
    maxCandidateEvaluations: MAX_CANDIDATES
  })
  return rule.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds)
}

/**
 * The schedule of a maintenance window: one time, or every occurrence of a rule. Times are milliseconds since the
 * epoch.
 */
export interface WindowSchedule {
  /** The start of the first occurrence. If a rule has no BYHOUR, every occurrence begins at the same clock time. */
  readonly startsAt: number
  /** The length of each occurrence in minutes. */
  readonly minutes: number
  /** The IANA name of the time zone in which the clock times of the rule apply. */
  readonly timeZone: string
  /**
   * A recurrence rule (RFC 5545 section 3.3.10) without its name, such as `FREQ=WEEKLY;BYDAY=SU`. Null if the window
   * occurs once.
   */
  readonly recurrence: string | null
}

/** One period in which a window is active. Times are milliseconds since the epoch. */
export interface Occurrence {
  readonly startsAt: number
  /** The first moment after the occurrence. */
  readonly endsAt: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const YEAR_MS = 366 * DAY_MS
const EXPANDED_MS = 60 * DAY_MS
/**
 * The length of the first period in which the search looks up occurrences. The length doubles with each further period.
 */
const FIRST_STEP_MS = 32 * DAY_MS

const aRule = /* @__PURE__ */ textLike(
  "a recurrence rule, such as FREQ=DAILY",
  (text) => parseRule(text)._tag === "Rule"
)
const aTimeZone = /* @__PURE__ */ textLike("the name of a time zone, such as Europe/Berlin", isTimeZone)
const aSchedule = () =>
  optionsOf<WindowSchedule>(
    {
      startsAt: aNumber("a time in milliseconds"),
      minutes: whole(1),
      timeZone: aTimeZone,
      recurrence: nullable(aRule)
    },
    "a schedule: an object with startsAt, minutes, timeZone and recurrence"
  )
const aTime = () => aNumber("a time in milliseconds")

const acceptBetween = /* @__PURE__ */ argumentsOf("occurrencesBetween", () => ({
  schedule: aSchedule(),
  from: aTime(),
  to: aTime()
}))
const acceptNext = /* @__PURE__ */ argumentsOf("nextOccurrences", () => ({
  schedule: aSchedule(),
  from: aTime(),
  count: whole(0, 1_000)
}))
const acceptExpand = /* @__PURE__ */ argumentsOf("expandSchedule", () => ({ schedule: aSchedule(), from: aTime() }))
const acceptInside = /* @__PURE__ */ argumentsOf("isInMaintenance", () => ({
  schedules: listOf(aSchedule()),
  at: aTime()
}))
const acceptCovered = /* @__PURE__ */ argumentsOf("maintenanceMinutes", () => ({
  schedules: listOf(aSchedule()),
  from: aTime(),
  to: aTime()
}))

/** Parses a rule. The result is not null, because the rule was already checked as an argument. */
const ruleOf = (recurrence: string): RecurrenceRule | null => {
  const parsed = parseRule(recurrence)
  return parsed._tag === "Rule" ? parsed.rule : null
}

/**
 * Returns the clock time of the first occurrence. At a clock change, a skipped clock time and a displayed one can be
 * the same moment. The clock time that the rule names is then returned.
 */
const firstTimeOf = (timeZone: string, { clockMinutes }: RecurrenceRule, first: number): number => {
  const isNamed = (time: number) => clockMinutes.has((time % DAY_MS) / MINUTE_MS)
  const shown = wallTimeOf(timeZone, first)
  const skipped = clockMinutes.size === 0 || isNamed(shown) ? null : skippedTimeOf(timeZone, first)
  return skipped !== null && isNamed(skipped) ? skipped : shown
}

const startsBetween = (
  { startsAt, timeZone }: WindowSchedule,
  rule: RecurrenceRule,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const { until } = rule
  const first = Math.floor(startsAt / MINUTE_MS) * MINUTE_MS
  const firstTime = firstTimeOf(timeZone, rule, first)
  const early = Math.max(from, startsAt - MINUTE_MS)
  if (to <= early) return []
  const starts = new Set<number>()
  // A clock time differs by at most a day from the same time in UTC.
  for (const wallTime of ruleTimes(rule, firstTime, early - DAY_MS, to + DAY_MS)) {
    // If clocks show a time twice, the first occurrence may be at the second of the two moments.
    const start = wallTime === firstTime ? first : instantOf(timeZone, wallTime)
    if (until !== null && (until.isUtc ? start : wallTime) > until.time) continue
    if (start >= early && start < to) starts.add(start)
  }
  return [...starts].toSorted((one, other) => one - other)
}

/**
 * Returns the occurrences of a window that overlap the time between two moments, in order. If a clock change skips a
 * clock time, the occurrence is later by the length of the gap. If clocks show a time twice, the occurrence begins at
 * the first of the two moments.
 *
 * @throws `TypeError` if an argument is wrong, such as a rule that `checkSchedule` would refuse
 *
 * @example
 * occurrencesBetween({ startsAt: 0, minutes: 30, timeZone: "UTC", recurrence: "FREQ=DAILY" }, 0, 172_800_000).length // => 2
 */
export const occurrencesBetween = (schedule: WindowSchedule, from: number, to: number): ReadonlyArray<Occurrence> => {
  acceptBetween(schedule, from, to)
  const { minutes, recurrence, startsAt } = schedule
  const length = minutes * MINUTE_MS
  const rule = recurrence === null ? null : ruleOf(recurrence)
  const starts = rule === null ? [startsAt] : startsBetween(schedule, rule, from - length, to)
  return starts
    .filter((start) => start < to && start + length > from)
    .map((start) => ({ startsAt: start, endsAt: start + length }))
}

/**
 * Returns the first occurrences that end after a moment, at most `count`. The search covers ten years, or two years for
 * a daily or weekly rule without months and days of the month.
 *
 * @throws as {@link occurrencesBetween}
 *
 * @example
 * nextOccurrences({ startsAt: 0, minutes: 1, timeZone: "UTC", recurrence: "FREQ=DAILY;COUNT=2" }, 60_000, 5) // => [{ startsAt: 86_400_000, endsAt: 86_460_000 }]
 */
export const nextOccurrences = (schedule: WindowSchedule, from: number, count: number): ReadonlyArray<Occurrence> => {
  acceptNext(schedule, from, count)
  const { minutes, recurrence, startsAt } = schedule
  const length = minutes * MINUTE_MS
  if (recurrence === null) return occurrencesBetween(schedule, from, Math.max(from, startsAt) + 1).slice(0, count)
  const rule = ruleOf(recurrence)
  if (rule === null) return []
  const found: Array<Occurrence> = []
  const begin = Math.max(from - length, startsAt - MINUTE_MS)
  const last = begin + rule.yearsApart * YEAR_MS
  let step = FIRST_STEP_MS
  for (let at = begin; at < last && found.length < count;) {
    const end = Math.min(at + step, last)
    for (const start of startsBetween(schedule, rule, at, end))
      if (start + length > from) found.push({ startsAt: start, endsAt: start + length })
    at = end
    step *= 2
  }
  return found.slice(0, count)
}

/** The occurrences of a window that are stored for the coming weeks. */
export interface Expansion {
  /**
   * The occurrences within 60 days that end after the moment, in order. If there are none, the list contains the next
   * occurrence after these days.
   */
  readonly occurrences: ReadonlyArray<Occurrence>
  /** The time up to which the list of occurrences is complete. Null if there are no further occurrences. */
  readonly until: number | null
}

/**
 * Returns the occurrences of a window that should be stored at a moment.
 *
 * @throws as {@link occurrencesBetween}
 *
 * @example
 * expandSchedule({ startsAt: 0, minutes: 1, timeZone: "UTC", recurrence: null }, 0) // => { occurrences: [{ startsAt: 0, endsAt: 60_000 }], until: null }
 */
export const expandSchedule = (schedule: WindowSchedule, from: number): Expansion => {
  acceptExpand(schedule, from)
  const end = from + EXPANDED_MS
  const soon = occurrencesBetween(schedule, from, end)
  const occurrences = soon.length > 0 ? soon : nextOccurrences(schedule, from, 1)
  const last = occurrences.at(-1)
  if (last === undefined || schedule.recurrence === null) return { occurrences, until: null }
  const until = Math.max(end, last.startsAt + 1)
  return {
    occurrences,
    until: nextOccurrences(schedule, until + schedule.minutes * MINUTE_MS - 1, 1).length === 0 ? null : until
  }
}

/**
 * Returns whether a moment is inside at least one of several maintenance windows.
 *
 * @throws as {@link occurrencesBetween}
 *
 * @example
 * isInMaintenance([{ startsAt: 0, minutes: 1, timeZone: "UTC", recurrence: null }], 59_999) // => true
 */
export const isInMaintenance = (schedules: ReadonlyArray<WindowSchedule>, at: number): boolean => {
  acceptInside(schedules, at)
  return schedules.some((schedule) => occurrencesBetween(schedule, at, at + 1).length > 0)
}

/**
 * Returns the number of minutes between two moments that are inside at least one of the windows. Each minute counts
 * once.
 *
 * @throws as {@link occurrencesBetween}
 *
 * @example
 * maintenanceMinutes([{ startsAt: 0, minutes: 60, timeZone: "UTC", recurrence: "FREQ=DAILY" }], 0, 172_800_000) // => 120
 */
export const maintenanceMinutes = (schedules: ReadonlyArray<WindowSchedule>, from: number, to: number): number => {
  acceptCovered(schedules, from, to)
  const parts = schedules
    .flatMap((schedule) => occurrencesBetween(schedule, from, to))
    .toSorted((one, other) => one.startsAt - other.startsAt)
  let covered = 0
  let counted = from
  for (const { endsAt, startsAt } of parts) {
    const end = Math.min(endsAt, to)
    covered += Math.max(0, end - Math.max(startsAt, counted))
    counted = Math.max(counted, end)
  }
  return covered / MINUTE_MS
}
