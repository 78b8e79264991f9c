import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { daysIn } from "../src/reports/reportPeriod.ts"
import { isTooLate, nextReportAt, reportDays } from "../src/reports/reportSchedule.ts"
import { dateIn } from "../src/reports/reportWeek.ts"

const at = (iso: string) => Date.parse(iso)
const next = (every: "week" | "month", zone: string, now: string) => nextReportAt(every, zone, at(now)).toISOString()

describe("the time of a scheduled report", () => {
  it("is Monday or the first day of a month at 8 o'clock in its time zone", () => {
    expect(next("week", "Europe/Berlin", "2026-11-24T02:00:00Z")).toBe("2026-11-30T07:00:00.000Z")
    expect(next("week", "Europe/Berlin", "2026-11-23T06:59:59.999Z")).toBe("2026-11-23T07:00:00.000Z")
    expect(next("week", "Europe/Berlin", "2026-11-23T07:00:00Z")).toBe("2026-11-30T07:00:00.000Z")
    expect(next("month", "UTC", "2026-11-24T02:00:00Z")).toBe("2026-12-01T08:00:00.000Z")
    expect(next("month", "Asia/Tokyo", "2026-12-31T23:00:00Z")).toBe("2027-01-31T23:00:00.000Z")
    expect(next("month", "America/Los_Angeles", "2027-01-01T07:00:00Z")).toBe("2027-01-01T16:00:00.000Z")
  })

  it.each([
    ["America/New_York", "2026-11-01T13:00:00.000Z"],
    ["America/St_Johns", "2026-11-01T11:30:00.000Z"],
    ["America/Havana", "2026-11-01T13:00:00.000Z"],
    ["America/Asuncion", "2023-10-01T11:00:00.000Z"],
    ["Asia/Amman", "2016-04-01T05:00:00.000Z"],
    ["Australia/Sydney", "2028-09-30T21:00:00.000Z"],
    ["Australia/Lord_Howe", "2028-09-30T21:00:00.000Z"]
  ])("is 8 o'clock also on the day on which clocks change: %s", (zone, due) => {
    expect(next("month", zone, new Date(at(due) - 12 * 3_600_000).toISOString())).toBe(due)
  })

  it("covers the seven days or the month before", () => {
    expect(reportDays("week", "Europe/Berlin", new Date("2026-11-30T07:00:00Z"))).toEqual({
      first: "2026-11-23",
      last: "2026-11-29"
    })
    expect(reportDays("month", "Europe/Berlin", new Date("2027-03-01T07:00:00Z"))).toEqual({
      first: "2027-02-01",
      last: "2027-02-28"
    })
  })

  it("ends after some days", () => {
    const due = new Date("2026-11-30T07:00:00Z")
    expect(isTooLate("week", due, new Date("2026-12-03T07:00:00Z"))).toBe(false)
    expect(isTooLate("week", due, new Date("2026-12-03T07:00:01Z"))).toBe(true)
    expect(isTooLate("month", due, new Date("2026-12-03T07:00:01Z"))).toBe(false)
  })

  it("is always later, and the periods of two reports follow each other without a gap", () => {
    const zones = fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Pacific/Apia",
      "Asia/Kathmandu",
      "No/Zone"
    )
    const moments = fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2032-01-01T00:00:00Z") })
    fc.assert(
      fc.property(fc.constantFrom("week" as const, "month" as const), zones, moments, (every, zone, now) => {
        const first = nextReportAt(every, zone, now)
        const second = nextReportAt(every, zone, first.getTime())
        expect(first.getTime()).toBeGreaterThan(now)
        const [one, other] = [reportDays(every, zone, first), reportDays(every, zone, second)]
        expect(daysIn({ first: one.last, last: other.first })).toBe(2)
        expect(dateIn(zone, first.getTime())).toBe(other.first)
        if (every === "week") expect(daysIn(one)).toBe(7)
      })
    )
  })
})
