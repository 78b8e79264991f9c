import { durationParts, type DurationUnit } from "@mon/model"

const units: Readonly<Record<DurationUnit, string>> = { day: "d", hour: "h", minute: "min", second: "s" }

const textsOf = (seconds: number): ReadonlyArray<string> =>
  durationParts(seconds).map(([unit, count]) => `${count} ${units[unit]}`)

/** Formats a duration with its two largest units, such as "3 h 5 min". */
export const durationText = (seconds: number): string => textsOf(seconds).join(" ")

/** Formats the time since a moment with its largest unit. The moment is an ISO 8601 text, or Unix time in seconds. */
export const agoText = (moment: string | number, now: number): string => {
  const at = typeof moment === "number" ? moment * 1_000 : Date.parse(moment)
  return `${textsOf((now - at) / 1_000)[0]} ago`
}
