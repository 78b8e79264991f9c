import { describe, expect, it, test } from "vitest"
import {
  addPerson,
  balanceBetween,
  changeLayer,
  gapsBetween,
  type HandOff,
  nextChange,
  onCallAt,
  type OnCallLayer,
  type OnCallSchedule,
  overrideUse,
  removePerson,
  shiftsBetween
} from "../src/index.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const utc = (text: string): number => Date.parse(`${text}Z`)
const one = (layer: OnCallLayer, zone = "UTC"): OnCallSchedule => ({ zone, layers: [layer] })
const day = (start = "2026-01-05T00:00"): HandOff => ({ every: 1, unit: "days", start })
const groups = (...people: ReadonlyArray<string>) => people.map((person) => [person])
const peopleOf = (schedule: OnCallSchedule, from: string, to: string) =>
  shiftsBetween(schedule, { from: utc(from), to: utc(to) }).map(({ people }) => people.join("+"))

describe("shifts stay at their local time when clocks change (grafana/oncall#5247, #3261)", () => {
  const weekly: OnCallLayer = {
    groups: groups("ann", "bob"),
    handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" }
  }

  it("a weekly hand-off is at 9 o'clock before and after the change, without a gap or an overlap", () => {
    const range = { from: utc("2026-03-17T00:00"), to: utc("2026-04-08T00:00") }
    const shifts = shiftsBetween(one(weekly, "Europe/Berlin"), range)
    expect(shifts.map(({ start }) => new Date(start).toISOString())).toEqual([
      "2026-03-16T08:00:00.000Z",
      "2026-03-23T08:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
      "2026-04-06T07:00:00.000Z"
    ])
    expect(shifts.slice(1).map(({ start }) => start)).toEqual(shifts.slice(0, -1).map(({ end }) => end))
  })

  it("a hand-off at a skipped time is at the first instant after the gap", () => {
    const { sources } = onCallAt(
      one({ groups: groups("ann"), handOff: day("2026-03-28T02:30") }, "Europe/Berlin"),
      utc("2026-03-28T12:00")
    )
    expect(sources[0]?.end).toBe(utc("2026-03-29T01:00"))
  })

  it("a hand-off at a repeated time is at the first of both", () => {
    const { sources } = onCallAt(
      one({ groups: groups("ann"), handOff: day("2026-10-24T02:30") }, "Europe/Berlin"),
      utc("2026-10-24T12:00")
    )
    expect(sources[0]?.end).toBe(utc("2026-10-25T00:30"))
  })

  it("active hours that end at a repeated time end once", () => {
    const layers = [
      { groups: groups("ann"), handOff: day("2026-10-24T00:00"), active: [{ start: "sat 00:00", end: "sun 02:30" }] }
    ]
    const range = { from: utc("2026-10-24T12:00"), to: utc("2026-10-25T12:00") }
    expect(gapsBetween({ zone: "Europe/Berlin", layers }, range)).toEqual([
      { start: utc("2026-10-25T00:30"), end: range.to }
    ])
  })
})

test("a plain weekly hand-off has no gap (grafana/grafana#84192)", () => {
  const schedule = one(
    { groups: groups("ann", "bob"), handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" } },
    "Europe/London"
  )
  expect(gapsBetween(schedule, { from: utc("2026-01-05T09:00"), to: utc("2027-01-05T09:00") })).toEqual([])
})

test("a daily rotation of 14 people on work days reaches all of them (target/goalert#55)", () => {
  const people = Array.from({ length: 14 }, (_, index) => `p${index}`)
  const active = ["mon", "tue", "wed", "thu", "fri"].map((name) => ({ start: `${name} 09:00`, end: `${name} 17:00` }))
  const layer: OnCallLayer = { groups: groups(...people), handOff: day("2026-01-05T09:00"), active }
  const range = { from: utc("2026-01-05T09:00"), to: utc("2026-04-13T09:00") }
  const idle = (counts: "all" | "active") =>
    balanceBetween(one({ ...layer, counts }), range).filter(({ hours }) => hours === 0).length
  expect(idle("all")).toBe(4)
  expect(idle("active")).toBe(0)
  expect(balanceBetween(one({ ...layer, counts: "active" }), range).every(({ hours }) => hours === 40)).toBe(true)
  expect(peopleOf(one({ ...layer, counts: "active" }), "2026-01-09T00:00", "2026-01-13T09:00")).toEqual(["p4", "p5"])
})

test("the next person on call is known without a second schedule (grafana/oncall#4576)", () => {
  const schedule = one({ groups: groups("ann", "ann", "bob"), handOff: day() })
  const { change, next } = nextChange(schedule, utc("2026-01-05T12:00"))
  expect(next).toMatchObject({ at: utc("2026-01-07T00:00"), people: ["bob"] })
  expect(change).toEqual(next)
  expect(nextChange(one({ groups: groups("ann"), handOff: day() }), utc("2026-01-05T12:00"))).toEqual({
    change: null,
    next: null
  })
})

test("every second week belongs to nobody, or to the layer below (target/goalert#3049)", () => {
  const handOff: HandOff = { every: 1, unit: "weeks", start: "2026-01-05T00:00" }
  const every = one({ groups: [["ann"], []], handOff })
  const range = { from: utc("2026-01-05T00:00"), to: utc("2026-02-02T00:00") }
  expect(gapsBetween(every, range)).toEqual([
    { start: utc("2026-01-12T00:00"), end: utc("2026-01-19T00:00") },
    { start: utc("2026-01-26T00:00"), end: utc("2026-02-02T00:00") }
  ])
  const backed = { ...every, layers: [{ groups: groups("team"), handOff }, ...every.layers] }
  expect(peopleOf(backed, "2026-01-05T00:00", "2026-02-02T00:00")).toEqual(["ann", "team", "ann", "team"])
})

describe("people join and leave without a shift of everybody (target/goalert#2196)", () => {
  const schedule = one({ groups: groups("ann", "bob", "cat"), handOff: day() })
  const at = utc("2026-01-10T12:00")

  it("a person who joins has the turn after all others, and the current turn continues", () => {
    const edited = addPerson(schedule, { layer: 0, at, person: "dan" })
    expect(peopleOf(schedule, "2026-01-10T00:00", "2026-01-13T00:00")).toEqual(["cat", "ann", "bob"])
    expect(peopleOf(edited, "2026-01-10T00:00", "2026-01-17T00:00")).toEqual("cat ann bob dan cat ann bob".split(" "))
    expect(shiftsBetween(edited, { from: at - 1, to: at + 1 })).toHaveLength(1)
  })

  it("if the person on call leaves, the next one has the rest of the turn", () => {
    const edited = removePerson(schedule, { layer: 0, at, person: "cat" })
    const shifts = shiftsBetween(edited, { from: utc("2026-01-10T00:00"), to: utc("2026-01-13T00:00") })
    expect(shifts.map(({ people, start }) => [people[0], start])).toEqual([
      ["cat", utc("2026-01-10T00:00")],
      ["ann", at],
      ["bob", utc("2026-01-11T00:00")],
      ["ann", utc("2026-01-12T00:00")]
    ])
  })

  it("if another person leaves, the turns up to that person's do not change", () => {
    const edited = removePerson(schedule, { layer: 0, at, person: "bob" })
    expect(peopleOf(edited, "2026-01-10T00:00", "2026-01-14T00:00")).toEqual(["cat", "ann", "cat", "ann"])
  })

  it("a person who shares a turn leaves it to the others, and turns of nobody stay", () => {
    const shared = one({ groups: [["ann", "bob"], [], ["bob"]], handOff: day() })
    const edited = removePerson(shared, { layer: 0, at: utc("2026-01-08T12:00"), person: "bob" })
    expect(edited.layers[1]?.groups.toSorted((a, b) => a.length - b.length)).toEqual([[], ["ann"]])
    expect(onCallAt(edited, utc("2026-01-08T13:00")).people).toEqual(["ann"])
  })

  it("if nobody remains, the layer is off", () => {
    const edited = removePerson(one({ groups: groups("ann"), handOff: day() }), { layer: 0, at, person: "ann" })
    expect(onCallAt(edited, at - 1).people).toEqual(["ann"])
    expect(onCallAt(edited, at).people).toEqual([])
  })

  it("a layer that has not begun is edited in place", () => {
    const edited = addPerson(schedule, { layer: 0, at: utc("2026-01-01T00:00"), person: "dan" })
    expect(edited.layers.map((layer) => layer.groups)).toEqual([groups("ann", "bob", "cat", "dan")])
  })

  it("a level stays a level after an edit, and after the end of its first layer", () => {
    const [layer] = schedule.layers
    const second = { groups: groups("eve"), handOff: day(), joinsPrevious: true }
    const level: OnCallSchedule = { zone: "UTC", layers: layer === undefined ? [] : [layer, second] }
    const edited = addPerson(level, { layer: 0, at, person: "dan" })
    expect(peopleOf(edited, "2026-01-09T00:00", "2026-01-11T00:00")).toEqual(["bob+eve", "cat+eve"])
    const base = { groups: groups("base"), handOff: day() }
    const ended = changeLayer({ ...level, layers: [base, ...level.layers] }, { layer: 1, at: 0, to: null })
    expect(peopleOf(ended, "2026-01-09T00:00", "2026-01-10T00:00")).toEqual(["eve"])
  })
})

test("fixed dates need no rotation (Icinga/icinga-notifications-web#443)", () => {
  const plan: OnCallSchedule = {
    zone: "Europe/Berlin",
    layers: [],
    overrides: [
      { start: utc("2026-02-02T08:00"), end: utc("2026-02-05T08:00"), people: ["ann"] },
      { start: utc("2026-02-05T08:00"), end: utc("2026-02-13T08:00"), people: ["bob", "cat"] }
    ]
  }
  expect(peopleOf(plan, "2026-02-01T00:00", "2026-03-01T00:00")).toEqual(["ann", "bob+cat"])
  expect(nextChange(plan, utc("2026-02-03T00:00")).next?.people).toEqual(["bob", "cat"])
})

test("a hand-off on the first or the last day of each month (target/goalert#3196)", () => {
  const starts = (start: string) =>
    shiftsBetween(one({ groups: groups("ann", "bob"), handOff: { every: 1, unit: "months", start } }), {
      from: utc("2027-12-15T00:00"),
      to: utc("2028-05-01T00:00")
    }).map((shift) => new Date(shift.start).toISOString().slice(0, 10))
  expect(starts("2026-01-01T09:00")).toEqual(["2027-12-01", "2028-01-01", "2028-02-01", "2028-03-01", "2028-04-01"])
  expect(starts("2026-01-31T09:00")).toEqual([
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
    "2028-03-31",
    "2028-04-30"
  ])
})

describe("swaps remember whom they replace (grafana/oncall#4182)", () => {
  const start = utc("2026-01-06T00:00")
  const swap = { start, end: start + DAY, people: ["cat"], replaces: "bob" }
  const schedule: OnCallSchedule = { ...one({ groups: groups("ann", "bob"), handOff: day() }), overrides: [swap] }
  const range = { from: start, to: start + DAY }

  it("a swap replaces only the person, and is found if the shift changes", () => {
    expect(onCallAt(schedule, start)).toMatchObject({
      people: ["cat"],
      sources: [{ kind: "layer" }, { kind: "override", override: 0 }]
    })
    expect(overrideUse(schedule, range)).toEqual([{ override: 0, usedMs: DAY }])
    const later = { groups: groups("bob", "ann"), handOff: day() }
    const edited = changeLayer(schedule, { layer: 0, at: utc("2026-01-05T12:00"), to: later })
    expect(onCallAt(edited, start).people).toEqual(["ann"])
    expect(overrideUse(edited, range)).toEqual([{ override: 0, usedMs: 0 }])
  })

  it("a vacation replaces the person in each of its shifts", () => {
    const vacation = { ...swap, end: start + 7 * DAY }
    expect(peopleOf({ ...schedule, overrides: [vacation] }, "2026-01-05T00:00", "2026-01-09T00:00")).toEqual([
      "ann",
      "cat",
      "ann",
      "cat"
    ])
  })

  it("later overrides apply to the result of earlier ones", () => {
    const everybody = { start, end: start + DAY, people: ["dan", "eve"] }
    const sick = { ...everybody, people: [], replaces: "dan" }
    expect(onCallAt({ ...schedule, overrides: [swap, everybody, sick] }, start).people).toEqual(["eve"])
    expect(onCallAt({ ...schedule, overrides: [sick, swap, everybody] }, start).people).toEqual(["dan", "eve"])
  })

  it("an override by nobody is a gap", () => {
    const nobody = { start: start + HOUR, end: start + 2 * HOUR, people: [] }
    const empty = { ...schedule, overrides: [nobody] }
    expect(gapsBetween(empty, range)).toEqual([{ start: nobody.start, end: nobody.end }])
    expect(onCallAt(empty, nobody.start).sources).toMatchObject([{ kind: "override" }])
    expect(nextChange(empty, start)).toMatchObject({
      change: { at: nobody.start, people: [] },
      next: { people: ["ann"] }
    })
  })
})

test("nights and weekends are those of the local clock, also when it changes", () => {
  const schedule = one({ groups: groups("ann"), handOff: day() }, "Europe/Berlin")
  // The night from 28 to 29 March 2026 has 7 hours, and the weekend has 47.
  const range = { from: utc("2026-03-27T11:00"), to: utc("2026-03-30T10:00") }
  expect(balanceBetween(schedule, range)).toEqual([
    { person: "ann", hours: 71, nightHours: 23, weekendHours: 47, nights: 3, weekends: 1 }
  ])
})
