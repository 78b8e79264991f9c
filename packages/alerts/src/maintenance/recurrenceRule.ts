/** A valid recurrence rule (RFC 5545 section 3.3.10). */
export interface RecurrenceRule {
  /** The parts of the rule, in a fixed order and in capitals. */
  readonly text: string
  /** The parts without UNTIL. */
  readonly parts: string
  /** The maximum distance between two occurrences, in years. */
  readonly yearsApart: number
  /** The last moment at which an occurrence may begin. */
  readonly until: UntilTime | null
  /** The clock times of BYHOUR and BYMINUTE, in minutes. Empty if one of the two parts is absent. */
  readonly clockMinutes: ReadonlySet<number>
}

/** A time in UTC, or a clock time in the time zone. */
interface UntilTime {
  readonly time: number
  readonly isUtc: boolean
}

export type ParsedRule =
  | { readonly _tag: "Rule"; readonly rule: RecurrenceRule }
  | { readonly _tag: "Fault"; readonly message: string }

const RULE_LENGTH = 250
const STARTS_PER_DAY = 8
const LARGEST_COUNT = 366
const LARGEST_INTERVAL = 99

/** The number of years without an occurrence after which a rule is considered ended, by frequency. */
const yearsApart: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["DAILY", 2],
  ["WEEKLY", 2],
  ["MONTHLY", 10],
  ["YEARLY", 10]
])
/** The number of years for rules that name days of the year. 29 February may be 8 years away. */
const MOST_YEARS_APART = 10
const DAYS_OF_YEAR = ["BYMONTH", "BYMONTHDAY"]
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
const WEEKDAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/u
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/u
const LAST_SECOND_OF_DAY = 86_399_000

const whole = (text: string, minimum: number, maximum: number): boolean =>
  /^\d{1,3}$/u.test(text) && Number(text) >= minimum && Number(text) <= maximum

/** Returns whether a text is a number that counts from the start, or from the end if it is negative. */
const place = (text: string, maximum: number): boolean => whole(text.replace(/^[+-]/u, ""), 1, maximum)

interface PartRule {
  /** The text that completes "<name> must". */
  readonly must: string
  readonly accepts: (item: string) => boolean
  readonly isList: boolean
}

const one = (must: string, accepts: (item: string) => boolean): PartRule => ({ must, accepts, isList: false })
const list = (must: string, accepts: (item: string) => boolean): PartRule => ({ must, accepts, isList: true })

/** The requirements for each part, in the order in which the parts of a rule are stored. */
const partRules: Readonly<Record<string, PartRule>> = {
  FREQ: one("be DAILY, WEEKLY, MONTHLY or YEARLY", (text) => yearsApart.has(text)),
  INTERVAL: one(`be a whole number from 1 to ${LARGEST_INTERVAL}`, (text) => whole(text, 1, LARGEST_INTERVAL)),
  COUNT: one(`be a whole number from 1 to ${LARGEST_COUNT}`, (text) => whole(text, 1, LARGEST_COUNT)),
  UNTIL: one("be a time such as 20271231T235959Z", (text) => untilOf(text) !== null),
  BYMONTH: list("list months from 1 to 12", (text) => whole(text, 1, 12)),
  BYWEEKNO: list("list weeks from 1 to 53 or from -53 to -1", (text) => place(text, 53)),
  BYYEARDAY: list("list days from 1 to 366 or from -366 to -1", (text) => place(text, 366)),
  BYMONTHDAY: list("list days from 1 to 31 or from -31 to -1", (text) => place(text, 31)),
  BYDAY: list("list weekdays such as MO, 1SU or -1FR", (text) => WEEKDAY.test(text)),
  BYHOUR: list("list hours from 0 to 23", (text) => whole(text, 0, 23)),
  BYMINUTE: list("list minutes from 0 to 59", (text) => whole(text, 0, 59)),
  BYSETPOS: list("list positions from 1 to 366 or from -366 to -1", (text) => place(text, 366)),
  WKST: one("be a weekday such as MO", (text) => weekdays.includes(text))
}

const untilOf = (text: string): UntilTime | null => {
  const [, year, month, day, hour, minute, second, zulu] = UNTIL.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(date).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null
  if (hour === undefined) return { time: date + LAST_SECOND_OF_DAY, isUtc: false }
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 ? { time, isUtc: zulu === "Z" } : null
}

const fault = (message: string): ParsedRule => ({ _tag: "Fault", message })

const readParts = (text: string): ReadonlyMap<string, string> | string => {
  const parts = new Map<string, string>()
  for (const part of text.split(";")) {
    const [name = "", value, ...more] = part.split("=")
    const rule = Object.hasOwn(partRules, name) ? partRules[name] : undefined
    if (value === undefined || more.length > 0) return "recurrence must consist of parts such as FREQ=WEEKLY;BYDAY=MO."
    if (rule === undefined)
      return `recurrence must not contain ${/^[A-Z-]{1,20}$/u.test(name) ? name : "unknown parts"}.`
    if (parts.has(name)) return `recurrence must contain ${name} only once.`
    const items = rule.isList ? value.split(",") : [value]
    if (!items.every(rule.accepts)) return `recurrence: ${name} must ${rule.must}.`
    parts.set(name, [...new Set(items.map((item) => item.replace(/^\+/u, "")))].join(","))
  }
  return parts
}

/**
 * Returns a sentence if a rule combines parts that RFC 5545 section 3.3.10 does not allow together, or if it would
 * begin too often. Otherwise, returns null.
 */
const combinationFault = (parts: ReadonlyMap<string, string>): string | null => {
  const frequency = parts.get("FREQ")
  const items = (name: string): ReadonlyArray<string> => parts.get(name)?.split(",") ?? []
  if (frequency === undefined) return "recurrence must contain FREQ, such as FREQ=WEEKLY."
  if (parts.has("COUNT") && parts.has("UNTIL")) return "recurrence must contain COUNT or UNTIL, not both."
  if (items("BYDAY").some((day) => day.length > 2) && !(frequency === "MONTHLY" || frequency === "YEARLY"))
    return "recurrence: BYDAY must list weekdays without numbers when FREQ is DAILY or WEEKLY."
  if (items("BYDAY").some((day) => day.length > 2) && parts.has("BYWEEKNO"))
    return "recurrence: BYDAY must list weekdays without numbers when BYWEEKNO is used."
  for (const name of ["BYWEEKNO", "BYYEARDAY"])
    if (parts.has(name) && frequency !== "YEARLY") return `recurrence: ${name} needs FREQ=YEARLY.`
  if (parts.has("BYMONTHDAY") && frequency === "WEEKLY")
    return "recurrence: BYMONTHDAY must not be combined with FREQ=WEEKLY."
  if (parts.has("BYSETPOS") && ![...parts.keys()].some((name) => name.startsWith("BY") && name !== "BYSETPOS"))
    return "recurrence: BYSETPOS needs another part, such as BYDAY."
  if (Math.max(1, items("BYHOUR").length) * Math.max(1, items("BYMINUTE").length) > STARTS_PER_DAY)
    return `recurrence must start at most ${STARTS_PER_DAY} times a day.`
  return null
}

export const parseRule = (text: string): ParsedRule => {
  if (text.length > RULE_LENGTH) return fault(`recurrence must have at most ${RULE_LENGTH} characters.`)
  const parts = readParts(
    text
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/u, "")
  )
  if (typeof parts === "string") return fault(parts)
  const message = combinationFault(parts)
  if (message !== null) return fault(message)
  const until = parts.get("UNTIL")
  const numbersOf = (name: string) => (parts.get(name) ?? "").split(",").filter(Boolean).map(Number)
  const clockMinutes = numbersOf("BYHOUR").flatMap((hour) => numbersOf("BYMINUTE").map((minute) => hour * 60 + minute))
  const written = Object.keys(partRules).filter((name) => parts.has(name))
  const textOf = (names: ReadonlyArray<string>) => names.map((name) => `${name}=${parts.get(name)}`).join(";")
  return {
    _tag: "Rule",
    rule: {
      text: textOf(written),
      parts: textOf(written.filter((name) => name !== "UNTIL")),
      yearsApart: DAYS_OF_YEAR.some((name) => parts.has(name))
        ? MOST_YEARS_APART
        : (yearsApart.get(parts.get("FREQ") ?? "") ?? MOST_YEARS_APART),
      until: until === undefined ? null : untilOf(until),
      clockMinutes: new Set(clockMinutes)
    }
  }
}

/**
 * Returns the reason why a new rule is refused although RFC 5545 allows it, or null. A refused rule combines parts that
 * are not supported. A rule that an earlier version has stored keeps its times.
 */
export const unsupportedParts = ({ parts }: RecurrenceRule): string | null => {
  const names = new Set(parts.split(";").map((part) => part.split("=")[0] ?? ""))
  const days = /(?:^|;)BYDAY=([^;]*)/u.exec(parts)?.[1]?.split(",") ?? []
  const isNumbered = days.some((day) => day.length > 2)
  const beside = (name: string, others: ReadonlyArray<string>): string | null => {
    const other = names.has(name) ? others.find((part) => names.has(part)) : undefined
    return other === undefined ? null : `recurrence: ${other} must not be combined with ${name}.`
  }
  if (isNumbered && parts.startsWith("FREQ=YEARLY") && !names.has("BYMONTH")) {
    if (names.has("BYMONTHDAY")) return "recurrence: BYDAY must list weekdays without numbers when BYMONTHDAY is used."
    if (days.some((day) => day.length === 2))
      return "recurrence: BYDAY must list weekdays either with numbers or without, when FREQ is YEARLY."
  }
  return beside("BYYEARDAY", ["BYDAY", "BYMONTHDAY"]) ?? beside("BYWEEKNO", ["BYMONTHDAY"])
}
