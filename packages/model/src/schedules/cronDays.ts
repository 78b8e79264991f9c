import type { DayRule } from "./ClockFields.ts"
import { type FieldRule, readItem, readValue, type Refusal } from "./valueList.ts"

export interface CronDays {
  readonly _tag: "Days"
  readonly isDay: DayRule
  /** The smallest number in the field, or 1 if the field has a rule such as `L`. */
  readonly smallest: number
}

const DAYS_OF_WEEK = 7
const SATURDAY = 6
const MOST_WEEKS = 5

/** Reads a list whose items are values or, if `ruleOf` finds one, rules for days. */
const readDays = (
  field: FieldRule,
  text: string,
  ruleOf: (item: string) => DayRule | null,
  toRule: (numbers: ReadonlySet<number>) => DayRule
): CronDays | Refusal => {
  const rules: Array<DayRule> = []
  const numbers = new Set<number>()
  for (const item of text.split(",")) {
    const rule = ruleOf(item)
    if (rule !== null) {
      rules.push(rule)
      continue
    }
    const read = readItem(field, item)
    if (read._tag === "Fault") return read
    for (const value of read.values) numbers.add(value)
  }
  const all = [toRule(numbers), ...rules]
  return {
    _tag: "Days",
    isDay: (day, weekday, length) => all.some((rule) => rule(day, weekday, length)),
    smallest: rules.length > 0 ? 1 : Math.min(...numbers)
  }
}

/** Returns the last day of a month that is a day from Monday to Friday. */
const lastWorkday: (...day: Parameters<DayRule>) => number = (day, weekday, length) => {
  const last = (weekday + length - day) % DAYS_OF_WEEK
  if (last === SATURDAY) return length - 1
  return last === 0 ? length - 2 : length
}

const lastDays: ReadonlyMap<string, DayRule> = /* @__PURE__ */ new Map<string, DayRule>([
  ["L", (day, _weekday, length) => day === length],
  ["LW", (day, weekday, length) => day === lastWorkday(day, weekday, length)]
])
/** A pattern for `L` and `LW`. A step after them is ignored, as in cronsim 2.7. */
const LAST_DAY = /^(LW?)(?:\/0*[1-9]\d*)?$/u

/** Reads days of the month: a list of numbers, `L` (the last day) and `LW` (the last day from Monday to Friday). */
export const readDaysOfMonth = (field: FieldRule, text: string): CronDays | Refusal =>
  readDays(
    field,
    text,
    (item) => lastDays.get(LAST_DAY.exec(item)?.[1] ?? "") ?? null,
    (numbers) => (day) => numbers.has(day)
  )

const NUMBERED_WEEKDAY = /^([^#]+)#([1-9])$/u
const LAST_WEEKDAY = /^(\d+)L$/u

const weekdayRule = (field: FieldRule, item: string): DayRule | null => {
  const last = LAST_WEEKDAY.exec(item)?.[1]
  const [, name = last ?? "", week = null] = NUMBERED_WEEKDAY.exec(item) ?? []
  const value = readValue(field, name)
  if (value === null) return null
  const wanted = value % DAYS_OF_WEEK
  if (week === null) return (day, weekday, length) => weekday === wanted && day + DAYS_OF_WEEK > length
  const number = Number(week)
  if (number > MOST_WEEKS) return null
  return (day, weekday) => weekday === wanted && Math.ceil(day / DAYS_OF_WEEK) === number
}

/** Reads days of the week: a list of values, `5L` (the last Friday) and `MON#2` (the second Monday of a month). */
export const readDaysOfWeek = (field: FieldRule, text: string): CronDays | Refusal =>
  readDays(
    field,
    text,
    (item) => weekdayRule(field, item),
    (numbers) => (_day, weekday) => numbers.has(weekday) || (weekday === 0 && numbers.has(DAYS_OF_WEEK))
  )
