import { canonicalTimeZone, zoneClock } from "@mon/bundled/time-zones"
import { clockFields, type DayRule } from "./ClockFields.ts"
import { type ParsedSchedule, scheduleLimits, type ScheduleRule } from "./Schedule.ts"
import { type FieldRule, readList, type ReadValues, type Refusal, refused, refusedZone } from "./valueList.ts"

const field = (name: string, minimum: number, maximum: number, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  minimum,
  maximum,
  takes: `${minimum} to ${maximum}`,
  names: new Map(),
  rangeMark: "..",
  ...more
})

/** Converts a year of two digits to a year from 1970 to 2069 (systemd 252, calendarspec.c, parse_date). */
const fullYear = (year: number): number => {
  if (year < 70) return year + 2_000
  return year < 100 ? year + 1_900 : year
}

const WEEKDAYS = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

/**
 * Makes the field for weekdays, which are given as names. They count from Monday, so that a range can end with Sunday.
 */
const weekdayField = (): FieldRule => {
  const names = WEEKDAYS.flatMap((name, index) => [name, name.slice(0, 3)].map((word) => [word, index + 1] as const))
  return field("day of week", 1, 7, { takes: "Mon to Sun", names: new Map(names), meaning: () => Number.NaN })
}

/** The fields of systemd.time(7), section "Calendar Events". */
const year = /* @__PURE__ */ field("year", 1_970, 2_199, { takes: "1970 to 2199, or two digits", meaning: fullYear })
const month = /* @__PURE__ */ field("month", 1, 12)
const day = /* @__PURE__ */ field("day of month", 1, 31)
const dayFromEnd = /* @__PURE__ */ field("day of month", 1, 28, { takes: "1 to 28 after ~", isFromEnd: true })
const hour = /* @__PURE__ */ field("hour", 0, 23)
const minute = /* @__PURE__ */ field("minute", 0, 59)
const second = /* @__PURE__ */ field("second", 0, 59, { takes: "0 to 59, without decimals" })
const dayOfWeek = /* @__PURE__ */ weekdayField()

/** The shorthands of systemd.time(7). */
const shorthands: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["MINUTELY", "*-*-* *:*:00"],
  ["HOURLY", "*-*-* *:00:00"],
  ["DAILY", "*-*-* 00:00:00"],
  ["MONTHLY", "*-*-01 00:00:00"],
  ["WEEKLY", "MON *-*-* 00:00:00"],
  ["YEARLY", "*-01-01 00:00:00"],
  ["ANNUALLY", "*-01-01 00:00:00"],
  ["QUARTERLY", "*-01,04,07,10-01 00:00:00"],
  ["SEMIANNUALLY", "*-01,07-01 00:00:00"]
])

const EVERY_DAY = "*-*-*"
const EVERY_WEEKDAY = "MON..SUN"
const MIDNIGHT = "0:0:0"

/** Reads a field. A star cannot be part of a list, a range or a step (systemd 252, calendarspec.c, parse_chain). */
const readField = (rule: FieldRule, text: string): ReadValues =>
  text !== "*" && text.includes("*")
    ? refused(`${rule.name} takes * only on its own, and steps such as ${rule.minimum}/5`, text)
    : readList(rule, text)

interface FieldTexts {
  readonly weekdays: string
  readonly date: ReadonlyArray<string>
  readonly time: ReadonlyArray<string>
}

const isDate = (token: string): boolean => /^[\d*].*[-~]/u.test(token)

const splitExpression = (tokens: ReadonlyArray<string>): FieldTexts | Refusal => {
  const rest = [...tokens]
  const timeText = rest.at(-1)?.includes(":") === true ? (rest.pop() ?? "") : MIDNIGHT
  const time = timeText.split(":")
  if (time.length > 3) return refused("a time takes hour:minute or hour:minute:second", timeText)
  const dateText = isDate(rest.at(-1) ?? "") ? (rest.pop() ?? "") : EVERY_DAY
  const date = dateText.replace("~", "-~").split("-")
  if (date.length > 3) return refused("a date takes year-month-day or month-day", dateText)
  const [weekdays = EVERY_WEEKDAY, ...more] = rest
  if (more.length > 0) return refused("an expression takes weekdays, a date and a time, in this order", rest.join(" "))
  return { weekdays, date: date.length === 2 ? ["*", ...date] : date, time: time.length === 2 ? [...time, "0"] : time }
}

const readDayOfMonth = (text: string): { readonly _tag: "Days"; readonly isDay: DayRule } | Refusal => {
  // systemd 252 reads `~*` as every day.
  const isFromEnd = text.startsWith("~") && text !== "~*"
  const read = isFromEnd ? readField(dayFromEnd, text.slice(1)) : readField(day, text === "~*" ? "*" : text)
  if (read._tag === "Fault") return read
  const { values } = read
  return {
    _tag: "Days",
    isDay: isFromEnd ? (at, _weekday, length) => values.has(length - at + 1) : (at) => values.has(at)
  }
}

const readWeekdays = (text: string): ReadValues =>
  /[*/]/u.test(text)
    ? refused(`${dayOfWeek.name} takes ${dayOfWeek.takes}`, text)
    : readList(dayOfWeek, text.replace(/,$/u, "").replaceAll(/([A-Z])-(?=[A-Z])/gu, "$1.."))

const readRule = (
  tokens: ReadonlyArray<string>,
  timeZone: string
): { readonly _tag: "Rule"; readonly rule: ScheduleRule } | Refusal => {
  const texts = splitExpression(tokens)
  if ("message" in texts) return texts
  const [yearText = "", monthText = "", dayText = ""] = texts.date
  const [hourText = "", minuteText = "", secondText = ""] = texts.time
  const weekdays = readWeekdays(texts.weekdays)
  if (weekdays._tag === "Fault") return weekdays
  const years = readField(year, yearText)
  if (years._tag === "Fault") return years
  const months = readField(month, monthText)
  if (months._tag === "Fault") return months
  const days = readDayOfMonth(dayText)
  if (days._tag === "Fault") return days
  const hours = readField(hour, hourText)
  if (hours._tag === "Fault") return hours
  const minutes = readField(minute, minuteText)
  if (minutes._tag === "Fault") return minutes
  const seconds = readField(second, secondText)
  if (seconds._tag === "Fault") return seconds
  const fields = clockFields({
    seconds: seconds.values,
    minutes: minutes.values,
    hours: hours.values,
    months: months.values,
    isDay: (at, weekday, length) => weekdays.values.has(weekday === 0 ? 7 : weekday) && days.isDay(at, weekday, length),
    years: yearText === "*" ? null : years.values
  })
  return { _tag: "Rule", rule: { fields, clock: zoneClock(timeZone), whenClocksChange: "skip", years: year.maximum } }
}

/** Reads a line, which consists of an expression and an optional time zone. */
const readLine = (line: string, timeZone: string): ReturnType<typeof readRule> => {
  const tokens = line.split(/\s+/u)
  const last = tokens.at(-1) ?? ""
  const ownZone = tokens.length > 1 && /^[A-Za-z]/u.test(last) ? last : null
  const zone = canonicalTimeZone(ownZone ?? timeZone)
  if (zone === null) return refusedZone(ownZone ?? timeZone)
  const expression = tokens
    .slice(0, ownZone === null ? undefined : -1)
    .join(" ")
    .toUpperCase()
  return readRule((shorthands.get(expression) ?? expression).split(" "), zone)
}

/**
 * Reads a schedule in the form of systemd's `OnCalendar=` (systemd.time(7), oncalendar 1.1). A schedule of several
 * lines has the times of all lines. A time zone at the end of a line replaces the schedule's time zone for that line.
 *
 * An expression consists of weekdays (`Mon..Fri,Sun`), a date (`*-*-1`, or `*-*~1` for the last day of the month) and a
 * time (`12:00/15`). Each part is optional. Alternatively, an expression is a shorthand such as `daily`. Fractions of a
 * second are refused. Times that clocks skip are left out. Of a time that clocks show twice, only the first occurrence
 * counts.
 *
 * @param lines At most 25 lines and 250 characters. Empty lines are ignored.
 * @param timeZone The name of an IANA time zone.
 *
 * @returns `Fault` with a message for any other text. Nothing is thrown.
 *
 * @example
 * ```ts
 * parseOnCalendar("Mon..Fri 08:30\nSat 10:00 Europe/Riga", "Europe/Berlin")._tag // => "Schedule"
 * parseOnCalendar("daily\n*:75", "UTC") // => { _tag: "Fault", message: "line 2: minute takes 0 to 59; got 75" }
 * ```
 */
export const parseOnCalendar = (lines: string, timeZone: string): ParsedSchedule => {
  const text = lines.trim()
  const { onCalendarLength, onCalendarLines } = scheduleLimits
  if (text.length > onCalendarLength)
    return refused(`OnCalendar takes at most ${onCalendarLength} characters`, `${text.length}`)
  const given = text.split("\n").map((line) => line.trim())
  if (text === "") return refused("OnCalendar takes an expression such as daily or Mon 08:30", "")
  const filled = given.filter((line) => line !== "").length
  if (filled > onCalendarLines) return refused(`OnCalendar takes at most ${onCalendarLines} lines`, `${filled}`)
  const rules: Array<ScheduleRule> = []
  for (const [index, line] of given.entries()) {
    if (line === "") continue
    const read = readLine(line, timeZone)
    if (read._tag === "Fault")
      return given.length === 1 ? read : { _tag: "Fault", message: `line ${index + 1}: ${read.message}` }
    rules.push(read.rule)
  }
  return { _tag: "Schedule", schedule: { kind: "oncalendar", rules } }
}
