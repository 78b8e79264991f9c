import { describe, expect, it } from "vitest"
import { nextTime, nextTimes, parseCron, scheduleLimits } from "../../src/index.ts"
import { cronTimes, scheduleOf } from "./parsed.ts"

/**
 * The expected times are from tests/test_cronsim.py of cronsim 2.7, in our own table. All times are UTC, and follow 1
 * January 2020.
 */
const cases: ReadonlyArray<readonly [name: string, expression: string, times: ReadonlyArray<string>]> = [
  ["a step on a star", "*/25 * * * *", ["01-01T00:25", "01-01T00:50", "01-01T01:00"]],
  ["a step on a range", "0-10/5 1 * * *", ["01-01T01:00", "01-01T01:05", "01-01T01:10", "01-02T01:00"]],
  ["a step from a value to the end of the field", "20/15 5 * * *", ["01-01T05:20", "01-01T05:35", "01-01T05:50"]],
  ["a step larger than the field", "7 */100 * * *", ["01-01T00:07", "01-02T00:07"]],
  ["a list of ranges", "1-2,8-9 6 * * *", ["01-01T06:01", "01-01T06:02", "01-01T06:08", "01-01T06:09"]],
  ["names of months in either case", "0 0 1 feb,DEC *", ["02-01T00:00", "12-01T00:00"]],
  ["names of weekdays in either case", "0 0 * * mon-Tue", ["01-06T00:00", "01-07T00:00", "01-13T00:00"]],
  ["0 as Sunday", "0 0 * * 0", ["01-05T00:00", "01-12T00:00"]],
  ["7 as Sunday", "0 0 * * 7", ["01-05T00:00", "01-12T00:00"]],
  ["Friday to Sunday as 5-7", "0 0 * * 5-7", ["01-03T00:00", "01-04T00:00", "01-05T00:00", "01-10T00:00"]],
  ["every third weekday from Sunday", "1 1 * * */3", ["01-01T01:01", "01-04T01:01", "01-05T01:01", "01-08T01:01"]],
  ["L as the last day of the month", "1 1 L * *", ["01-31T01:01", "02-29T01:01", "03-31T01:01"]],
  ["L in lower case and in a list", "1 1 l,15 * *", ["01-15T01:01", "01-31T01:01", "02-15T01:01"]],
  ["LW as the last day from Monday to Friday", "1 1 LW 5,8,9 *", ["05-29T01:01", "08-31T01:01", "09-30T01:01"]],
  ["L with a step, which is ignored", "1 1 L/2 * *", ["01-31T01:01", "02-29T01:01"]],
  ["5L as the last Friday", "1 1 * * 5L", ["01-31T01:01", "02-28T01:01", "03-27T01:01", "04-24T01:01"]],
  ["0L as the last Sunday", "1 1 * * 0L", ["01-26T01:01", "02-23T01:01"]],
  ["7L as the last Sunday", "1 1 * * 7L", ["01-26T01:01", "02-23T01:01"]],
  ["1#2 as the second Monday", "1 1 * * 1#2", ["01-13T01:01", "02-10T01:01"]],
  ["MON#5 only in months that have it", "1 1 * * mon#5", ["03-30T01:01", "06-29T01:01"]],
  [
    "values and rules in one list",
    "0 0 * * 1,3#1",
    ["01-06T00:00", "01-13T00:00", "01-20T00:00", "01-27T00:00", "02-03T00:00", "02-05T00:00"]
  ],
  ["either day field if neither begins with a star", "0 0 13 * 5", ["01-03T00:00", "01-10T00:00", "01-13T00:00"]],
  ["both day fields if the weekday begins with a star", "1 1 1-7 * */7", ["01-05T01:01", "02-02T01:01", "03-01T01:01"]],
  [
    "both day fields if the day of month begins with a star",
    "1 1 */100,1-7 * MON",
    ["01-06T01:01", "02-03T01:01", "03-02T01:01"]
  ],
  ["both day fields for */2", "0 0 */2 * FRI", ["01-03T00:00", "01-17T00:00", "01-31T00:00", "02-07T00:00"]],
  ["the second as the first of six fields", "*/20 * * * * *", ["01-01T00:00:20", "01-01T00:00:40", "01-01T00:01:00"]],
  ["spaces and tabs between and around fields", "  0\t0  1 * *  ", ["02-01T00:00", "03-01T00:00"]]
]

const macros: ReadonlyArray<readonly [string, string]> = [
  ["@hourly", "0 * * * *"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@weekly", "0 0 * * 0"],
  ["@monthly", "0 0 1 * *"],
  ["@yearly", "0 0 1 1 *"],
  ["@ANNUALLY", "0 0 1 1 *"]
]

describe("a cron expression", () => {
  it.each(cases)("takes %s: %s", (_name, expression, times) => {
    const found = cronTimes(expression, "UTC", "2020-01-01T00:00Z", times.length)
    expect(found).toEqual(times.map((time) => `2020-${time.length === 11 ? `${time}:00` : time}Z`))
  })

  it.each(macros)("takes the macro %s for %s", (macro, expression) => {
    const after = "2020-01-01T00:00Z"
    expect(cronTimes(macro, "Europe/Riga", after, 5)).toEqual(cronTimes(expression, "Europe/Riga", after, 5))
  })

  it("replaces the time zone by that of a prefix", () => {
    const want = ["2026-06-30T19:30:00Z", "2026-07-01T19:30:00Z"]
    for (const prefix of ["CRON_TZ=Asia/Tokyo ", "TZ=asia/tokyo \t"])
      expect(cronTimes(`${prefix}30 4 * * *`, "Europe/Riga", "2026-06-30T12:00Z", 2)).toEqual(want)
    expect(cronTimes("TZ=Asia/Tokyo @daily", "UTC", "2026-06-30T12:00Z", 1)).toEqual(["2026-06-30T15:00:00Z"])
  })

  it("finds 29 February over the century that has none", () => {
    expect(cronTimes("0 0 29 2 *", "UTC", "2090-01-01T00:00Z", 3)).toEqual([
      "2092-02-29T00:00:00Z",
      "2096-02-29T00:00:00Z",
      "2104-02-29T00:00:00Z"
    ])
  })

  it("ends after 50 years without a time", () => {
    expect(nextTime(scheduleOf(parseCron("1 1 */100 * MON#4", "UTC")), 0)).toBeNull()
    // 29 February was a Monday in 2016, and is next a Monday in 2044.
    const mondays = scheduleOf(parseCron("0 0 29 2 */8,1", "UTC"))
    expect(nextTime(mondays, Date.UTC(2016, 2, 1))).toBe(Date.UTC(2032, 1, 29))
    expect(nextTime(scheduleOf(parseCron("0 0 */28 2 MON#5", "UTC")), Date.UTC(2016, 2, 1))).toBe(Date.UTC(2044, 1, 29))
  })

  it("ends before the year 2200, like OnCalendar", () => {
    expect(cronTimes("0 0 1 1 *", "UTC", "2198-06-01T00:00Z", 5)).toEqual(["2199-01-01T00:00:00Z"])
  })
})

describe("the next time", () => {
  const hourly = scheduleOf(parseCron("0 * * * *", "UTC"))
  const hour = 3_600_000

  it("is strictly after the moment, to the millisecond", () => {
    expect(nextTime(hourly, hour - 1)).toBe(hour)
    expect(nextTime(hourly, hour)).toBe(2 * hour)
    expect(nextTime(hourly, hour + 0.5)).toBe(2 * hour)
  })

  it("counts moments before 1970 as the end of 1969", () => {
    for (const after of [-1, -hour, Number.MIN_SAFE_INTEGER, Number.NEGATIVE_INFINITY])
      expect(nextTime(hourly, after)).toBe(0)
  })

  it("does not exist after 2199, or after what is no moment", () => {
    for (const after of [Date.UTC(2200, 0, 1), 1e300, Number.POSITIVE_INFINITY, Number.NaN])
      expect(nextTime(hourly, after)).toBeNull()
  })

  it("is one of at most 1,000 times in a list", () => {
    expect(nextTimes(hourly, 0, 0)).toEqual([])
    expect(nextTimes(hourly, 0, -1)).toEqual([])
    expect(nextTimes(hourly, 0, Number.NaN)).toEqual([])
    expect(nextTimes(hourly, 0, 3)).toEqual([hour, 2 * hour, 3 * hour])
    expect(nextTimes(hourly, 0, 1e9)).toHaveLength(scheduleLimits.times)
  })
})
