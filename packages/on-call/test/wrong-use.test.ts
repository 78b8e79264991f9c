import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { describe, expect, it, test } from "vitest"
import * as calendarApi from "../src/calendar.ts"
import * as api from "../src/index.ts"

const schedule = (): api.OnCallSchedule => ({
  zone: "Europe/Berlin",
  mode: "layered",
  layers: [
    {
      name: "Work days",
      groups: [["ann"], ["bob"]],
      handOff: { every: 1, unit: "days", start: "2026-01-05T09:00" },
      active: [{ start: "mon 09:00", end: "fri 17:00" }],
      counts: "active",
      from: 1_700_000_000_000,
      until: 1_900_000_000_000,
      joinsPrevious: false,
      zone: "UTC"
    }
  ],
  overrides: [{ start: 1_800_000_000_000, end: 1_800_000_003_600, people: ["cat"], replaces: "ann" }]
})
const range = { from: 1_790_000_000_000, to: 1_791_000_000_000 }
const throwing = (): never => {
  throw new Error("hostile")
}
const edit = { layer: 0, at: 1_790_000_000_000 }

const inCalendar = () => ({
  id: "s1",
  name: "Web",
  schedule: schedule(),
  revision: 1,
  changedAt: range.from,
  url: "https://mon.example.org/schedules/s1"
})

const TRIED: Readonly<Record<string, TriedFunction>> = {
  onCallAt: { call: api.onCallAt, args: () => [schedule(), range.from] },
  shiftsBetween: { call: api.shiftsBetween, args: () => [schedule(), range] },
  gapsBetween: { call: api.gapsBetween, args: () => [schedule(), range] },
  balanceBetween: { call: api.balanceBetween, args: () => [schedule(), range] },
  overrideUse: { call: api.overrideUse, args: () => [schedule(), range] },
  nextChange: { call: api.nextChange, args: () => [schedule(), range.from] },
  changeLayer: { call: api.changeLayer, args: () => [schedule(), { ...edit, to: schedule().layers[0] }] },
  addPerson: { call: api.addPerson, args: () => [schedule(), { ...edit, person: "dan" }] },
  removePerson: { call: api.removePerson, args: () => [schedule(), { ...edit, person: "ann" }] },
  scheduleCalendar: {
    call: calendarApi.scheduleCalendar,
    args: () => [inCalendar(), { now: range.from, range, names: { ann: "Ann" } }],
    loose: ["[1].names"]
  },
  readCalendar: {
    call: calendarApi.readCalendar,
    args: () => ["BEGIN:VCALENDAR", { range, zone: "UTC", people: [{ person: "ann", names: ["Ann"] }] }]
  },
  calendarOverrides: {
    call: calendarApi.calendarOverrides,
    args: () => [[{ start: 1, end: 2, people: ["ann"], level: 1 }]],
    loose: ["[0][0]"]
  },
  personCalendar: {
    call: calendarApi.personCalendar,
    args: () => [[inCalendar()], { now: range.from, range, names: { ann: "Ann" }, person: "ann" }],
    loose: ["[1].names"]
  }
}

// scheduleFault accepts any value: it returns the fault.
test("every exported function is tried", () => {
  expect(
    functionsOf({ ...api, ...calendarApi }).filter((name) => !(name in TRIED) && name !== "scheduleFault")
  ).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})

describe("a fault of a schedule names its field", () => {
  const [layer] = schedule().layers
  const withLayer = (changes: object) => ({ ...schedule(), layers: [{ ...layer, ...changes }] })
  const handOff = { every: 1, unit: "days", start: "2026-01-05T09:00" }
  const cases: ReadonlyArray<readonly [value: unknown, path: string, problem: string]> = [
    [null, "", "must be an object with options, but it is null"],
    [{ ...schedule(), zone: "Mars/Base" }, "zone", "must be the name of a time zone, such as Europe/Berlin"],
    [{ ...schedule(), zone: "+02:00" }, "zone", "must be the name of a time zone, such as Europe/Berlin"],
    [{ ...schedule(), teams: [] }, "", 'has no option "teams"'],
    [withLayer({ groups: [] }), "layers[0].groups", "must be an array of 1 to 200 entries"],
    [withLayer({ groups: [[""]] }), "layers[0].groups[0][0]", "must be a text of 1 to 200 characters"],
    [withLayer({ handOff: { ...handOff, every: 0 } }), "layers[0].handOff.every", "must be a whole number from 1"],
    [withLayer({ handOff: { ...handOff, every: 367 } }), "layers[0].handOff.every", "must be at most 366 for days"],
    [
      withLayer({ handOff: { ...handOff, start: "2026-02-30T09:00" } }),
      "layers[0].handOff.start",
      "must be a local time"
    ],
    [
      withLayer({ handOff: { ...handOff, start: "2026-13-01T09:00" } }),
      "layers[0].handOff.start",
      "must be a local time"
    ],
    [withLayer({ active: [] }), "layers[0].active", "must be an array of 1 to 50 entries"],
    [
      withLayer({ active: [{ start: "mon 9:00", end: "mon 17:00" }] }),
      "layers[0].active[0].start",
      "must be a weekday"
    ],
    [withLayer({ active: undefined }), "layers[0].active", "is missing"],
    [
      withLayer({ handOff: { ...handOff, every: 36, unit: "hours" } }),
      "layers[0].handOff.every",
      'must be a number of hours that divides a day if counts is "active", but it is 36'
    ],
    [withLayer({ until: layer?.from }), "layers[0].until", "must be after from"],
    [{ ...schedule(), overrides: [{ start: 5, end: 5, people: [] }] }, "overrides[0].end", "must be after start"],
    [new Proxy({}, { ownKeys: throwing }), "", "cannot be read"]
  ]
  it.each(cases)("case %#", (value, path, problem) => {
    const fault = api.scheduleFault(value)
    expect(fault?.path).toBe(path)
    expect(fault?.problem).toContain(problem)
  })

  it("and a schedule without a fault has none", () => {
    expect(api.scheduleFault(schedule())).toBeNull()
  })
})

test("an edit of a full schedule is refused", () => {
  const layers = Array.from({ length: api.onCallLimits.layers }, () => schedule().layers).flat()
  expect(() => api.addPerson({ ...schedule(), layers }, { ...edit, person: "dan" })).toThrow(
    "addPerson: schedule.layers must have room for another of at most 100 layers. Remove layers that have ended."
  )
})

test("ranges and edits that make no sense are refused", () => {
  const longer = { from: range.from, to: range.from + 401 * 86_400_000 }
  expect(() => api.gapsBetween(schedule(), longer)).toThrow(
    "gapsBetween: range.to must be at most 400 days after from."
  )
  expect(() => api.gapsBetween(schedule(), { from: 5, to: 5 })).toThrow("gapsBetween: range.to must be after from.")
  expect(() => api.addPerson(schedule(), { layer: 1, at: edit.at, person: "dan" })).toThrow(
    "addPerson: edit.layer must be the index of one of 1 layers, but it is 1."
  )
  expect(() => api.removePerson(schedule(), { ...edit, person: "dan" })).toThrow(
    "removePerson: edit.person must be a person in the layer."
  )
  expect(() => api.removePerson(schedule(), { layer: 0, at: 1_900_000_000_000, person: "ann" })).toThrow(
    "removePerson: edit.at must be before the end of the layer, which is 1900000000000."
  )
})
