import { describe, expect, it, test } from "vitest"
import {
  type ActiveHours,
  gapsBetween,
  type HandOff,
  onCallAt,
  type OnCallLayer,
  type OnCallSchedule,
  shiftsBetween,
  type TurnUnit
} from "../src/index.ts"

const HOUR = 3_600_000
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** Returns an interval that is on every day. The end 00:00 is the next midnight. */
const daily = (start: string, end: string): ReadonlyArray<ActiveHours> =>
  WEEKDAYS.map((day, index) => ({
    start: `${day} ${start}`,
    end: `${end > start ? day : WEEKDAYS[(index + 1) % 7]} ${end}`
  }))

const utc = (text: string): number => Date.parse(`${text}Z`)

const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`

const rotation = (people: ReadonlyArray<string>, active?: ReadonlyArray<ActiveHours>): OnCallLayer => ({
  groups: people.map((person) => (person === "none" ? [] : [person])),
  handOff: { every: 1, unit: "days", start: "2026-01-05T08:00" },
  ...(active === undefined ? {} : { active })
})

const peopleOf = (schedule: OnCallSchedule, from: number, to: number) =>
  shiftsBetween(schedule, { from, to }).map(({ end, people, start }) => [
    new Date(Math.max(start, from)).toISOString().slice(5, 16),
    new Date(Math.min(end, to)).toISOString().slice(5, 16),
    people.join("+")
  ])

describe("GoAlert: lengths of shifts in America/Chicago (target/goalert, schedule/rotation/rotation_test.go)", () => {
  const cases: ReadonlyArray<readonly [unit: TurnUnit, start: string, every: number, begin: string, hours: number]> = [
    ["weeks", "2017-06-10T08:00", 1, "2017-06-10T13:00", 7 * 24],
    ["weeks", "2017-06-10T08:00", 2, "2017-06-10T13:00", 14 * 24],
    ["weeks", "2017-03-10T08:00", 1, "2017-03-10T14:00", 7 * 24 - 1],
    ["weeks", "2017-11-04T08:00", 1, "2017-11-04T13:00", 7 * 24 + 1],
    ["days", "2017-06-10T08:00", 1, "2017-06-10T13:00", 24],
    ["days", "2017-06-10T08:00", 2, "2017-06-10T13:00", 48],
    ["days", "2017-03-11T08:00", 1, "2017-03-11T14:00", 23],
    ["days", "2017-11-04T08:00", 1, "2017-11-04T13:00", 25],
    ["hours", "2017-06-10T08:00", 1, "2017-06-10T13:00", 1],
    ["hours", "2017-06-10T08:00", 2, "2017-06-10T13:00", 2],
    ["hours", "2017-03-12T00:00", 3, "2017-03-12T06:00", 2],
    ["hours", "2017-11-05T00:00", 3, "2017-11-05T05:00", 4],
    ["hours", "2017-01-01T01:00", 1, "2017-03-12T07:00", 1],
    ["hours", "2017-01-01T01:00", 1, "2017-11-05T06:00", 2]
  ]
  it.each(cases)("%s from %s, every %i: the shift of %sZ has %i hours", (unit, start, every, begin, hours) => {
    const layer = { groups: [["ann"]], handOff: { every, unit, start } }
    const { sources } = onCallAt({ zone: "America/Chicago", layers: [layer] }, utc(begin))
    expect(sources).toMatchObject([{ start: utc(begin), end: utc(begin) + hours * HOUR }])
  })

  it("a shift that began before a change of its length ends at the next hand-off (ConfigChange)", () => {
    const layer = { groups: [["ann"]], handOff: { every: 12, unit: "hours", start: "2017-01-01T00:00" } } as const
    const { sources } = onCallAt({ zone: "America/Chicago", layers: [layer] }, utc("2017-01-03T12:00"))
    expect(sources[0]?.end).toBe(utc("2017-01-03T18:00"))
  })
})

describe("PagerDuty: layers, restrictions and overrides (public REST API, schedules)", () => {
  const week: HandOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" }
  const first: OnCallLayer = { groups: [["ann"], ["bob"]], handOff: week }
  const second: OnCallLayer = { groups: [["cat"]], handOff: week, active: daily("17:00", "09:00") }
  const schedule: OnCallSchedule = { zone: "America/New_York", layers: [first, second] }

  it("the later layer wins, and outside its restriction the earlier one is on call", () => {
    expect(peopleOf(schedule, utc("2026-01-06T12:00"), utc("2026-01-07T16:00"))).toEqual([
      ["01-06T12:00", "01-06T14:00", "cat"],
      ["01-06T14:00", "01-06T22:00", "ann"],
      ["01-06T22:00", "01-07T14:00", "cat"],
      ["01-07T14:00", "01-07T16:00", "ann"]
    ])
  })

  it("outside the restrictions of all layers, nobody is on call, and the turns run on", () => {
    const layer: OnCallLayer = {
      groups: [["ann"], ["bob"], ["cat"], ["dan"], ["eve"], ["fay"], ["gus"]],
      handOff: { every: 1, unit: "days", start: "2026-01-05T00:00" },
      active: WEEKDAYS.slice(0, 5).map((day) => ({ start: `${day} 09:00`, end: `${day} 17:00` }))
    }
    const restricted = { zone: "UTC", layers: [layer] }
    const range = { from: utc("2026-01-09T00:00"), to: utc("2026-01-13T00:00") }
    expect(peopleOf(restricted, range.from, range.to)).toEqual([
      ["01-09T09:00", "01-09T17:00", "eve"],
      ["01-12T09:00", "01-12T17:00", "ann"]
    ])
    expect(gapsBetween(restricted, range)).toHaveLength(3)
  })

  it("a layer can begin after its virtual start, in the middle of a turn", () => {
    const late = { zone: "UTC", layers: [{ ...first, from: utc("2026-01-14T00:00") }] }
    const [shift] = shiftsBetween(late, { from: utc("2026-01-12T00:00"), to: utc("2026-01-15T00:00") })
    expect(shift).toMatchObject({ start: utc("2026-01-14T00:00"), end: utc("2026-01-19T09:00"), people: ["bob"] })
    expect(shift?.sources).toMatchObject([{ turn: 1, start: utc("2026-01-12T09:00") }])
  })

  it("an override wins over all layers", () => {
    const overrides = [{ start: utc("2026-01-06T21:00"), end: utc("2026-01-06T23:00"), people: ["dan"] }]
    expect(peopleOf({ ...schedule, overrides }, utc("2026-01-06T20:00"), utc("2026-01-07T00:00"))).toEqual([
      ["01-06T20:00", "01-06T21:00", "ann"],
      ["01-06T21:00", "01-06T23:00", "dan"],
      ["01-06T23:00", "01-07T00:00", "cat"]
    ])
  })
})

describe("Opsgenie: rotations are on call together (public REST API, schedules and rotations)", () => {
  it("the people of all rotations are on call, each once, and a participant `none` is nobody", () => {
    const layers = [rotation(["ann", "none"]), rotation(["bob", "ann"])]
    expect(
      peopleOf({ zone: "UTC", mode: "together", layers }, utc("2026-01-05T08:00"), utc("2026-01-08T08:00"))
    ).toEqual([
      ["01-05T08:00", "01-06T08:00", "ann+bob"],
      ["01-06T08:00", "01-07T08:00", "ann"],
      ["01-07T08:00", "01-08T08:00", "ann+bob"]
    ])
  })

  it("a time-of-day restriction whose end is before its start continues after midnight", () => {
    const schedule = { zone: "UTC", mode: "together", layers: [rotation(["ann"], daily("22:30", "06:00"))] } as const
    expect(peopleOf(schedule, utc("2026-01-06T00:00"), utc("2026-01-07T00:00"))).toEqual([
      ["01-06T00:00", "01-06T06:00", "ann"],
      ["01-06T22:30", "01-07T00:00", "ann"]
    ])
  })

  it("a weekday-and-time-of-day restriction can continue over the end of the week", () => {
    const weekend = [{ start: "fri 18:00", end: "mon 08:00" }]
    const schedule = {
      zone: "UTC",
      layers: [{ ...rotation(["ann"], weekend), handOff: { every: 1, unit: "weeks", start: "2026-01-05T08:00" } }]
    } as const
    expect(peopleOf(schedule, utc("2026-01-05T08:00"), utc("2026-01-13T00:00"))).toEqual([
      ["01-09T18:00", "01-12T08:00", "ann"]
    ])
  })
})

test("Grafana OnCall: levels and an override (grafana/oncall, test_final_schedule_events)", () => {
  const shift = (person: string, start: number, hours: number, joinsPrevious: boolean): OnCallLayer => ({
    groups: [[person]],
    handOff: { every: 1, unit: "days", start: "2026-01-05T00:00" },
    active: daily(clock(start), clock(start + hours)),
    joinsPrevious
  })
  const day = utc("2026-01-06T00:00")
  const schedule: OnCallSchedule = {
    zone: "UTC",
    layers: [
      ...["A 10 5", "B 11 2", "A 16 3", "A 21 1", "B 22 2"].map((text) => text.split(" ")),
      ...["C 12 2", "D 14 1", "D 17 1", "D 20 3"].map((text) => text.split(" "))
    ].map(([person = "", start, hours], index) =>
      shift(person, Number(start), Number(hours), index !== 0 && index !== 5)
    ),
    overrides: [{ start: day + 22 * HOUR, end: day + 23 * HOUR, people: ["E"] }]
  }
  const range = { from: day, to: day + 24 * HOUR }
  expect(
    shiftsBetween(schedule, range).map(({ end, people, start }) => [
      (start - day) / HOUR,
      (end - start) / HOUR,
      people.join()
    ])
  ).toEqual([
    [10, 1, "A"],
    [11, 1, "A,B"],
    [12, 2, "C"],
    [14, 1, "D"],
    [16, 1, "A"],
    [17, 1, "D"],
    [18, 1, "A"],
    [20, 2, "D"],
    [22, 1, "E"],
    [23, 1, "B"]
  ])
  expect(gapsBetween(schedule, range).map(({ end, start }) => [(start - day) / HOUR, (end - start) / HOUR])).toEqual([
    [0, 10],
    [15, 1],
    [19, 1]
  ])
})
