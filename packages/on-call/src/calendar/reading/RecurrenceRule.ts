import { readTime, type TimeValue } from "./timeValue.ts"

type Frequency = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY"

/** A day of a rule, such as FR, 1MO or -1SU. */
export interface RuleDay {
  /** The day of the week. 0 is Monday. */
  readonly weekday: number
  /** The number of the day in the month or the year, from the end if it is negative. 0: each one. */
  readonly number: number
}

/** A recurrence rule (RFC 5545 section 3.3.10). Empty lists are absent. */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | null
  readonly until: TimeValue | null
  /** The first day of a week. 0 is Monday. */
  readonly weekStart: number
  readonly days: ReadonlyArray<RuleDay>
  readonly months: ReadonlyArray<number>
  readonly monthDays: ReadonlyArray<number>
  readonly yearDays: ReadonlyArray<number>
  readonly weekNumbers: ReadonlyArray<number>
  readonly hours: ReadonlyArray<number>
  readonly minutes: ReadonlyArray<number>
  readonly seconds: ReadonlyArray<number>
  readonly positions: ReadonlyArray<number>
}

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
const FREQUENCIES: ReadonlySet<string> = new Set<Frequency>(["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
const isFrequency = (text: string): text is Frequency => FREQUENCIES.has(text)

interface ListKind {
  readonly most: number
  readonly least: number
  /** Whether numbers can count from the end. */
  readonly isSigned: boolean
}

const LISTS = {
  BYMONTH: { most: 12, least: 1, isSigned: false },
  BYMONTHDAY: { most: 31, least: 1, isSigned: true },
  BYYEARDAY: { most: 366, least: 1, isSigned: true },
  BYWEEKNO: { most: 53, least: 1, isSigned: true },
  BYSETPOS: { most: 366, least: 1, isSigned: true },
  BYHOUR: { most: 23, least: 0, isSigned: false },
  BYMINUTE: { most: 59, least: 0, isSigned: false },
  BYSECOND: { most: 60, least: 0, isSigned: false }
} as const satisfies Readonly<Record<string, ListKind>>

const KNOWN: ReadonlySet<string> = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  ...Object.keys(LISTS)
])

const DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/u
const MOST_DAYS = 100
const LARGEST_INTERVAL = 10_000
const LARGEST_COUNT = 1_000_000

const readDays = (text: string | undefined): ReadonlyArray<RuleDay> | null => {
  if (text === undefined) return []
  const parts = text.split(",")
  const days = parts.slice(0, MOST_DAYS).flatMap((part) => {
    const [, number = "0", day] = DAY.exec(part.trim()) ?? []
    return day === undefined || Math.abs(Number(number)) > 53
      ? []
      : [{ weekday: DAYS.indexOf(day), number: Number(number) }]
  })
  return days.length === parts.length ? days : null
}

const readList = (text: string | undefined, { isSigned, least, most }: ListKind) => {
  if (text === undefined) return []
  const numbers = [
    ...new Set(text.split(",").map((part) => (/^\s*[+-]?\d{1,3}\s*$/u.test(part) ? Number(part) : Number.NaN)))
  ]
  const fits = (number: number): boolean => {
    const size = isSigned ? Math.abs(number) : number
    return size >= least && size <= most
  }
  return numbers.every(fits) ? numbers : null
}

const whole = (text: string | undefined, most: number): number | null => {
  const number = /^\d{1,9}$/u.test(text?.trim() ?? "") ? Number(text) : Number.NaN
  return number >= 1 && number <= most ? number : null
}

/** Reads a recurrence rule. Returns null if it is not valid, or recurs every minute or second. */
export const readRule = (text: string): RecurrenceRule | null => {
  const parts = new Map(
    text
      .toUpperCase()
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()] as const)
  )
  // A part that is not known can leave out shifts, so the rule would have too many.
  for (const name of parts.keys()) if (!KNOWN.has(name)) return null
  const frequency = parts.get("FREQ")?.trim() ?? ""
  const list = (name: keyof typeof LISTS) => readList(parts.get(name), LISTS[name])
  const lists = {
    days: readDays(parts.get("BYDAY")),
    months: list("BYMONTH"),
    monthDays: list("BYMONTHDAY"),
    yearDays: list("BYYEARDAY"),
    weekNumbers: list("BYWEEKNO"),
    hours: list("BYHOUR"),
    minutes: list("BYMINUTE"),
    seconds: list("BYSECOND"),
    positions: list("BYSETPOS")
  }
  const interval = parts.has("INTERVAL") ? whole(parts.get("INTERVAL"), LARGEST_INTERVAL) : 1
  const count = parts.has("COUNT") ? whole(parts.get("COUNT"), LARGEST_COUNT) : 0
  const until = parts.has("UNTIL") ? readTime(parts.get("UNTIL") ?? "") : null
  const weekStart = parts.has("WKST") ? DAYS.indexOf(parts.get("WKST")?.trim() ?? "") : 0
  if (!isFrequency(frequency) || interval === null || count === null || weekStart === -1) return null
  if (parts.has("UNTIL") && until === null) return null
  const { days, hours, minutes, monthDays, months, positions, seconds, weekNumbers, yearDays } = lists
  if (days === null || hours === null || minutes === null || monthDays === null || months === null) return null
  if (positions === null || seconds === null || weekNumbers === null || yearDays === null) return null
  return {
    frequency,
    interval,
    count: count === 0 ? null : count,
    until,
    weekStart,
    days,
    months,
    monthDays,
    yearDays,
    weekNumbers,
    hours,
    minutes,
    seconds,
    positions
  }
}
