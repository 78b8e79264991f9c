const MINUTE_MS = 60_000

/** What the clocks of a time zone show, as text for `<input type="datetime-local">`. */
export const shownTime = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at).replace(" ", "T")

/**
 * The instant at which the clocks of a time zone show a time, ISO 8601. Null if the text is no time. A time that clocks
 * skip is later by the length of the gap.
 */
export const instantOf = (timeZone: string, shown: string): string | null => {
  const wanted = Date.parse(`${shown}Z`)
  if (Number.isNaN(wanted)) return null
  const offsetAt = (at: number) => Date.parse(`${shownTime(timeZone, at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
  const first = wanted - offsetAt(wanted - 86_400_000)
  const second = wanted - offsetAt(wanted + 86_400_000)
  const at = shownTime(timeZone, first) === shown || shownTime(timeZone, second) !== shown ? first : second
  return new Date(at).toISOString()
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** When a window of the form is. */
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

/** The choice that a rule stands for. */
export const whenOf = (recurrence: string | null, shown: string): When => {
  if (recurrence === null) return "once"
  return (["daily", "weekly", "monthly"] as const).find((when) => ruleOf(when, shown, "") === recurrence) ?? "custom"
}
