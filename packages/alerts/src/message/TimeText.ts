const formats = new Map<string, Intl.DateTimeFormat>()
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const MAX_FORMATS = 500

const makeFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset"
  })

const formatFor = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat
  try {
    made = makeFormat(timeZone)
  } catch {
    made = makeFormat("UTC")
  }
  if (formats.size < MAX_FORMATS) formats.set(timeZone, made)
  return made
}

interface Parts {
  readonly weekday: string
  readonly date: string
  readonly year: string
  readonly clock: string
  readonly zone: string
}

const partsOf = (iso: string, timeZone: string): Parts | null => {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return null
  const found = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value])
  )
  return {
    weekday: found["weekday"] ?? "",
    date: `${found["day"]} ${MONTHS[Number(found["month"]) - 1]}`,
    year: found["year"] ?? "",
    clock: `${found["hour"]}:${found["minute"]}:${found["second"]}`,
    zone: (found["timeZoneName"] ?? "").replace("GMT", "UTC").replace("+00:00", "")
  }
}

const UNKNOWN = "unknown"

/** Seconds from one time to another, not below 0; null when one of them is no time. */
export const secondsBetween = (from: string, to: string): number | null => {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

/**
 * A moment in a zone, with its distance from UTC.
 *
 * @example
 * timeText("2026-11-21T13:05:09.000Z", "Europe/Berlin") // => "Sat 21 Nov 2026, 14:05:09 (UTC+01:00)"
 * timeText("2026-11-21T13:05:09.000Z", "Mars/Base") // => "Sat 21 Nov 2026, 13:05:09 (UTC)"
 */
export const timeText = (iso: string, timeZone: string): string => {
  const parts = partsOf(iso, timeZone)
  return parts === null ? UNKNOWN : `${parts.weekday} ${parts.date} ${parts.year}, ${parts.clock} (${parts.zone})`
}

/** The time of day alone. */
export const clockText = (iso: string, timeZone: string): string => partsOf(iso, timeZone)?.clock ?? UNKNOWN

/**
 * The day alone.
 *
 * @example
 * dayText("2026-11-21T23:30:00.000Z", "Asia/Tokyo") // => "Sun 22 Nov 2026"
 */
export const dayText = (iso: string, timeZone: string): string => {
  const parts = partsOf(iso, timeZone)
  return parts === null ? UNKNOWN : `${parts.weekday} ${parts.date} ${parts.year}`
}

/** The last day of a period that ends before a time. */
export const lastDayText = (to: string, timeZone: string): string => {
  const moment = Date.parse(to) - 1
  return Number.isNaN(new Date(moment).getTime()) ? UNKNOWN : dayText(new Date(moment).toISOString(), timeZone)
}

const UNITS = [
  ["day", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1]
] as const

/**
 * A duration in its two largest units.
 *
 * @example
 * durationText(4_365) // => "1 h 12 min"
 * durationText(180_000) // => "2 days 2 h"
 * durationText(59.4) // => "59 s"
 */
export const durationText = (seconds: number): string => {
  let left = Math.max(0, Math.round(seconds))
  const parts: Array<string> = []
  for (const [unit, size] of UNITS) {
    const number = Math.floor(left / size)
    left -= number * size
    if (number > 0 || (parts.length > 0 && parts.length < 2))
      parts.push(`${number} ${unit}${unit === "day" && number !== 1 ? "s" : ""}`)
  }
  return (
    parts
      .slice(0, 2)
      .filter((part) => !part.startsWith("0 "))
      .join(" ") || "0 s"
  )
}

/** Days until something happens. */
export const inDays = (days: number): string => {
  if (days === 0) return "today"
  const number = Math.abs(days)
  const text = `${number} ${number === 1 ? "day" : "days"}`
  return days > 0 ? `in ${text}` : `${text} ago`
}

/** A share in percent, never rounded up to a hundred. */
export const percentText = (percent: number): string => `${(Math.floor(percent * 100) / 100).toLocaleString("en-US")} %`
