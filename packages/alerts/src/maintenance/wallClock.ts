const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** The maximum number of cached formats. One time zone name can be spelled in many ways. */
const MOST_FORMATS = 500

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  if (formats.size < MOST_FORMATS) formats.set(timeZone, format)
  return format
}

/** Returns whether a text is the name of a time zone. Offsets such as `+01:00` are not names. */
export const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/u.test(name) && formatOf(name) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/**
 * Returns the clock time in a time zone at a moment, in milliseconds as if the clocks showed UTC, without fractions of
 * a second.
 */
export const wallTimeOf = (timeZone: string, instant: number): number => {
  const shown = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)])
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
}

const offsets = new Map<string, number>()
/** The maximum number of cached offsets, which is enough for 40 time zones and a year. */
const MOST_OFFSETS = 15_000

/** Returns the offset of a time zone at the beginning of a UTC day. */
const offsetOfDay = (timeZone: string, day: number): number => {
  const key = `${day} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  const offset = wallTimeOf(timeZone, day * DAY_MS) - day * DAY_MS
  offsets.set(key, offset)
  return offset
}

/**
 * Returns the moment of a clock time in a time zone (RFC 5545 section 3.3.5). If clocks show the time twice, it is the
 * first moment. If they skip the time, the offset before the change counts, so that the moment is later by the length
 * of the gap.
 */
export const instantOf = (timeZone: string, wallTime: number): number => {
  const day = Math.floor(wallTime / DAY_MS)
  const before = offsetOfDay(timeZone, day - 1)
  const after = offsetOfDay(timeZone, day + 2)
  const first = wallTime - before
  if (before === after || wallTimeOf(timeZone, first) === wallTime) return first
  const second = wallTime - after
  return wallTimeOf(timeZone, second) === wallTime ? second : first
}

/**
 * Returns the clock time that clocks skip and that is interpreted as a given moment, as if the clocks showed UTC. Null
 * if there is none.
 */
export const skippedTimeOf = (timeZone: string, instant: number): number | null => {
  const skipped = instant + offsetOfDay(timeZone, Math.floor(instant / DAY_MS) - 1)
  return skipped !== wallTimeOf(timeZone, instant) && instantOf(timeZone, skipped) === instant ? skipped : null
}
