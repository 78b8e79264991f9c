export type DateOrder = "day-first" | "month-first"

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/**
 * The offset from UTC in hours for each abbreviation that has only one meaning in WHOIS answers. CST, IST and BST are
 * not listed, because they have several meanings.
 */
const ZONES: ReadonlyMap<string, number> = new Map([
  ["z", 0],
  ["utc", 0],
  ["gmt", 0],
  ["cet", 1],
  ["cest", 2],
  ["eet", 2],
  ["eest", 3],
  ["msk", 3],
  ["jst", 9],
  ["kst", 9],
  ["hkt", 8],
  ["sgt", 8],
  ["wet", 0],
  ["west", 1],
  ["sast", 2],
  ["aest", 10],
  ["aedt", 11],
  ["nzst", 12],
  ["nzdt", 13],
  ["est", -5],
  ["edt", -4],
  ["pst", -8],
  ["pdt", -7],
  ["brt", -3],
  ["brst", -2],
  ["art", -3],
  ["clt", -4],
  ["clst", -3]
])

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?`
const ZONE = String.raw`\s*\(?((?:utc|gmt)?[+-]\d{1,2}(?::?\d\d)?|[a-z]{1,4})?\)?`
const REST = String.raw`(?:(?:\s*-?t|\s+)${TIME}${ZONE})?\s*(?:\(y{4}[-/.]mm[-/.]dd\))?$`

const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?:\.(?=\s*$))?${REST}`)
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/
/** A date such as "2014-aug-22.". */
const YEAR_FIRST_NAMED = new RegExp(String.raw`^(\d{4})-([a-z]{3})-(\d{1,2})\.?${REST}`)
/** A date such as "may 22 2014". */
const MONTH_FIRST_NAMED = new RegExp(String.raw`^([a-z]{3})[a-z]{0,6} (\d{1,2}),? (\d{4})${REST}`)
/** A date such as "9-dec-2021" or "7th april, 2018". */
const NAMED_MONTH = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3})[a-z]{0,6},?[- ](\d{4})${REST}`)
/** A date such as "thu mar 26 23:59:59 gmt 2020", with or without the zone. */
const UNIX = new RegExp(String.raw`^(?:[a-z]{3}\s+)?([a-z]{3})\s+(\d{1,2})\s+${TIME}(?:\s+([a-z]{3,4}))?\s+(\d{4})$`)
const NUMERIC = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${REST}`)

const FIRST_YEAR = 1985
const LAST_YEAR = 2200

/**
 * Returns the offset from UTC in minutes. Null if the time zone is not known. A time without a zone is taken as UTC.
 */
const offsetOf = (zone: string | undefined): number | null => {
  if (zone === undefined) return 0
  const numeric = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d\d)?$/.exec(zone)
  const known = ZONES.get(zone)
  if (numeric === null) return known === undefined ? null : known * 60
  const [, sign, hours, minutes = "0"] = numeric
  const offset = Number(hours) * 60 + Number(minutes)
  return Number(hours) > 14 || Number(minutes) > 59 ? null : sign === "-" ? -offset : offset
}

type Clock = ReadonlyArray<string | undefined>

/** Returns null if there is no such day or time. */
const instant = (
  year: number,
  month: number,
  day: number,
  [hour = "0", minute = "0", second = "0", fraction = "", zone]: Clock
): number | null => {
  const offset = offsetOf(zone)
  const midnight = Date.UTC(year, month - 1, day)
  const back = new Date(midnight)
  const exists = back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day
  if (offset === null || !exists || year < FIRST_YEAR || year > LAST_YEAR) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const millis = fraction === "" ? 0 : Math.trunc(Number(fraction) * 1000)
  return midnight + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + millis
}

/** Returns the order of day and month that a date proves by a number above 12. Null if it proves no order. */
export const orderOf = (text: string): DateOrder | null => {
  const found = /^(\d{1,2})[-/](\d{1,2})[-/]\d{4}\b/.exec(text)
  if (found === null) return null
  const [first, second] = [Number(found[1]), Number(found[2])]
  return first > 12 && second <= 12 ? "day-first" : second > 12 && first <= 12 ? "month-first" : null
}

const numeric = (found: RegExpExecArray, order: DateOrder | null): number | null => {
  const [text, first, separator, second, year, ...clock] = found
  // In every country, a date with dots begins with the day.
  const known = separator === "." ? "day-first" : (orderOf(text) ?? order)
  if (known === null) return null
  const [day, month] = known === "day-first" ? [first, second] : [second, first]
  return instant(Number(year), Number(month), Number(day), clock)
}

/**
 * Reads a date in the forms that registries write, as milliseconds since 1970. Returns null if the text is not a date,
 * or is ambiguous because the order of day and month is not known.
 *
 * @example
 * ```ts
 * parseWhoisDate("2021-12-09 12:30:05 (UTC+8)") // => Date.UTC(2021, 11, 9, 4, 30, 5)
 * parseWhoisDate("03/02/2020") // => null
 * ```
 */
export const parseWhoisDate = (text: string, order: DateOrder | null = null): number | null => {
  const value = text.trim().replaceAll(/\s+/g, " ").toLowerCase()
  const yearFirst = YEAR_FIRST.exec(value)
  if (yearFirst !== null) {
    const [, year, , month, day, ...clock] = yearFirst
    return instant(Number(year), Number(month), Number(day), clock)
  }
  const compact = COMPACT.exec(value)
  if (compact !== null) {
    const [, year, month, day, ...clock] = compact
    return instant(Number(year), Number(month), Number(day), clock)
  }
  const yearFirstNamed = YEAR_FIRST_NAMED.exec(value)
  if (yearFirstNamed !== null) {
    const [, year, month = "", day, ...clock] = yearFirstNamed
    return instant(Number(year), MONTHS.indexOf(month) + 1, Number(day), clock)
  }
  const monthFirstNamed = MONTH_FIRST_NAMED.exec(value)
  if (monthFirstNamed !== null) {
    const [, month = "", day, year, ...clock] = monthFirstNamed
    return instant(Number(year), MONTHS.indexOf(month) + 1, Number(day), clock)
  }
  const named = NAMED_MONTH.exec(value)
  if (named !== null) {
    const [, day, month = "", year, ...clock] = named
    return instant(Number(year), MONTHS.indexOf(month) + 1, Number(day), clock)
  }
  const unix = UNIX.exec(value)
  if (unix !== null) {
    const [, month = "", day, hour, minute, second, fraction, zone, year] = unix
    return instant(Number(year), MONTHS.indexOf(month) + 1, Number(day), [hour, minute, second, fraction, zone])
  }
  const found = NUMERIC.exec(value)
  return found === null ? null : numeric(found, order)
}
