interface CronRecurrence {
  readonly rule: string
  /** The clock time, such as 02:30. */
  readonly time: string
}

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
const NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/**
 * Returns the numbers that a field such as `1-5,7` contains. Returns null for any other field, such as a field with
 * steps.
 */
const numbersOf = (field: string, minimum: number, maximum: number, names: ReadonlyArray<string>, first: number) => {
  const numbers: Array<number> = []
  const numberOf = (text: string): number => {
    const named = names.indexOf(text.toLowerCase())
    return named === -1 ? (/^\d{1,2}$/u.test(text) ? Number(text) : Number.NaN) : named + first
  }
  for (const part of field.split(",")) {
    const [from = "", to = from, ...more] = part.split("-")
    const [begin, end] = [numberOf(from), numberOf(to)]
    if (more.length > 0 || !(begin >= minimum && end <= maximum && begin <= end)) return null
    for (let number = begin; number <= end; number++) numbers.push(number)
  }
  return numbers
}

/**
 * Converts a cron expression with one clock time, such as `30 2 * * 1-5`, to a recurrence rule (RFC 5545). Returns null
 * for steps, for several clock times, and for a day of the month together with a day of the week, which cron joins with
 * "or".
 *
 * @example
 * ```ts
 * recurrenceOfCron("30 2 * * 1-5") // => { rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", time: "02:30" }
 * recurrenceOfCron("*\/5 * * * *") // => null
 * ```
 */
export const recurrenceOfCron = (expression: string): CronRecurrence | null => {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = expression.trim().split(/\s+/u)
  const isTime = /^\d{1,2}$/u.test(minute) && /^\d{1,2}$/u.test(hour) && Number(minute) < 60 && Number(hour) < 24
  if (!isTime || more.length > 0 || weekday === "" || (day !== "*" && weekday !== "*")) return null
  const months = month === "*" ? [] : numbersOf(month, 1, 12, MONTHS, 1)
  if (months === null) return null
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`
  const byMonth = months.length === 0 ? "" : `;BYMONTH=${months.join(",")}`
  if (day !== "*") {
    const days = numbersOf(day, 1, 31, [], 1)
    return days === null ? null : { rule: `FREQ=MONTHLY${byMonth};BYMONTHDAY=${days.join(",")}`, time }
  }
  if (weekday === "*") return { rule: `FREQ=DAILY${byMonth}`, time }
  const days = numbersOf(weekday, 0, 7, NAMES, 0)
  if (days === null) return null
  const names = [...new Set(days.map((one) => DAYS[one % 7] ?? ""))]
  return { rule: `FREQ=WEEKLY${byMonth};BYDAY=${names.join(",")}`, time }
}
