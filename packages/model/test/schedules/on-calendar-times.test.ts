import { describe, expect, it } from "vitest"
import { nextTime, parseOnCalendar } from "../../src/index.ts"
import { calendarTimes, inUtc, scheduleOf } from "./parsed.ts"

/**
 * The expected times are from systemd.time(7) and from the tests of oncalendar 1.1, in our own table. All times follow
 * 1 January 2020, UTC.
 */
const cases: ReadonlyArray<readonly [name: string, line: string, times: ReadonlyArray<string>]> = [
  ["a time without a second", "12:34", ["2020-01-01 12:34", "2020-01-02 12:34"]],
  ["a time of one digit each", "1:2:3", ["2020-01-01 01:02:03", "2020-01-02 01:02:03"]],
  ["a date without a time as its midnight", "2020-11-30", ["2020-11-30 00:00"]],
  ["a date without a year", "11-30", ["2020-11-30 00:00", "2021-11-30 00:00"]],
  ["a year of two digits before 70", "69-12-31 8:0", ["2069-12-31 08:00"]],
  ["a star for the month without a year", "Wed *-1", ["2020-04-01 00:00", "2020-07-01 00:00"]],
  ["a weekday as its midnight", "Monday", ["2020-01-06 00:00", "2020-01-13 00:00"]],
  ["a weekday in any case with a comma after it", "mON, 12:34", ["2020-01-06 12:34", "2020-01-13 12:34"]],
  ["a range of weekdays", "Sat..Sun 5:0", ["2020-01-04 05:00", "2020-01-05 05:00", "2020-01-11 05:00"]],
  ["a range of weekdays with a dash", "Mon-Tue", ["2020-01-06 00:00", "2020-01-07 00:00", "2020-01-13 00:00"]],
  ["a list of weekdays and ranges", "Sat,Thu..Fri", ["2020-01-02 00:00", "2020-01-03 00:00", "2020-01-04 00:00"]],
  ["lists", "2,1:23", ["2020-01-01 01:23", "2020-01-01 02:23", "2020-01-02 01:23"]],
  ["ranges", "12..13:10,20", ["2020-01-01 12:10", "2020-01-01 12:20", "2020-01-01 13:10"]],
  [
    "a step from a value to the end of the field",
    "8:20/15",
    ["2020-01-01 08:20", "2020-01-01 08:35", "2020-01-01 08:50"]
  ],
  ["a step on a range", "8:0..10/5", ["2020-01-01 08:00", "2020-01-01 08:05", "2020-01-01 08:10", "2020-01-02 08:00"]],
  ["a step on a range of one value", "8:5..5/5", ["2020-01-01 08:05", "2020-01-02 08:05"]],
  ["a step in seconds", "*:*:0/25", ["2020-01-01 00:00:25", "2020-01-01 00:00:50", "2020-01-01 00:01"]],
  ["a step in years", "2020/2-6-1", ["2020-06-01 00:00", "2022-06-01 00:00", "2024-06-01 00:00"]],
  ["the last day of a month", "*~1", ["2020-01-31 00:00", "2020-02-29 00:00", "2020-03-31 00:00"]],
  ["the third day from the end of a month", "*-02~03", ["2020-02-27 00:00", "2021-02-26 00:00"]],
  ["days from the end in a list", "*-2~1,8", ["2020-02-22 00:00", "2020-02-29 00:00"]],
  ["a range from the end", "*-2~1..3", ["2020-02-27 00:00", "2020-02-28 00:00", "2020-02-29 00:00"]],
  ["a step on a range from the end", "*-2~1..6/2", ["2020-02-25 00:00", "2020-02-27 00:00", "2020-02-29 00:00"]],
  ["a step towards the end of the month", "*-2~4/2", ["2020-02-26 00:00", "2020-02-28 00:00"]],
  ["a star after the tilde as every day", "*-*~*", ["2020-01-02 00:00", "2020-01-03 00:00"]],
  ["the last Sunday of each month", "Sun *~7/1", ["2020-01-26 00:00", "2020-02-23 00:00", "2020-03-29 00:00"]],
  ["a Monday that is 29 February", "Mon 2-29", ["2044-02-29 00:00", "2072-02-29 00:00"]]
]

const shorthands: ReadonlyArray<readonly [string, string]> = [
  ["minutely", "*-*-* *:*:00"],
  ["hourly", "*-*-* *:00:00"],
  ["daily", "*-*-* 00:00:00"],
  ["WEEKLY", "Mon *-*-* 00:00:00"],
  ["monthly", "*-*-01 00:00:00"],
  ["quarterly", "*-01,04,07,10-01 00:00:00"],
  ["semiannually", "*-01,07-01 00:00:00"],
  ["yearly", "*-01-01 00:00:00"],
  ["Annually", "*-01-01 00:00:00"]
]

describe("an OnCalendar line", () => {
  it.each(cases)("takes %s: %s", (_name, line, times) => {
    const found = calendarTimes(line, "UTC", "2020-01-01T00:00Z", times.length)
    expect(found).toEqual(inUtc(...times.map((time) => `${time.replace(" ", "T")}Z`)))
  })

  it.each(shorthands)("takes %s for %s, also before a time zone", (shorthand, line) => {
    for (const zone of ["", " Pacific/Auckland"]) {
      const times = [shorthand, line].map((text) => calendarTimes(text + zone, "Europe/Riga", "2020-01-01T00:00Z", 6))
      expect(times[0]).toEqual(times[1])
    }
  })

  it("has no time after its last date", () => {
    expect(calendarTimes("2020-01-01 8..9:0:0", "UTC", "2020-01-01T00:00Z", 5)).toHaveLength(2)
    for (const line of ["2019-01-01", "Mon 2-30", "2199-2-29"])
      expect(nextTime(scheduleOf(parseOnCalendar(line, "UTC")), Date.UTC(2020, 0, 1))).toBeNull()
  })

  it("ends with the year 2199", () => {
    expect(calendarTimes("yearly", "UTC", "2198-01-01T00:00Z", 5)).toEqual(["2199-01-01T00:00:00Z"])
  })
})

describe("several OnCalendar lines", () => {
  it("have the times of all lines, in order and each once", () => {
    expect(calendarTimes("12:34\r\n\n00:00\n*-*-2 0:0", "UTC", "2020-01-01T00:00Z", 4)).toEqual(
      inUtc("2020-01-01T12:34Z", "2020-01-02T00:00Z", "2020-01-02T12:34Z", "2020-01-03T00:00Z")
    )
  })

  it("continue after one of them has ended", () => {
    expect(calendarTimes("2020-01-02\n12:34", "UTC", "2020-01-01T00:00Z", 4)).toEqual(
      inUtc("2020-01-01T12:34Z", "2020-01-02T00:00Z", "2020-01-02T12:34Z", "2020-01-03T12:34Z")
    )
  })

  it("can each have a time zone, which replaces that of the schedule", () => {
    expect(calendarTimes("12:34 europe/riga\n12:34\n12:34 UTC", "Europe/Berlin", "2020-01-01T00:00Z", 3)).toEqual(
      inUtc("2020-01-01T10:34Z", "2020-01-01T11:34Z", "2020-01-01T12:34Z")
    )
  })
})

/** The clock changes in Riga in 2020 and 2021. The expected times are from oncalendar 1.1 and systemd-analyze 252. */
const riga: ReadonlyArray<readonly [line: string, after: string, times: ReadonlyArray<string>]> = [
  [
    "*-*-29 3:30",
    "2020-01-01T00:00+02:00",
    ["2020-01-29T03:30+02:00", "2020-02-29T03:30+02:00", "2020-04-29T03:30+03:00"]
  ],
  ["*-*-25 3:30", "2020-10-01T00:00+03:00", ["2020-10-25T03:30+03:00", "2020-11-25T03:30+02:00"]],
  ["hourly", "2021-03-28T01:30+02:00", ["2021-03-28T02:00+02:00", "2021-03-28T04:00+03:00"]],
  ["*:0/30", "2021-10-31T02:30+03:00", ["2021-10-31T03:00+03:00", "2021-10-31T03:30+03:00", "2021-10-31T04:00+02:00"]],
  ["3:10,40", "2021-10-31T03:20+02:00", ["2021-11-01T03:10+02:00"]]
]

describe("when clocks change in Riga", () => {
  it.each(riga)("%s after %s is at %j", (line, after, times) => {
    expect(calendarTimes(line, "Europe/Riga", after, times.length)).toEqual(inUtc(...times))
  })

  it("a time that clocks skip every year never comes", () => {
    expect(calendarTimes("Sun *-3~1..7 3:30:*", "Europe/Riga", "2020-01-01T00:00Z", 1)).toEqual([])
  })
})
