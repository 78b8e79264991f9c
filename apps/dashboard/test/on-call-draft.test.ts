import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { barsOf, dayRange, layerBars } from "../src/onCall/calendarRows.ts"
import { draftOf, hoursOf, newDraft, lastMonday, toRequest } from "../src/onCall/onCallDraft.ts"
import { makeSchedules } from "./onCallRecords.ts"

const HOUR = 3_600_000

describe("the form of an on-call schedule", () => {
  it("loses nothing of a stored schedule", () => {
    for (const schedule of makeSchedules()) {
      const { layers, mode, name, timezone } = schedule
      expect(toRequest(draftOf(schedule))).toEqual({ layers, mode, name, timezone })
    }
  })

  it("keeps hours, those that it can show and those that it cannot", () => {
    const clock = fc.constantFrom("00:00", "09:00", "17:30", "23:59")
    const day = fc.constantFrom("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    const time = fc.tuple(day, clock).map(([name, at]) => `${name} ${at}`)
    const active = fc.uniqueArray(fc.record({ start: time, end: time }), { minLength: 1, maxLength: 3 })
    const [schedule] = makeSchedules()
    if (schedule === undefined) throw new Error("There is no schedule.")
    fc.assert(
      fc.property(active, (hours) => {
        const layers = schedule.layers.slice(0, 1).map((layer) => ({ ...layer, active: hours }))
        const kept = toRequest(draftOf({ ...schedule, layers })).layers[0]?.active
        expect(new Set(kept?.map((one) => JSON.stringify(one)))).toEqual(
          new Set(hours.map((one) => JSON.stringify(one)))
        )
      })
    )
    expect(hoursOf([{ start: "mon 18:00", end: "tue 09:00" }])).toEqual({ days: [1], from: "18:00", to: "09:00" })
    expect(hoursOf([{ start: "sat 00:00", end: "mon 00:00" }])).toBe("own")
  })

  it("begins with a week for everybody from last Monday on, so that somebody is on call now", () => {
    const sunday = Date.parse("2027-03-28T22:30:00Z")
    expect(lastMonday("Europe/Berlin", sunday)).toBe("2027-03-22T09:00")
    expect(lastMonday("UTC", sunday)).toBe("2027-03-22T09:00")
    expect(lastMonday("UTC", Date.parse("2027-03-29T08:59:00Z"))).toBe("2027-03-22T09:00")
    expect(lastMonday("UTC", Date.parse("2027-03-29T09:00:00Z"))).toBe("2027-03-29T09:00")
    const { layers } = newDraft(["ann", "bob"], "UTC", sunday)
    expect(layers).toMatchObject([{ groups: [["ann"], ["bob"]], every: "1", unit: "weeks" }])
  })
})

describe("the calendar of on-call schedules", () => {
  it("has local days, of 23 or 25 hours when the clocks change", () => {
    const { days, from, to } = dayRange("Europe/Berlin", Date.parse("2027-03-27T12:00:00Z"), 3)
    expect([...days, to].map((start, index) => (start - (days[index - 1] ?? from)) / HOUR)).toEqual([0, 24, 23, 24])
    const autumn = dayRange("Europe/Berlin", Date.parse("2027-10-31T12:00:00Z"), 1)
    expect((autumn.to - autumn.from) / HOUR).toBe(25)
  })

  it("shows the turns of each layer alone", () => {
    const [schedule] = makeSchedules()
    const [layer] = schedule?.layers ?? []
    if (schedule === undefined || layer === undefined) throw new Error("There is no layer.")
    const bars = layerBars(schedule, layer, dayRange(schedule.timezone, Date.now(), 14))
    expect(new Set(bars.map(({ people }) => people.join()))).toEqual(new Set(["p1", "p2"]))
  })

  it("cuts shifts to the range, and leaves none of it out", () => {
    const spans = [
      { start: -5, end: 25, people: ["ann"] },
      { start: 25, end: 130, people: ["bob"] },
      { start: 130, end: 140, people: ["cat"] }
    ]
    expect(barsOf(spans, { from: 0, to: 100 }).map(({ left, people, width }) => [left, width, ...people])).toEqual([
      [0, 25, "ann"],
      [25, 75, "bob"]
    ])
  })
})
