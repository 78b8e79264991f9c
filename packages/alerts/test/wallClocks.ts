// A model for tests, independent of the implementation: it reads wall clocks minute by minute to find the minutes that
// a window covers.
import { isInMaintenance, maintenanceMinutes, occurrencesBetween, type WindowSchedule } from "@mon/alerts/maintenance"

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** The number of days before and after a clock change that are read. */
const MARGIN = 3

/** Zones on all continents that change their clocks, at different hours, by an hour or by half an hour. */
const zones = `Europe/Berlin Australia/Lord_Howe America/St_Johns Pacific/Chatham Africa/Cairo America/New_York
  Europe/London Europe/Lisbon Europe/Athens Europe/Kyiv Europe/Chisinau Europe/Dublin Europe/Madrid Europe/Rome
  Europe/Paris Europe/Stockholm Europe/Warsaw Europe/Helsinki Atlantic/Azores Atlantic/Canary America/Chicago
  America/Denver America/Los_Angeles America/Anchorage America/Adak America/Halifax America/Nuuk America/Havana
  America/Miquelon America/Santiago America/Toronto America/Winnipeg America/Tijuana Pacific/Easter Pacific/Norfolk
  Pacific/Auckland Australia/Sydney Australia/Adelaide Asia/Jerusalem Asia/Beirut`
  .split(/\s+/u)
  .filter((zone) => zone !== "")

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** The times that a wall clock showed in each minute of a range, in minutes since 1970 as if the clock showed UTC. */
interface Clock {
  readonly from: number
  readonly shown: ReadonlyArray<number>
}

const readClock = (zone: string, from: number, to: number): Clock => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const shown: Array<number> = []
  for (let at = from; at < to; at += MINUTE) shown.push(Date.parse(`${format.format(at).replace(" ", "T")}Z`) / MINUTE)
  return { from, shown }
}

/** Returns the ranges around the two clock changes of 2026. */
const changesOf = (zone: string): ReadonlyArray<Clock> => {
  const offset = (at: number) => readClock(zone, at, at + MINUTE).shown[0]! - at / MINUTE
  const clocks: Array<Clock> = []
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += DAY)
    if (offset(day) !== offset(day + DAY)) clocks.push(readClock(zone, day - MARGIN * DAY, day + (1 + MARGIN) * DAY))
  return clocks
}

/** Returns a repeatable sequence of numbers from 0 to less than 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Case {
  readonly schedule: WindowSchedule
  /** Returns whether the window begins on a day that a clock shows. */
  readonly beginsOn: (day: Date) => boolean
  readonly minuteOfDay: number
}

/** Makes a window with a random rule, length and clock time that began weeks before the clock change. */
const randomCase = (random: () => number, zone: string, clock: Clock): Case => {
  const pick = (below: number) => Math.floor(random() * below)
  const first = Math.floor(clock.shown[0]! / 1_440) - 30 - pick(10)
  const minuteOfDay = random() < 0.7 ? pick(240) : pick(1_440)
  const interval = 1 + pick(3)
  const days = weekdays.filter(() => random() < 0.4)
  const monthDay = 1 + pick(31)
  const rules: ReadonlyArray<{ readonly rule: string; readonly beginsOn: Case["beginsOn"] }> = [
    {
      rule: `FREQ=DAILY;INTERVAL=${interval}`,
      beginsOn: (day) => (day.getTime() / DAY - first) % interval === 0
    },
    {
      rule: `FREQ=WEEKLY${days.length > 0 ? `;BYDAY=${days.join(",")}` : ""}`,
      beginsOn: (day) =>
        days.length > 0
          ? days.includes(weekdays[day.getUTCDay()]!)
          : day.getUTCDay() === new Date(first * DAY).getUTCDay()
    },
    { rule: `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`, beginsOn: (day) => day.getUTCDate() === monthDay },
    {
      rule: "FREQ=MONTHLY;BYDAY=-1SU",
      beginsOn: (day) => day.getUTCDay() === 0 && new Date(day.getTime() + 7 * DAY).getUTCMonth() !== day.getUTCMonth()
    },
    {
      rule: "FREQ=MONTHLY;BYDAY=1SU,2SU",
      beginsOn: (day) => day.getUTCDay() === 0 && day.getUTCDate() <= 14
    }
  ]
  const { beginsOn, rule } = rules[pick(rules.length)]!
  const startShown = first * 1_440 + minuteOfDay
  // Weeks before the change, the clocks have the same offset as at the beginning of the range.
  const startsAt = clock.from + (startShown - clock.shown[0]!) * MINUTE
  return {
    schedule: { startsAt, minutes: 1 + pick(random() < 0.8 ? 300 : 2_000), timeZone: zone, recurrence: rule },
    beginsOn,
    minuteOfDay
  }
}

/** Returns, for each minute of the clock, whether the window covers the minute. */
const coveredByClock = ({ from, shown }: Clock, { beginsOn, minuteOfDay, schedule }: Case): Uint8Array => {
  const covered = new Uint8Array(shown.length)
  const begun = new Set<number>()
  for (let index = 1; index < shown.length; index++) {
    const now = shown[index]!
    const before = shown[index - 1]!
    // A time of day is reached in the first minute that shows the time or skips it.
    for (const day of new Set([Math.floor(before / 1_440), Math.floor(now / 1_440)])) {
      const wanted = day * 1_440 + minuteOfDay
      if (begun.has(day) || now < wanted || before >= wanted || !beginsOn(new Date(day * DAY))) continue
      begun.add(day)
      const start = now === wanted ? index : index - 1 + (wanted - before)
      covered.fill(1, start, start + schedule.minutes)
    }
  }
  // A window that began before the range may reach into it.
  const days = Math.ceil(schedule.minutes / 1_440) + 1
  for (let day = Math.floor(shown[0]! / 1_440) - days; day <= Math.floor(shown[0]! / 1_440); day++) {
    const start = day * 1_440 + minuteOfDay - shown[0]!
    if (start <= 0 && from + start * MINUTE >= schedule.startsAt && beginsOn(new Date(day * DAY)))
      covered.fill(1, 0, Math.max(0, start + schedule.minutes))
  }
  return covered
}

const wrongMinutes = (clock: Clock, one: Case): number => {
  const { from, shown } = clock
  const to = from + shown.length * MINUTE
  const expected = coveredByClock(clock, one)
  const actual = new Uint8Array(shown.length)
  for (const { endsAt, startsAt } of occurrencesBetween(one.schedule, from, to))
    actual.fill(1, Math.max(0, (startsAt - from) / MINUTE), (endsAt - from) / MINUTE)
  let wrong = 0
  for (let index = 0; index < shown.length; index++) if (actual[index] !== expected[index]) wrong++
  const covered = expected.reduce((sum, minute) => sum + minute, 0)
  if (maintenanceMinutes([one.schedule], from, to) !== covered) wrong++
  const probe = Math.floor(shown.length / 2)
  if (isInMaintenance([one.schedule], from + probe * MINUTE) !== (expected[probe] === 1)) wrong++
  return wrong
}

/** Compares random windows with wall clocks. The windows take turns with the first zones and their clock changes. */
export const compareWithWallClocks = (size: {
  readonly windows: number
  readonly zones: number
  readonly seed: number
}) => {
  const random = randomFrom(size.seed)
  const clocks = zones
    .slice(0, size.zones)
    .map((zone) => ({ zone, changes: changesOf(zone) }))
    .filter(({ changes }) => changes.length === 2)
  let wrong = 0
  for (let index = 0; index < size.windows; index++) {
    const { changes, zone } = clocks[index % clocks.length]!
    const clock = changes[Math.floor(index / clocks.length) % changes.length]!
    wrong += wrongMinutes(clock, randomCase(random, zone, clock))
  }
  return { windows: size.windows, zones: clocks.length, wrongMinutes: wrong }
}
