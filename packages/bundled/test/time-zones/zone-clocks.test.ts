import { expect, it } from "vitest"
import { allTimeZones, firstPeriodOf, zoneClock } from "../../src/time-zones/index.ts"

const iso = (time: number): string => new Date(time).toISOString()

it("every zone's offset is the one that its clocks show, in winter and in summer", () => {
  for (const zone of allTimeZones()) {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
    for (const at of [Date.UTC(2027, 0, 15, 7, 8, 9), Date.UTC(2027, 6, 15, 7, 8, 9)])
      expect(iso(at + zoneClock(zone).periodAt(at).offset).slice(0, 19)).toBe(format.format(at).replace(" ", "T"))
  }
})

it("a period ends at the second of a change, also if that is at no whole quarter of an hour", () => {
  const changes: ReadonlyArray<readonly [zone: string, change: string, before: number, after: number]> = [
    ["Europe/Riga", "2021-03-28T01:00:00.000Z", 7_200, 10_800],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00.000Z", 37_800, 39_600],
    ["America/St_Johns", "2010-03-14T03:31:00.000Z", -12_600, -9_000],
    ["Africa/Monrovia", "1972-01-07T00:44:30.000Z", -2_670, 0]
  ]
  for (const [zone, change, before, after] of changes) {
    const at = Date.parse(change)
    const clock = zoneClock(zone)
    expect(clock.periodAt(at - 1)).toMatchObject({ end: at, offset: before * 1_000 })
    expect(clock.periodAt(at)).toMatchObject({ start: at, offset: after * 1_000 })
  }
})

it("both of two changes within 7 days are found", () => {
  // Summer time in north-eastern Brazil lasted from 8 to 15 October 2000 (tzdata 2025b).
  const clock = zoneClock("America/Recife")
  const offsets = ["2000-10-07", "2000-10-09", "2000-10-14", "2000-10-16"].map(
    (day) => clock.periodAt(Date.parse(day)).offset
  )
  expect(offsets).toEqual([-10_800_000, -7_200_000, -7_200_000, -10_800_000])
})

it("a skipped clock time is before the period after the gap, and a repeated one is in the first of two periods", () => {
  const clock = zoneClock("Europe/Riga")
  const gap = firstPeriodOf(clock, Date.UTC(2021, 2, 28, 3, 30))
  expect(iso(gap.start)).toBe("2021-03-28T01:00:00.000Z")
  const first = firstPeriodOf(clock, Date.UTC(2021, 9, 31, 3, 30))
  expect(iso(first.end)).toBe("2021-10-31T01:00:00.000Z")
})
