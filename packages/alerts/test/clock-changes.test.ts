import { describe, expect, it } from "vitest"
import { checkSchedule, nextOccurrences, occurrencesBetween, type WindowSchedule } from "@mon/alerts/maintenance"
import { quietUntil } from "../src/index.ts"
import { clockChangeRows, instantsShowing } from "./clockChangeRows.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const at = (text: string): number => Date.parse(text)
const iso = (time: number): string => new Date(time).toISOString()
/** Returns a local time some days or minutes later, calculated as if it were UTC. */
const later = (local: string, time: number): string => iso(at(`${local}Z`) + time).slice(0, 16)
/** Returns the moment of a local time that clocks show exactly once. */
const only = (zone: string, local: string): number => {
  const instants = instantsShowing(zone, local)
  expect(instants, `${local} ${zone}`).toHaveLength(1)
  return instants[0] ?? Number.NaN
}
const clockOf = (local: string): string => local.slice(11)
const clockParts = (local: string): string =>
  `BYHOUR=${Number(local.slice(11, 13))};BYMINUTE=${Number(local.slice(14))}`
const weekdayOf = (local: string): number => new Date(`${local}Z`).getUTCDay() || 7
const dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

const startsOf = (schedule: WindowSchedule, count: number): ReadonlyArray<string> => {
  expect(checkSchedule(schedule)._tag).toBe("Valid")
  return nextOccurrences(schedule, schedule.startsAt - DAY, count).map(({ startsAt }) => iso(startsAt))
}

const startOn = (schedule: WindowSchedule, near: number): ReadonlyArray<string> =>
  occurrencesBetween(schedule, near - 6 * HOUR, near + 6 * HOUR).map(({ startsAt }) => iso(startsAt))

describe.each(clockChangeRows)("clocks of $zone", ({ first, reads, second, skipped, twice, zone }) => {
  const window = (startsAt: string, recurrence: string): WindowSchedule => ({
    startsAt: at(startsAt),
    minutes: 10,
    timeZone: zone,
    recurrence
  })

  it("skip and repeat the times of the table", () => {
    expect(instantsShowing(zone, skipped)).toEqual([])
    expect(instantsShowing(zone, twice)).toEqual([at(first), at(second)])
    // A clock that does not change would show the skipped time at this moment.
    const dayBefore = only(zone, later(skipped, -DAY))
    expect(dayBefore + DAY).toBe(at(reads))
  })

  it("begin a window once later if its first time is skipped, and then at its own time", () => {
    // Apia skipped a whole day, so the time that its clocks show instead has the same hour and minute.
    if (zone === "Pacific/Apia") return
    const weekly = `FREQ=WEEKLY;BYDAY=${dayNames[weekdayOf(skipped) - 1]};${clockParts(skipped)}`
    const expected = [at(reads), only(zone, later(skipped, 7 * DAY)), only(zone, later(skipped, 14 * DAY))].map(iso)
    expect(startsOf(window(reads, weekly), 3)).toEqual(expected)
    const daily = `FREQ=DAILY;COUNT=2;${clockParts(skipped)}`
    expect(startsOf(window(reads, daily), 3)).toEqual([at(reads), only(zone, later(skipped, DAY))].map(iso))
    const monthly = `FREQ=MONTHLY;${clockParts(skipped)}`
    expect(startsOf(window(reads, monthly), 1)).toEqual([iso(at(reads))])
  })

  it("begin a window at the time that they show if its rule names no other", () => {
    const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
      .format(at(reads))
      .replace(" ", "T")
    const expected = [at(reads), only(zone, later(shown, DAY))].map(iso)
    expect(startsOf(window(reads, "FREQ=DAILY"), 2)).toEqual(expected)
    expect(startsOf(window(reads, `FREQ=DAILY;${clockParts(shown)}`), 2)).toEqual(expected)
  })

  it("begin a window that recurs later if its time is skipped, and the first time if it is shown twice", () => {
    const before = (local: string) => iso(only(zone, later(local, -10 * DAY)))
    expect(startOn(window(before(skipped), "FREQ=DAILY"), at(reads))).toContain(iso(at(reads)))
    expect(startOn(window(before(twice), "FREQ=DAILY"), at(first))).toEqual([iso(at(first))])
  })

  it.each([
    ["first", first],
    ["second", second]
  ])("begin a window at the %s of two equal times if it starts there, and then at its own time", (_, start) => {
    const expected = [at(start), only(zone, later(twice, DAY))].map(iso)
    expect(startsOf(window(start, "FREQ=DAILY"), 2)).toEqual(expected)
    expect(startsOf(window(start, `FREQ=DAILY;${clockParts(twice)}`), 2)).toEqual(expected)
  })

  const quiet = (from: string, to: string) => ({
    start: clockOf(from),
    end: clockOf(to),
    days: [1, 2, 3, 4, 5, 6, 7],
    timeZone: zone
  })

  it("begin and end quiet hours later if their time is skipped", () => {
    const ends = later(skipped, 5 * HOUR)
    const begins = later(skipped, -5 * HOUR)
    // Every time of the day that Apia skipped is read as the same time a day later.
    const dayAfter = zone === "Pacific/Apia" ? DAY : 0
    const end = only(zone, later(ends, dayAfter))
    expect(quietUntil(quiet(skipped, ends), at(reads))).toBe(end)
    if (zone !== "Pacific/Apia") expect(quietUntil(quiet(skipped, ends), at(reads) - MINUTE)).toBeNull()
    expect(quietUntil(quiet(begins, skipped), at(reads) - MINUTE)).toBe(at(reads))
    expect(quietUntil(quiet(begins, skipped), at(reads))).toBeNull()
  })

  it("begin and end quiet hours at the first of two equal times", () => {
    const ends = later(twice, 5 * HOUR)
    const begins = later(twice, -5 * HOUR)
    expect(quietUntil(quiet(twice, ends), at(first))).toBe(only(zone, ends))
    expect(quietUntil(quiet(twice, ends), at(first) - MINUTE)).toBeNull()
    expect(quietUntil(quiet(begins, twice), at(first) - MINUTE)).toBe(at(first))
    expect(quietUntil(quiet(begins, twice), at(first))).toBeNull()
    expect(quietUntil(quiet(begins, twice), at(second) - MINUTE)).toBeNull()
  })
})
