import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../times/localTime.ts"

const SECOND_MS = 1_000
const WEEK_MS = 7 * DAY_MS

/** A date or a time (RFC 5545 sections 3.3.4 and 3.3.5). */
export interface TimeValue {
  /** The clock time in milliseconds, as if the clocks showed UTC. */
  readonly local: number
  /** `date`: without a time of day. `utc`: in UTC. `local`: in a zone, or floating. */
  readonly form: "date" | "utc" | "local"
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt](\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?([Zz])?)?$/u

/** The years in which times can be. */
const FIRST_YEAR = 1_900
const LAST_YEAR = 2_199

/** Reads a date or a time. Returns null if it is not valid. */
export const readTime = (text: string): TimeValue | null => {
  const [, year, month, day, hour, minute, second = "0", utc] = TIME.exec(text.trim()) ?? []
  if (year === undefined) return null
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second)
  )
  const isRealDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  const isInRange = Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR && Number(month) <= 12
  if (!isRealDay || !isInRange || Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59 || Number(second) > 60) return null
  return { local, form: hour === undefined ? "date" : utc === undefined ? "local" : "utc" }
}

/** A duration (RFC 5545 section 3.3.6). Days are days of the clock, and the rest is elapsed time. */
export interface Duration {
  readonly days: number
  readonly ms: number
}

const DURATION = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/iu
/** The longest event. */
const LONGEST_MS = 400 * DAY_MS

/** Reads a duration that is not negative. Returns null if it is not valid or longer than 400 days. */
export const readDuration = (text: string): Duration | null => {
  const match = DURATION.exec(text.trim())
  if (match === null) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const duration = { days: weeks * 7 + days, ms: hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS }
  return weeks * WEEK_MS + days * DAY_MS + duration.ms > LONGEST_MS ? null : duration
}

const OFFSET = /^([+-])(\d\d)(\d\d)(\d\d)?$/u

/** Reads an offset such as +0530 in milliseconds (RFC 5545 section 3.3.14). Returns null if it is not valid. */
export const readOffset = (text: string): number | null => {
  const [, sign, hours, minutes, seconds = "0"] = OFFSET.exec(text.trim()) ?? []
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  const length = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return sign === "-" ? -length : length
}
