const LOCAL = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/u

/**
 * Returns the offset of a time zone from UTC at a given time, in milliseconds. The offset is positive if the zone is
 * ahead of UTC. Returns null for an unknown zone.
 */
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
 * Converts a date and a local time in a time zone to milliseconds since 1970. Returns null for any other text. If the
 * text contains an offset, the zone is not used. A time that the clocks skip becomes later by the length of the gap
 * (RFC 5545 section 3.3.5).
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
 * Returns the parts of a recurrence rule that set the clock time of later occurrences if the clocks of the time zone
 * skip the local time of the first occurrence. Empty if the clocks do not skip this time. `time` is the result of
 * {@link localTime}.
 */
export const skippedTimeParts = (text: string, zone: string, time: number): string => {
  const shown = localTime(text, "UTC")
  if (shown === null || time + (offsetAt(time, zone) ?? 0) === shown) return ""
  const wanted = new Date(shown)
  return `;BYHOUR=${wanted.getUTCHours()};BYMINUTE=${wanted.getUTCMinutes()}`
}
