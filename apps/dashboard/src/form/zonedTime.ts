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

/** Returns how far the clocks of a time zone are ahead of UTC. Milliseconds. */
const offsetAt = (timeZone: string, at: number): number =>
  Date.parse(`${shownTime(timeZone, at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS

/**
 * The instant at which the clocks of a time zone show a time, ISO 8601. Null if the text is no time. A time that clocks
 * skip is later by the length of the gap. `which`: of a time that clocks show twice.
 */
export const instantOf = (timeZone: string, shown: string, which: "first" | "last" = "first"): string | null => {
  const wanted = Date.parse(`${shown}Z`)
  if (Number.isNaN(wanted)) return null
  const before = wanted - offsetAt(timeZone, wanted - DAY_MS)
  const after = wanted - offsetAt(timeZone, wanted + DAY_MS)
  const fitting = [before, after].filter((at) => shownTime(timeZone, at) === shown)
  return new Date(fitting.at(which === "first" ? 0 : -1) ?? before).toISOString()
}

/** The hour and minute of a time as parts of a rule. */
const clockParts = (shown: string): ReadonlyArray<string> => [
  `BYHOUR=${Number(shown.slice(11, 13))}`,
  `BYMINUTE=${Number(shown.slice(14, 16))}`
]

/**
 * The start and the rule of a window as a form shows them. If clocks skip the time of the first start, the rule names
 * it, and the form shows it as the start.
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

/** The choice in the form of when a window takes place. */
export type When = "now" | "once" | "daily" | "weekly" | "monthly" | "custom"

/** The recurrence rule of a choice, for a start as a clock shows it. Null: once. */
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
 * A rule that keeps the time of its start. A start that clocks skip is another time, so the rule names the one that was
 * chosen.
 */
export const ruleFrom = (timeZone: string, shown: string, rule: string | null): string | null => {
  const at = instantOf(timeZone, shown)
  const isSkipped = at !== null && shownTime(timeZone, Date.parse(at)) !== shown
  return rule === null || rule === "" || !isSkipped || /BYHOUR|BYMINUTE/iu.test(rule)
    ? rule
    : [rule, ...clockParts(shown)].join(";")
}

/** The choice that a rule stands for. */
export const whenOf = (recurrence: string | null, shown: string): When => {
  if (recurrence === null) return "once"
  return (["daily", "weekly", "monthly"] as const).find((when) => ruleOf(when, shown, "") === recurrence) ?? "custom"
}

/** Whether a window of a choice occurs on a date. A rule that somebody has written may occur on each. */
export const occursOn =
  (when: When, shown: string) =>
  (date: string): boolean =>
    when !== "now" &&
    (when === "once" ? date === shown.slice(0, 10) : ruleOf(when, date, "") === ruleOf(when, shown, ""))
