const DAY_MS = 86_400_000
/**
 * A time in which no zone changes its offset twice. The shortest time between two changes is 6.9 days (tzdata 2025b).
 */
const SAMPLE_MS = 6 * DAY_MS
/** The length of a block, the period for which offsets are determined at once. */
const BLOCK_MS = 2 * SAMPLE_MS
/** Almost all changes of an offset are at a whole quarter of an hour in UTC. */
const QUARTER_MS = 900_000
const SECOND_MS = 1_000
/**
 * An upper limit for the time by which the moment of a clock time can precede the same time in UTC. Offsets are at most
 * 14 hours.
 */
const EARLIEST_MS = 16 * 3_600_000
/** The maximum number of cached blocks of all zones together. One block takes about 200 bytes. */
const MOST_BLOCKS = 10_000

/** A period in which the offset of a zone from UTC does not change. The next period can have the same offset. */
export interface ZonePeriod {
  /** The first moment of the period, as Unix time in milliseconds. */
  readonly start: number
  /** The first moment after the period, as Unix time in milliseconds. */
  readonly end: number
  /** Clock time minus UTC, in milliseconds. */
  readonly offset: number
}

/** The clock of a time zone. */
export interface ZoneClock {
  /** Returns the period that contains a moment (Unix time in milliseconds). */
  readonly periodAt: (instant: number) => ZonePeriod
}

/**
 * A pattern for an offset in the format of ECMA-402, `timeZoneName: "longOffset"`: GMT+05:30, or only GMT. Old offsets
 * can have seconds.
 */
const SHOWN_OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/u

/** Returns a function that returns the offset of a zone at a moment. One call takes about a microsecond. */
const offsets = (timeZone: string): ((instant: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset", year: "numeric" })
  return (instant) => {
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = SHOWN_OFFSET.exec(format.format(instant)) ?? []
    const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * SECOND_MS
    return sign === "-" ? -length : length
  }
}

/**
 * Returns the first multiple of `step` after `start` at which the offset has changed. The offset at `end` must differ
 * from the offset at `start`.
 */
const firstChange = (offsetAt: (instant: number) => number, start: number, end: number, step: number): number => {
  const before = offsetAt(start)
  let low = start
  let high = end
  while (high - low > step) {
    const middle = low + Math.floor((high - low) / step / 2) * step
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * Returns the moment at which the offset changes between two moments. Both moments must be at a whole quarter of an
 * hour.
 */
const changeBetween = (offsetAt: (instant: number) => number, start: number, end: number): number => {
  const quarter = firstChange(offsetAt, start, end, QUARTER_MS)
  return offsetAt(quarter - SECOND_MS) === offsetAt(start)
    ? quarter
    : firstChange(offsetAt, quarter - QUARTER_MS, quarter, SECOND_MS)
}

const findPeriods = (offsetAt: (instant: number) => number, blockStart: number): ReadonlyArray<ZonePeriod> => {
  const periods: Array<ZonePeriod> = []
  let start = blockStart
  let offset = offsetAt(blockStart)
  for (let sample = blockStart; sample < blockStart + BLOCK_MS; sample += SAMPLE_MS) {
    const later = offsetAt(sample + SAMPLE_MS)
    if (later === offset) continue
    const change = changeBetween(offsetAt, sample, sample + SAMPLE_MS)
    if (change > start) periods.push({ start, end: change, offset })
    start = change
    offset = later
  }
  if (start < blockStart + BLOCK_MS) periods.push({ start, end: blockStart + BLOCK_MS, offset })
  return periods
}

type Blocks = Map<number, ReadonlyArray<ZonePeriod>>
const cached = new Map<string, { readonly clock: ZoneClock; readonly blocks: Blocks }>()
let blockCount = 0

const cachePeriods = (blocks: Blocks, block: number, periods: ReadonlyArray<ZonePeriod>): void => {
  if (blockCount >= MOST_BLOCKS) {
    for (const zone of cached.values()) zone.blocks.clear()
    blockCount = 0
  }
  blocks.set(block, periods)
  blockCount += 1
}

const makeClock = (timeZone: string, blocks: Blocks): ZoneClock => {
  const offsetAt = offsets(timeZone)
  let last: ZonePeriod = { start: 0, end: 0, offset: 0 }
  return {
    periodAt: (instant) => {
      if (instant >= last.start && instant < last.end) return last
      const block = Math.floor(instant / BLOCK_MS)
      let periods = blocks.get(block)
      if (periods === undefined) {
        periods = findPeriods(offsetAt, block * BLOCK_MS)
        cachePeriods(blocks, block, periods)
      }
      last = periods.find(({ end }) => instant < end) ?? last
      return last
    }
  }
}

const utc: ZoneClock = {
  periodAt: () => ({ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, offset: 0 })
}

/**
 * Returns the clock of a time zone. Caches its offsets.
 *
 * @param timeZone A name that `canonicalTimeZone` returned. This requirement limits the number of cached clocks.
 */
export const zoneClock = (timeZone: string): ZoneClock => {
  if (timeZone === "UTC") return utc
  const known = cached.get(timeZone)
  if (known !== undefined) return known.clock
  const blocks: Blocks = new Map()
  const clock = makeClock(timeZone, blocks)
  cached.set(timeZone, { clock, blocks })
  return clock
}

/**
 * Returns the period in which clocks first show a clock time. If the clocks skip this time, returns the period after
 * the gap. In this case, the moment `wallTime - offset` is before the start of the period.
 *
 * @param wallTime Clock time in milliseconds, as if the clocks showed UTC.
 */
export const firstPeriodOf = (clock: ZoneClock, wallTime: number): ZonePeriod => {
  let period = clock.periodAt(wallTime - EARLIEST_MS)
  while (wallTime - period.offset >= period.end) period = clock.periodAt(period.end)
  return period
}
