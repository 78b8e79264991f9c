import { SEED } from "@mon/tooling/seed"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nextTime, nextTimes, parseCron, parseOnCalendar, type Schedule } from "../../src/index.ts"
import { scheduleOf } from "./parsed.ts"
import { calendarExpressions, cronExpressions, type Meaning, type ShownTime, timeOf } from "./randomExpressions.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A clock at regular moments: the clock time at each moment, and the clock times that were skipped just before it. */
interface ShownClock {
  readonly zone: string
  readonly step: number
  readonly moments: ReadonlyArray<{
    readonly at: number
    readonly shown: number
    readonly isRepeated: boolean
    readonly skipped: ReadonlyArray<ShownTime>
    readonly time: ShownTime
  }>
}

/** Reads the clock of a zone at every step of a period. The period begins on a day without a change. */
const readClock = (zone: string, from: string, length: number, step: number): ShownClock => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
  const start = Date.parse(from)
  const moments: Array<ShownClock["moments"][number]> = []
  let latest = Number.NEGATIVE_INFINITY
  for (let at = start; at < start + length; at += step) {
    const shown = Date.parse(`${format.format(at).replace(" ", "T")}Z`)
    const skipped: Array<ShownTime> = []
    if (latest !== Number.NEGATIVE_INFINITY)
      for (let missed = latest + step; missed < shown; missed += step) skipped.push(timeOf(missed))
    moments.push({ at, shown, isRepeated: shown <= latest, skipped, time: timeOf(shown) })
    latest = Math.max(latest, shown)
  }
  return { zone, step, moments }
}

const windows: ReadonlyArray<readonly [zone: string, from: string, hourOfChange: number]> = [
  ["Europe/Riga", "2021-03-26T22:00Z", 27],
  ["Europe/Riga", "2021-10-29T21:00Z", 28],
  ["America/New_York", "2027-03-13T05:00Z", 26],
  ["America/New_York", "2027-11-06T04:00Z", 26],
  ["Australia/Lord_Howe", "2026-04-03T13:00Z", 26],
  ["Australia/Lord_Howe", "2026-10-02T13:30Z", 26],
  ["America/Havana", "2026-03-07T05:00Z", 24],
  ["America/Havana", "2026-10-31T04:00Z", 25],
  ["Antarctica/Troll", "2026-03-28T00:00Z", 25],
  ["Antarctica/Troll", "2026-10-24T00:00Z", 25],
  ["Pacific/Apia", "2011-12-29T10:00Z", 24],
  ["Asia/Kolkata", "2026-11-28T18:30Z", 24]
]

const inMinutes = windows.map(([zone, from]) => readClock(zone, from, 3 * DAY, MINUTE))
const inSeconds = windows
  .slice(0, 6)
  .map(([zone, from, hour]) =>
    readClock(zone, new Date(Date.parse(from) + (hour - 2) * HOUR).toISOString(), 4 * HOUR, 1_000)
  )

type Rule = "once" | "real" | "skip"

/** Returns the moments that match an expression, found by reading the clock at each moment. */
const expected = ({ moments }: ShownClock, { matches }: Meaning, rule: Rule): ReadonlyArray<number> =>
  moments
    .filter(
      ({ isRepeated, skipped, time }) =>
        (matches(time) && (rule === "real" || !isRepeated)) || (rule === "once" && skipped.some(matches))
    )
    .map(({ at }) => at)

/** Returns the times of a schedule within the moments of a clock, found by one search after the other. */
const found = (schedule: Schedule, { moments }: ShownClock): ReadonlyArray<number> => {
  const times: Array<number> = []
  const last = moments.at(-1)?.at ?? 0
  for (let time = nextTime(schedule, (moments[0]?.at ?? 0) - 1); time !== null && time <= last;) {
    times.push(time)
    time = nextTime(schedule, time)
  }
  return times
}

const zonesOf = (clocks: ReadonlyArray<ShownClock>) => fc.constantFrom(...clocks)

describe("the times of a random schedule around a change of clocks are those that a clock shows minute by minute", () => {
  it("for cron", () => {
    fc.assert(
      fc.property(zonesOf(inMinutes), cronExpressions(false), (clock, cron) => {
        const parsed = parseCron(cron.text, clock.zone)
        fc.pre(parsed._tag === "Schedule")
        expect(found(scheduleOf(parsed), clock)).toEqual(expected(clock, cron, cron.runsOnce ? "once" : "real"))
      }),
      { numRuns: 300, seed: SEED }
    )
  })

  it("for OnCalendar", () => {
    fc.assert(
      fc.property(zonesOf(inMinutes), calendarExpressions(false), (clock, calendar) => {
        const schedule = scheduleOf(parseOnCalendar(calendar.text, clock.zone))
        expect(found(schedule, clock)).toEqual(expected(clock, calendar, "skip"))
      }),
      { numRuns: 300, seed: SEED }
    )
  })
})

describe("the times of a random schedule with seconds are those that a clock shows second by second", () => {
  it("for cron", () => {
    fc.assert(
      fc.property(zonesOf(inSeconds), cronExpressions(true), (clock, cron) => {
        const parsed = parseCron(cron.text, clock.zone)
        fc.pre(parsed._tag === "Schedule")
        expect(found(scheduleOf(parsed), clock)).toEqual(expected(clock, cron, "real"))
      }),
      { numRuns: 60, seed: SEED }
    )
  })

  it("for OnCalendar", () => {
    fc.assert(
      fc.property(zonesOf(inSeconds), calendarExpressions(true), (clock, calendar) => {
        const schedule = scheduleOf(parseOnCalendar(calendar.text, clock.zone))
        expect(found(schedule, clock)).toEqual(expected(clock, calendar, "skip"))
      }),
      { numRuns: 60, seed: SEED }
    )
  })
})

it("the next time is the same from every moment before it, also in the repeated hour", () => {
  fc.assert(
    fc.property(zonesOf(inMinutes), cronExpressions(false), fc.nat(3 * DAY - 1), (clock, cron, offset) => {
      const parsed = parseCron(cron.text, clock.zone)
      fc.pre(parsed._tag === "Schedule")
      const after = (clock.moments[0]?.at ?? 0) + offset
      const next = expected(clock, cron, cron.runsOnce ? "once" : "real").find((time) => time > after)
      const got = nextTime(scheduleOf(parsed), after)
      expect(next === undefined ? got === null || got > (clock.moments.at(-1)?.at ?? 0) : got === next).toBe(true)
    }),
    { numRuns: 200, seed: SEED }
  )
})

it("a list has the same times as the next time after each of them, in ascending order", () => {
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Auckland")
  fc.assert(
    fc.property(zones, cronExpressions(false), fc.integer({ min: 0, max: 4e9 }), (zone, cron, seconds) => {
      const parsed = parseCron(cron.text, zone)
      fc.pre(parsed._tag === "Schedule")
      let before = seconds * 1_000
      for (const time of nextTimes(scheduleOf(parsed), before, 20)) {
        expect(time).toBeGreaterThan(before)
        expect(nextTime(scheduleOf(parsed), before)).toBe(time)
        before = time
      }
    }),
    { numRuns: 200, seed: SEED }
  )
})
