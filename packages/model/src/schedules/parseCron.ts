import { canonicalTimeZone, zoneClock } from "@mon/bundled/time-zones"
import { clockFields } from "./ClockFields.ts"
import { readDaysOfMonth, readDaysOfWeek } from "./cronDays.ts"
import { type ParsedSchedule, scheduleLimits } from "./Schedule.ts"
import { type FieldRule, readList, refused, refusedZone } from "./valueList.ts"

const field = (
  name: string,
  minimum: number,
  maximum: number,
  more = "",
  names: ReadonlyArray<string> = []
): FieldRule => ({
  name,
  minimum,
  maximum,
  takes: `${minimum} to ${maximum}${more}`,
  names: new Map(names.map((word, index) => [word, minimum + index])),
  rangeMark: "-"
})

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]

/**
 * The fields of crontab(5), with two extensions of cronsim 2.7: seconds, and the forms with L, W and #. Day 7 is Sunday
 * too.
 */
const second = /* @__PURE__ */ field("second", 0, 59)
const minute = /* @__PURE__ */ field("minute", 0, 59)
const hour = /* @__PURE__ */ field("hour", 0, 23)
const dayOfMonth = /* @__PURE__ */ field("day of month", 1, 31, ", L or LW")
const month = /* @__PURE__ */ field("month", 1, 12, " or JAN to DEC", MONTHS)
const dayOfWeek = /* @__PURE__ */ field("day of week", 0, 7, ", SUN to SAT, or forms such as 5L and MON#1", WEEKDAYS)

/** The macros of crontab(5), except for `@reboot`, which is not a time. */
const macros: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["@HOURLY", "0 * * * *"],
  ["@DAILY", "0 0 * * *"],
  ["@MIDNIGHT", "0 0 * * *"],
  ["@WEEKLY", "0 0 * * 0"],
  ["@MONTHLY", "0 0 1 * *"],
  ["@YEARLY", "0 0 1 1 *"],
  ["@ANNUALLY", "0 0 1 1 *"]
])

/** The number of years without a match after which the search ends, as in cronsim 2.7. */
const YEARS = 50
/** The maximum number of days in each month. February has 29 days in a leap year. */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/**
 * A pattern for the time zone prefix of Go's cron library and of those versions of Kubernetes that have no field for
 * the time zone.
 */
const ZONE_PREFIX = /^(?:CRON_)?TZ=(\S*)\s*/u
const PRINTABLE = /^[\t -~]*$/u

const isStar = (text: string): boolean => text.startsWith("*")

const parseFields = (texts: ReadonlyArray<string>, timeZone: string): ParsedSchedule => {
  const [minuteText = "", hourText = "", dayText = "", monthText = "", weekdayText = ""] = texts.slice(-5)
  const [secondText = "0"] = texts.slice(0, -5)
  const seconds = readList(second, secondText)
  if (seconds._tag === "Fault") return seconds
  const minutes = readList(minute, minuteText)
  if (minutes._tag === "Fault") return minutes
  const hours = readList(hour, hourText)
  if (hours._tag === "Fault") return hours
  const days = readDaysOfMonth(dayOfMonth, dayText)
  if (days._tag === "Fault") return days
  const months = readList(month, monthText)
  if (months._tag === "Fault") return months
  const weekdays = readDaysOfWeek(dayOfWeek, weekdayText)
  if (weekdays._tag === "Fault") return weekdays
  // A field such as `*/2` counts as a star, because it sets the same flag as `*` in Debian's cron (entry.c, DOM_STAR
  // and DOW_STAR).
  const needsBoth = isStar(dayText) || isStar(weekdayText)
  const longest = Math.max(...[...months.values].map((value) => MONTH_LENGTHS[value - 1] ?? 0))
  if (needsBoth && days.smallest > longest)
    return refused("day of month must be a day that a chosen month has", dayText)
  const fields = clockFields({
    seconds: seconds.values,
    minutes: minutes.values,
    hours: hours.values,
    months: months.values,
    isDay: needsBoth
      ? (...day) => days.isDay(...day) && weekdays.isDay(...day)
      : (...day) => days.isDay(...day) || weekdays.isDay(...day),
    years: null
  })
  const isFixed = texts.length === 5 && !isStar(minuteText) && !isStar(hourText)
  const whenClocksChange = isFixed ? "once" : "real"
  const rule = { fields, clock: zoneClock(timeZone), whenClocksChange, years: YEARS } as const
  return { _tag: "Schedule", schedule: { kind: "cron", rules: [rule] } }
}

/**
 * Reads a cron expression as Debian's cron and cronsim 2.7 do.
 *
 * - Five fields: minute, hour, day of month, month and day of week. With six fields, the first one is the second.
 * - Lists, ranges, steps, and names of months and weekdays in either case. `5/15` is 5, 20, 35 and 50.
 * - `L` is the last day of the month, `LW` its last day from Monday to Friday, `5L` its last Friday and `MON#2` its
 *   second Monday.
 * - If the day of month or the day of week begins with a star, a day must match both fields. Otherwise, one matching
 *   field is enough.
 * - The macros `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly` and `@annually`.
 * - `CRON_TZ=Europe/Riga` or `TZ=Europe/Riga` before the expression replaces the time zone.
 *
 * When clocks change, a job with a fixed minute and hour runs once: at the first moment after the gap if clocks skip
 * its time, and at the first of two equal times. If the minute or the hour begins with a star, or if there are six
 * fields, the job runs whenever clocks show a matching time.
 *
 * @param expression At most 100 characters.
 * @param timeZone The name of an IANA time zone.
 *
 * @returns `Fault` with a message for any other text. Nothing is thrown.
 *
 * @example
 * ```ts
 * parseCron("*\/5 * * * MON-FRI", "Europe/Berlin")._tag // => "Schedule"
 * parseCron("0 25 * * *", "UTC") // => { _tag: "Fault", message: "hour takes 0 to 23; got 25" }
 * ```
 */
export const parseCron = (expression: string, timeZone: string): ParsedSchedule => {
  const text = expression.trim()
  const { cronLength } = scheduleLimits
  if (text.length > cronLength)
    return refused(`a cron expression takes at most ${cronLength} characters`, `${text.length}`)
  if (!PRINTABLE.test(text)) return refused("a cron expression takes one line of ASCII characters", text)
  const [prefix = "", prefixZone] = ZONE_PREFIX.exec(text) ?? []
  const zone = canonicalTimeZone(prefixZone ?? timeZone)
  if (zone === null) return refusedZone(prefixZone ?? timeZone)
  const body = text.slice(prefix.length).toUpperCase()
  if (body.startsWith("@") && !macros.has(body))
    return refused(`a macro must be one of ${[...macros.keys()].join(", ").toLowerCase()}`, body.toLowerCase())
  const fields = (macros.get(body) ?? body).split(/\s+/u).filter((part) => part !== "")
  if (fields.length !== 5 && fields.length !== 6)
    return refused("a cron expression takes 5 fields, or 6 with the second as the first", `${fields.length}`)
  return parseFields(fields, zone)
}
