const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
  formats.set(timeZone, format)
  return format
}

/** Returns the time that the clocks of a time zone show, as text for `<input type="datetime-local">`. */
export const shownTime = (timeZone: string, at: number): string => formatOf(timeZone).format(at).replace(" ", "T")

/** Returns the offset of a zone's clocks from UTC, in milliseconds. */
const offsetAt = (timeZone: string, at: number): number =>
  Date.parse(`${shownTime(timeZone, at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS

/**
 * Returns the instant (ISO 8601) at which the clocks of a zone show a time. Null: the text is not a time. A time that
 * clocks skip becomes later by the length of the gap. `which` selects one of two instants if clocks show the time
 * twice.
 */
export const instantOf = (timeZone: string, shown: string, which: "first" | "last" = "first"): string | null => {
  const wanted = Date.parse(`${shown}Z`)
  if (Number.isNaN(wanted)) return null
  const before = wanted - offsetAt(timeZone, wanted - DAY_MS)
  const after = wanted - offsetAt(timeZone, wanted + DAY_MS)
  const fitting = [before, after].filter((at) => shownTime(timeZone, at) === shown)
  return new Date(fitting.at(which === "first" ? 0 : -1) ?? before).toISOString()
}

/** Returns the hour and the minute of a time as parts of a recurrence rule. */
const clockParts = (shown: string): ReadonlyArray<string> => [
  `BYHOUR=${Number(shown.slice(11, 13))}`,
  `BYMINUTE=${Number(shown.slice(14, 16))}`
]

/**
 * Returns the start and the rule of a window as the form displays them. If clocks skip the time of the first start, the
 * rule contains it, and the form shows it as the start.
 */
export const shownStart = (
  timeZone: string,
  startsAt: string,
  recurrence: string | null
): { readonly start: string; readonly recurrence: string | null } => {
  const at = Date.parse(startsAt)
  const skipped = new Date(at + offsetAt(timeZone, at - DAY_MS)).toISOString().slice(0, 16)
  const start = shownTime(timeZone, at)
  const named = clockParts(skipped)
  const parts = recurrence?.split(";") ?? []
  const isSkipped = skipped !== start && instantOf(timeZone, skipped) === new Date(at).toISOString()
  return isSkipped && named.every((part) => parts.includes(part))
    ? { start: skipped, recurrence: parts.filter((part) => !named.includes(part)).join(";") }
    : { start, recurrence }
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** The options of the form field that determines when a maintenance window takes place. */
export type When = "now" | "once" | "daily" | "weekly" | "monthly" | "custom"

/** Returns the recurrence rule of a choice, for a start given as a local time. Null: the window takes place once. */
export const ruleOf = (when: When, shown: string, custom: string): string | null => {
  const day = new Date(`${shown.slice(0, 10)}T00:00:00Z`)
  switch (when) {
    case "daily":
      return "FREQ=DAILY"
    case "weekly":
      return `FREQ=WEEKLY;BYDAY=${weekdays[day.getUTCDay()] ?? "SU"}`
    case "monthly":
      return `FREQ=MONTHLY;BYMONTHDAY=${day.getUTCDate()}`
    case "custom":
      return custom.trim()
    default:
      return null
  }
}

/**
 * Returns a rule that keeps the chosen time of day. If clocks skip the chosen time, the actual start differs from it,
 * so the rule contains the chosen time.
 */
export const ruleFrom = (timeZone: string, shown: string, rule: string | null): string | null => {
  const at = instantOf(timeZone, shown)
  const isSkipped = at !== null && shownTime(timeZone, Date.parse(at)) !== shown
  return rule === null || rule === "" || !isSkipped || /BYHOUR|BYMINUTE/iu.test(rule)
    ? rule
    : [rule, ...clockParts(shown)].join(";")
}

/** Returns the choice that corresponds to a recurrence rule. */
export const whenOf = (recurrence: string | null, shown: string): When => {
  if (recurrence === null) return "once"
  return (["daily", "weekly", "monthly"] as const).find((when) => ruleOf(when, shown, "") === recurrence) ?? "custom"
}

/** Returns whether a window occurs on a date. For a custom rule, assumes that it occurs on every date. */
export const occursOn =
  (when: When, shown: string) =>
  (date: string): boolean =>
    when !== "now" &&
    (when === "once" ? date === shown.slice(0, 10) : ruleOf(when, date, "") === ruleOf(when, shown, ""))

/** Returns whether the browser knows a time zone. */
export const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
