import { describe, expect, it } from "vitest"
import {
  checkSchedule,
  expandSchedule,
  isInMaintenance,
  maintenanceMinutes,
  nextOccurrences,
  occurrencesBetween,
  type WindowSchedule
} from "@mon/alerts/maintenance"
import { compareWithWallClocks } from "./wallClocks.ts"

const at = (text: string): number => Date.parse(text)
const shown = (times: ReadonlyArray<{ readonly startsAt: number }>) =>
  times.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))

const nightly = (timeZone: string, startsAt: string, minutes = 60): WindowSchedule => ({
  startsAt: at(startsAt),
  minutes,
  timeZone,
  recurrence: "FREQ=DAILY"
})

const faultOf = (recurrence: string, change: Partial<WindowSchedule> = {}) => {
  const checked = checkSchedule({
    startsAt: at("2026-01-05T03:00Z"),
    minutes: 30,
    timeZone: "UTC",
    recurrence,
    ...change
  })
  return checked._tag === "Fault" ? checked.message : checked.schedule.recurrence
}

describe("a window that recurs", () => {
  it("keeps its clock time when clocks change", () => {
    const window = nightly("Europe/Berlin", "2026-03-20T00:30Z")
    expect(shown(occurrencesBetween(window, at("2026-03-28T00:00Z"), at("2026-03-31T12:00Z")))).toEqual([
      "2026-03-28T00:30",
      "2026-03-29T00:30",
      "2026-03-29T23:30",
      "2026-03-30T23:30"
    ])
  })

  it("begins later by the gap when its clock time does not exist", () => {
    const window = nightly("Europe/Berlin", "2026-03-20T01:30Z")
    expect(shown(occurrencesBetween(window, at("2026-03-28T12:00Z"), at("2026-03-29T12:00Z")))).toEqual([
      "2026-03-29T01:30"
    ])
  })

  it("begins once when its clock time exists twice", () => {
    const window = nightly("Europe/Berlin", "2026-10-20T00:30Z")
    expect(shown(occurrencesBetween(window, at("2026-10-24T12:00Z"), at("2026-10-25T12:00Z")))).toEqual([
      "2026-10-25T00:30"
    ])
  })

  it.each([
    ["FREQ=DAILY;COUNT=1", ["2026-10-25T01:30"]],
    ["FREQ=DAILY;COUNT=3", ["2026-10-25T01:30", "2026-10-26T01:30", "2026-10-27T01:30"]],
    ["FREQ=YEARLY;COUNT=2", ["2026-10-25T01:30", "2027-10-25T00:30"]]
  ])("begins at its start even where clocks show that time for the second time: %s", (recurrence, starts) => {
    const window = { ...nightly("Europe/Berlin", "2026-10-25T01:30Z"), recurrence }
    expect(checkSchedule(window)._tag).toBe("Valid")
    expect(shown(nextOccurrences(window, window.startsAt, 5))).toEqual(starts)
    expect(isInMaintenance([window], window.startsAt)).toBe(true)
    expect(isInMaintenance([window], window.startsAt - 1)).toBe(false)
  })

  it("ends after COUNT, and at UNTIL", () => {
    const counted = { ...nightly("UTC", "2026-01-01T00:00Z"), recurrence: "FREQ=DAILY;COUNT=2" }
    expect(shown(nextOccurrences(counted, 0, 5))).toEqual(["2026-01-01T00:00", "2026-01-02T00:00"])
    const until = { ...nightly("America/New_York", "2026-01-01T05:00Z"), recurrence: "FREQ=DAILY;UNTIL=20260102" }
    expect(shown(nextOccurrences(until, 0, 5))).toEqual(["2026-01-01T05:00", "2026-01-02T05:00"])
    expect(shown(nextOccurrences({ ...until, recurrence: "FREQ=DAILY;UNTIL=20260102T045959Z" }, 0, 5))).toEqual([
      "2026-01-01T05:00"
    ])
  })

  it("finds occurrences that are years apart", () => {
    const leap = { ...nightly("UTC", "2026-01-01T00:00Z"), recurrence: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29" }
    expect(shown(nextOccurrences(leap, at("2026-01-01T00:00Z"), 2))).toEqual(["2028-02-29T00:00", "2032-02-29T00:00"])
    const daily = { ...leap, startsAt: at("2028-02-29T00:00Z"), recurrence: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29" }
    expect(checkSchedule(daily)._tag).toBe("Valid")
    expect(expandSchedule(daily, at("2028-03-01T00:00Z"))).toMatchObject({
      occurrences: [{ startsAt: at("2032-02-29T00:00Z") }],
      until: at("2032-02-29T00:00Z") + 1
    })
  })

  it("is written down for 60 days, and at least until its next occurrence", () => {
    const now = at("2026-01-01T00:00Z")
    const daily = expandSchedule(nightly("UTC", "2026-01-01T00:00Z"), now)
    expect([daily.occurrences.length, daily.until]).toEqual([60, at("2026-03-02T00:00Z")])
    const yearly = { ...nightly("UTC", "2026-06-01T00:00Z"), recurrence: "FREQ=YEARLY" }
    const next = expandSchedule(yearly, now)
    expect([shown(next.occurrences), next.until]).toEqual([["2026-06-01T00:00"], at("2026-06-01T00:00Z") + 1])
    const counted = { ...yearly, recurrence: "FREQ=YEARLY;COUNT=1" }
    expect(expandSchedule(counted, now).until).toBe(null)
    expect(expandSchedule(counted, at("2026-06-02T00:00Z"))).toEqual({ occurrences: [], until: null })
  })

  it("counts each minute of several windows once", () => {
    const one = nightly("UTC", "2026-01-01T00:00Z")
    const other = nightly("UTC", "2026-01-01T00:30Z")
    const single = { ...one, startsAt: at("2026-01-01T01:30Z"), recurrence: null }
    expect(maintenanceMinutes([one, other, single], at("2026-01-01T00:00Z"), at("2026-01-02T00:00Z"))).toBe(150)
    expect(maintenanceMinutes([one], at("2026-01-01T00:20Z"), at("2026-01-01T00:50Z"))).toBe(30)
  })

  it("has all its occurrences in a period of years, and counts their minutes", () => {
    const recurrence = "FREQ=DAILY;BYHOUR=0,3,6,9,12,15,18,21;BYMINUTE=0"
    const window = { ...nightly("UTC", "2026-01-01T00:00Z", 1), recurrence }
    // Four years have 1,461 days.
    expect(maintenanceMinutes([window], at("2026-01-01T00:00Z"), at("2030-01-01T00:00Z"))).toBe(8 * 1_461)
  })

  it("contains its first moment and not its end", () => {
    const once = { ...nightly("UTC", "2026-01-01T00:00Z"), recurrence: null }
    expect(isInMaintenance([once], at("2026-01-01T00:00Z"))).toBe(true)
    expect(isInMaintenance([once], at("2026-01-01T00:59:59.999Z"))).toBe(true)
    expect(isInMaintenance([once], at("2026-01-01T01:00Z"))).toBe(false)
    expect(isInMaintenance([once], at("2025-12-31T23:59:59.999Z"))).toBe(false)
  })
})

describe("a rule from outside", () => {
  it("is stored in one form", () => {
    expect(faultOf("RRULE:byday=mo,mo,+1su;freq=monthly")).toBe("FREQ=MONTHLY;BYDAY=MO,1SU")
    expect(faultOf("FREQ=WEEKLY;UNTIL=20271231T000000Z;WKST=SU")).toBe("FREQ=WEEKLY;UNTIL=20271231T000000Z;WKST=SU")
  })

  it.each([
    ["", "recurrence must consist of parts such as FREQ=WEEKLY;BYDAY=MO."],
    ["FREQ=SECONDLY", "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY."],
    ["FREQ=MINUTELY", "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY."],
    ["FREQ=HOURLY", "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY."],
    ["INTERVAL=2", "recurrence must contain FREQ, such as FREQ=WEEKLY."],
    ["FREQ=DAILY;FREQ=DAILY", "recurrence must contain FREQ only once."],
    ["FREQ=DAILY;X=1", "recurrence must not contain X."],
    ["FREQ=DAILY;__proto__=1", "recurrence must not contain unknown parts."],
    ["FREQ=DAILY;BYSECOND=1", "recurrence must not contain BYSECOND."],
    ["FREQ=DAILY;COUNT=0", "recurrence: COUNT must be a whole number from 1 to 366."],
    ["FREQ=DAILY;COUNT=100000", "recurrence: COUNT must be a whole number from 1 to 366."],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "recurrence must contain COUNT or UNTIL, not both."],
    ["FREQ=DAILY;UNTIL=20270230", "recurrence: UNTIL must be a time such as 20271231T235959Z."],
    ["FREQ=DAILY;UNTIL=20250101", "recurrence must have an occurrence within 2 years of the start."],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", "recurrence must have an occurrence within 10 years of the start."],
    ["FREQ=YEARLY;INTERVAL=11", "recurrence must have occurrences at most 10 years apart."],
    ["FREQ=YEARLY;INTERVAL=11;COUNT=3", "recurrence must have occurrences at most 10 years apart."],
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=TU", "recurrence must have occurrences at most 10 years apart."],
    ["FREQ=WEEKLY;BYDAY=1MO", "recurrence: BYDAY must list weekdays without numbers when FREQ is DAILY or WEEKLY."],
    ["FREQ=MONTHLY;BYWEEKNO=3", "recurrence: BYWEEKNO needs FREQ=YEARLY."],
    ["FREQ=MONTHLY;BYSETPOS=1", "recurrence: BYSETPOS needs another part, such as BYDAY."],
    ["FREQ=YEARLY;BYYEARDAY=60;BYDAY=WE", "recurrence: BYDAY must not be combined with BYYEARDAY."],
    ["FREQ=YEARLY;BYMONTH=3;BYYEARDAY=60;BYDAY=WE", "recurrence: BYDAY must not be combined with BYYEARDAY."],
    ["FREQ=YEARLY;BYYEARDAY=60;BYMONTHDAY=1", "recurrence: BYMONTHDAY must not be combined with BYYEARDAY."],
    ["FREQ=YEARLY;BYWEEKNO=9;BYMONTHDAY=1", "recurrence: BYMONTHDAY must not be combined with BYWEEKNO."],
    [
      "FREQ=YEARLY;BYMONTHDAY=1;BYDAY=1MO",
      "recurrence: BYDAY must list weekdays without numbers when BYMONTHDAY is used."
    ],
    [
      "FREQ=YEARLY;BYDAY=MO,2TU",
      "recurrence: BYDAY must list weekdays either with numbers or without, when FREQ is YEARLY."
    ],
    ["FREQ=DAILY;BYHOUR=0,1,2;BYMINUTE=0,20,40", "recurrence must start at most 8 times a day."],
    [`FREQ=DAILY;BYMONTH=${"1,".repeat(200)}1`, "recurrence must have at most 250 characters."],
    ["FREQ=DAILY\nEXDATE:20270101", "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY."]
  ])("is refused with a sentence: %j", (recurrence, message) => {
    expect(faultOf(recurrence)).toBe(message)
  })

  it("needs a time zone and a length", () => {
    expect(faultOf("FREQ=DAILY", { timeZone: "Mars/Base" })).toBe(
      "timezone must be the name of a time zone, such as Europe/Berlin."
    )
    expect(faultOf("FREQ=DAILY", { timeZone: "+02:00" })).toContain("timezone must be")
    expect(faultOf("FREQ=DAILY", { minutes: 0 })).toBe("minutes must be a whole number between 1 and 43200.")
    expect(faultOf("FREQ=DAILY", { minutes: 43_201 })).toContain("minutes must be")
  })
})

it("agrees with wall clocks over both clock changes: 120 random windows in 6 zones", () => {
  expect(compareWithWallClocks({ windows: 120, zones: 6, seed: 1 })).toEqual({
    windows: 120,
    zones: 6,
    wrongMinutes: 0
  })
})
