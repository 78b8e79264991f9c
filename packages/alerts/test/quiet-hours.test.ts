import fc from "fast-check"
import { expect, test } from "vitest"
import { type QuietHours, quietUntil } from "../src/index.ts"

const berlin = (start: string, end: string, days = [1, 2, 3, 4, 5, 6, 7]): QuietHours => ({
  start,
  end,
  days,
  timeZone: "Europe/Berlin"
})
const until = (hours: QuietHours, at: string) => {
  const ends = quietUntil(hours, Date.parse(at))
  return ends === null ? null : new Date(ends).toISOString()
}

test("a night is quiet on the evening and on the morning after", () => {
  const night = berlin("22:00", "07:00", [5])
  expect(until(night, "2026-11-20T20:59:59Z")).toBeNull()
  expect(until(night, "2026-11-20T21:00:00Z")).toBe("2026-11-21T06:00:00.000Z")
  expect(until(night, "2026-11-21T05:59:59Z")).toBe("2026-11-21T06:00:00.000Z")
  expect(until(night, "2026-11-21T06:00:00Z")).toBeNull()
  expect(until(night, "2026-11-21T21:30:00Z")).toBeNull()
})

test("whole days that follow each other are one quiet time", () => {
  expect(until(berlin("00:00", "00:00", [6, 7]), "2026-11-21T12:00:00Z")).toBe("2026-11-22T23:00:00.000Z")
})

test("the clock changes within a quiet night", () => {
  expect(until(berlin("22:00", "07:00"), "2026-03-28T22:00:00Z")).toBe("2026-03-29T05:00:00.000Z")
  expect(until(berlin("22:00", "07:00"), "2026-10-24T22:00:00Z")).toBe("2026-10-25T06:00:00.000Z")
})

test("a local time that a clock change leaves out is read with the offset before", () => {
  expect(until(berlin("02:30", "05:00"), "2026-03-29T01:29:00Z")).toBeNull()
  expect(until(berlin("02:30", "05:00"), "2026-03-29T01:30:00Z")).toBe("2026-03-29T03:00:00.000Z")
})

test("a local time that occurs twice is the first one", () => {
  expect(until(berlin("22:00", "02:30"), "2026-10-25T00:29:00Z")).toBe("2026-10-25T00:30:00.000Z")
  expect(until(berlin("22:00", "02:30"), "2026-10-25T00:31:00Z")).toBeNull()
})

test("quiet hours that never end are refused", () => {
  expect(() => quietUntil(berlin("00:00", "00:00"), 0)).toThrow("do not cover the whole week")
})

test("a zone that does not exist is UTC", () => {
  expect(until({ ...berlin("22:00", "23:00"), timeZone: "Mars/Base" }, "2026-11-21T22:30:00Z")).toBe(
    "2026-11-21T23:00:00.000Z"
  )
})

/** Reads the wall clock minute by minute. Away from clock changes, the result must agree with the implementation. */
const isQuietOnTheWall = ({ days, end, start, timeZone }: QuietHours, at: number): boolean => {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" })
    .formatToParts(at)
    .reduce<Record<string, string>>((all, { type, value }) => ({ ...all, [type]: value }), {})
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] ?? "") + 1
  const clock = `${parts["hour"]}:${parts["minute"]}`
  const dayBefore = day === 1 ? 7 : day - 1
  if (start < end) return days.includes(day) && clock >= start && clock < end
  return (days.includes(day) && clock >= start) || (days.includes(dayBefore) && clock < end)
}

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"]
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"))
const hours: fc.Arbitrary<QuietHours> = fc
  .record({
    start: clock,
    end: clock,
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    timeZone: fc.constantFrom(...ZONES)
  })
  .filter(({ days, end, start }) => !(start === end && days.length === 7))

test("they are what a clock on the wall shows, and their end is the first moment that is not quiet", () => {
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 20 * 1_440 }), (quiet, minute) => {
      // No zone in this test changes its clocks in December.
      const at = Date.parse("2026-12-01T00:00:00Z") + minute * 60_000
      const ends = quietUntil(quiet, at)
      expect(ends !== null).toBe(isQuietOnTheWall(quiet, at))
      if (ends === null) return
      expect(isQuietOnTheWall(quiet, ends)).toBe(false)
      expect(isQuietOnTheWall(quiet, ends - 60_000)).toBe(true)
      expect(quietUntil(quiet, ends)).toBeNull()
    }),
    { numRuns: 500 }
  )
})
