import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { reportWeek } from "../src/index.ts"

const shown = (zone: string, now: string) => {
  const week = reportWeek(zone, new Date(now))
  return week === null ? null : [week.date, week.from.toISOString(), week.to.toISOString()]
}

describe("the week of a report", () => {
  it("is due from Monday 08:00 until the end of Wednesday, in the recipient's time zone", () => {
    expect(shown("Europe/Berlin", "2026-11-23T06:59:59.999Z")).toBeNull()
    expect(shown("Europe/Berlin", "2026-11-23T07:00:00.000Z")).toEqual([
      "2026-11-23",
      "2026-11-15T23:00:00.000Z",
      "2026-11-22T23:00:00.000Z"
    ])
    for (const later of ["2026-11-23T23:00:00.000Z", "2026-11-24T03:00:00.000Z", "2026-11-25T22:59:59.999Z"])
      expect(shown("Europe/Berlin", later)).toEqual(shown("Europe/Berlin", "2026-11-23T07:00:00.000Z"))
    expect(shown("Europe/Berlin", "2026-11-25T23:00:00.000Z")).toBeNull()
    expect(shown("Europe/Berlin", "2026-11-29T22:59:59.999Z")).toBeNull()
  })

  it("has an hour less or more if the clocks change within it", () => {
    expect(shown("Europe/Berlin", "2026-03-30T06:00:00.000Z")).toEqual([
      "2026-03-30",
      "2026-03-22T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z"
    ])
    expect(shown("Europe/Berlin", "2026-10-26T07:00:00.000Z")).toEqual([
      "2026-10-26",
      "2026-10-18T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z"
    ])
    expect(shown("America/New_York", "2026-03-09T12:00:00.000Z")).toEqual([
      "2026-03-09",
      "2026-03-02T05:00:00.000Z",
      "2026-03-09T04:00:00.000Z"
    ])
    expect(shown("Australia/Lord_Howe", "2026-10-05T03:00:00.000Z")).toEqual([
      "2026-10-05",
      "2026-09-27T13:30:00.000Z",
      "2026-10-04T13:00:00.000Z"
    ])
  })

  it("starts with the first moment of its day if there is no midnight", () => {
    // On 2018-11-04, the clocks of São Paulo were set forward from 00:00 to 01:00, and the clocks of Havana were set
    // back from 01:00 to 00:00.
    expect(shown("America/Sao_Paulo", "2018-11-05T11:00:00.000Z")).toEqual([
      "2018-11-05",
      "2018-10-29T03:00:00.000Z",
      "2018-11-05T02:00:00.000Z"
    ])
    expect(shown("Asia/Beirut", "2026-04-06T06:00:00.000Z")?.[2]).toBe("2026-04-05T21:00:00.000Z")
  })

  it("supports zones with odd offsets and near the date line, and refuses unknown zones", () => {
    expect(shown("Asia/Kathmandu", "2026-11-23T02:14:59.000Z")).toBeNull()
    expect(shown("Asia/Kathmandu", "2026-11-23T02:15:00.000Z")?.[2]).toBe("2026-11-22T18:15:00.000Z")
    expect(shown("Pacific/Chatham", "2026-11-22T18:15:00.000Z")?.[2]).toBe("2026-11-22T10:15:00.000Z")
    expect(shown("Pacific/Kiritimati", "2026-11-22T18:00:00.000Z")?.[0]).toBe("2026-11-23")
    expect(shown("Pacific/Pago_Pago", "2026-11-23T19:00:00.000Z")?.[0]).toBe("2026-11-23")
    expect(shown("Nowhere/Else", "2026-11-23T12:00:00.000Z")).toBeNull()
  })

  it("is the same for each Monday, at any hour of the days on which it is due", () => {
    const zones = Intl.supportedValuesOf("timeZone")
    const week = 7 * 86_400_000
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
        (zone, now) => {
          const due = [0, 1, 2, 3, 4, 5, 6].flatMap(
            (day) => reportWeek(zone, new Date(now.getTime() + day * 86_400_000)) ?? []
          )
          for (const { date, from, to } of due) {
            expect(new Date(date).getUTCDay()).toBe(1)
            expect(Math.abs(to.getTime() - from.getTime() - week)).toBeLessThanOrEqual(2 * 3_600_000)
            expect(due.find((other) => other.date === date)).toEqual({ zone, date, from, to })
          }
        }
      ),
      { numRuns: 100 }
    )
  })
})
