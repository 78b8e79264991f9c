interface Offset {
  readonly minutes: number
  readonly name: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
/**
 * A search step that is shorter than the time between any two clock changes. The shortest time between two clock
 * changes is five weeks, in Morocco around Ramadan.
 */
const STEP_MS = 28 * DAY_MS

/** The maximum number of cached clocks. The tz database has about 600 names. */
const MOST_CLOCKS = 600

/** The cached clocks. Creating a clock takes longer than reading it many times. */
const clocks = new Map<string, (atMs: number) => Offset>()

const offsetsOf = (timeZone: string): ((atMs: number) => Offset) => {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const made = makeOffsets(timeZone)
  if (clocks.size === MOST_CLOCKS) clocks.clear()
  clocks.set(timeZone, made)
  return made
}

export const isKnownZone = (timeZone: string): boolean => {
  try {
    offsetsOf(timeZone)
    return true
  } catch {
    return false
  }
}

const makeOffsets = (timeZone: string) => {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short"
  })
  return (atMs: number): Offset => {
    const parts = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
    const local = Date.UTC(
      number("year"),
      number("month") - 1,
      number("day"),
      number("hour"),
      number("minute"),
      number("second")
    )
    return { minutes: Math.round((local - atMs) / MINUTE_MS), name: parts.get("timeZoneName") ?? timeZone }
  }
}

/** Returns the local time at an offset, without a zone (RFC 5545 section 3.3.5, form 1). */
const clockValue = (atMs: number, minutes: number): string =>
  new Date(atMs + minutes * MINUTE_MS).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")

export const localValue = (at: string, timeZone: string): string => {
  const atMs = Date.parse(at)
  return clockValue(atMs, offsetsOf(timeZone)(atMs).minutes)
}

/**
 * Returns the last instant at which the clocks of a zone show a local time. `clockMs` is this local time in
 * milliseconds, as if it were UTC.
 */
export const lastInstantOf = (clockMs: number, timeZone: string): number => {
  const offset = (atMs: number) => offsetsOf(timeZone)(atMs).minutes * MINUTE_MS
  const last = clockMs - offset(clockMs + DAY_MS)
  return clockMs - last === offset(last) ? last : clockMs - offset(clockMs - DAY_MS)
}

/**
 * Returns the local time that the clocks of a zone skip and that is interpreted as the given instant. Null if there is
 * none.
 */
export const skippedValue = (at: string, timeZone: string): string | null => {
  const atMs = Date.parse(at)
  const { minutes } = offsetsOf(timeZone)(atMs - DAY_MS)
  const value = clockValue(atMs, minutes)
  const isRead = value !== localValue(at, timeZone) && lastInstantOf(atMs + minutes * MINUTE_MS, timeZone) === atMs
  return isRead ? value : null
}

const two = (part: number): string => String(part).padStart(2, "0")

const offsetValue = (minutes: number): string => {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${two(size % 60)}`
}

const observance = (kind: "DAYLIGHT" | "STANDARD", start: string, from: Offset, to: Offset): ReadonlyArray<string> => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${offsetValue(from.minutes)}`,
  `TZOFFSETTO:${offsetValue(to.minutes)}`,
  `TZNAME:${to.name}`,
  `END:${kind}`
]

/** Returns the minute, between two given times, at which the clocks change. */
const changeBetween = (offsetAt: (atMs: number) => Offset, fromMs: number, untilMs: number): number => {
  const before = offsetAt(fromMs).minutes
  let [low, high] = [fromMs, untilMs]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle).minutes === before) low = middle
    else high = middle
  }
  return high
}

/**
 * Returns the VTIMEZONE of a zone (RFC 5545 section 3.6.5) with each clock change between two times. Calendar programs
 * that know the name of the zone use their own rules. In all other programs, the times are correct for this period.
 */
export const timeZoneLines = (timeZone: string, fromMs: number, untilMs: number): ReadonlyArray<string> => {
  const offsetAt = offsetsOf(timeZone)
  const startMs = Math.floor(fromMs / DAY_MS) * DAY_MS
  const first = offsetAt(startMs)
  const changes: Array<ReadonlyArray<string>> = []
  let from = first
  for (let stepMs = startMs; stepMs < untilMs; stepMs += STEP_MS) {
    const to = offsetAt(stepMs + STEP_MS)
    if (to.minutes !== from.minutes) {
      const changeMs = changeBetween(offsetAt, stepMs, stepMs + STEP_MS)
      const kind = to.minutes > from.minutes ? "DAYLIGHT" : "STANDARD"
      changes.push(observance(kind, clockValue(changeMs, from.minutes), from, to))
    }
    from = to
  }
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    ...observance("STANDARD", clockValue(startMs, first.minutes), first, first),
    ...changes.flat(),
    "END:VTIMEZONE"
  ]
}
