const LOCAL = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/u

/** Returns the offset of a time zone from UTC at a time, in milliseconds, positive if ahead; null: unknown zone. */
const offsetAt = (time: number, zone: string): number | null => {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    }).formatToParts(time)
    const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
    return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - time
  } catch {
    return null
  }
}

/**
 * A date with a clock time, as the clocks of a time zone show it, in milliseconds since 1970; null for anything else. A
 * text with an offset needs no zone. A time that the clocks skip is that much later (RFC 5545 section 3.3.5).
 */
export const localTime = (text: string, zone: string): number | null => {
  const [, year, month, day, hour, minute, second = "0", offset] = LOCAL.exec(text.trim()) ?? []
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined)
    return null
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  if (new Date(shown).getUTCDate() !== Number(day) || Number(hour) > 23 || Number(minute) > 59) return null
  if (offset !== undefined) {
    const time = Date.parse(`${new Date(shown).toISOString().slice(0, 19)}${offset}`)
    return Number.isFinite(time) ? time : null
  }
  const before = offsetAt(shown - 86_400_000, zone)
  const after = offsetAt(shown + 86_400_000, zone)
  if (before === null || after === null) return null
  const fits = [shown - before, shown - after].find((time) => time + (offsetAt(time, zone) ?? 0) === shown)
  return fits ?? shown - before
}

/**
 * The parts of a rule for a first occurrence at a local time that the clocks of a time zone skip: the rule names the
 * time of the others. Empty if the clocks show it. `time`: what {@link localTime} returned.
 */
export const skippedTimeParts = (text: string, zone: string, time: number): string => {
  const shown = localTime(text, "UTC")
  if (shown === null || time + (offsetAt(time, zone) ?? 0) === shown) return ""
  const wanted = new Date(shown)
  return `;BYHOUR=${wanted.getUTCHours()};BYMINUTE=${wanted.getUTCMinutes()}`
}
