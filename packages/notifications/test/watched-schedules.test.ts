import type { OnCallDefinition } from "@mon/model"
import { describe, expect, it } from "vitest"
import { watchSchedule, type WatchedSchedule } from "../src/onCall/watchSchedule.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.parse("2027-01-04T09:00Z")

const definition = (groups: ReadonlyArray<ReadonlyArray<string>>, until: string | null = null): OnCallDefinition => ({
  timezone: "UTC",
  mode: "layered",
  layers: [
    {
      name: null,
      groups,
      handOff: { every: 1, unit: "days", start: "2027-01-04T09:00" },
      active: null,
      counts: "all",
      from: null,
      until,
      joinsPrevious: false,
      timezone: null
    }
  ]
})

const watched = (changes: Partial<WatchedSchedule> = {}): WatchedSchedule => ({
  id: "s",
  name: "Operations",
  definition: definition([["ann"], ["bob"]]),
  overrides: [],
  members: ["ann", "bob"].map((membershipId) => ({ membershipId, isMember: true })),
  people: ["ann"],
  reportedGaps: [],
  nowMs: start + HOUR,
  ...changes
})

describe("the watch of a schedule", () => {
  it("notifies nobody at first, and everybody concerned at a hand-off", () => {
    const first = watchSchedule(watched({ people: null }))
    expect(first).toMatchObject({ people: ["ann"], begins: [], ends: [], watchAtMs: start + DAY })
    const handOff = watchSchedule(watched({ nowMs: start + DAY }))
    expect(handOff).toMatchObject({ begins: ["bob"], ends: ["ann"], untilMs: start + 2 * DAY, definition: null })
  })

  it("removes people who have left: the next one has the rest of the turn", () => {
    const members = [
      { membershipId: "ann", isMember: false },
      { membershipId: "bob", isMember: true }
    ]
    const override = {
      id: "o",
      start: new Date(start).toISOString(),
      end: new Date(start + DAY).toISOString(),
      people: ["ann"],
      replaces: null
    }
    const found = watchSchedule(watched({ members, overrides: [override] }))
    expect(found).toMatchObject({ departed: ["ann"], people: ["bob"], begins: ["bob"], ends: [], gaps: 0 })
    expect(found.definition?.layers.map(({ groups, until }) => [groups, until])).toEqual([
      [[["ann"], ["bob"]], "2027-01-04T10:00:00.000Z"],
      [[["bob"]], null]
    ])
    const later = { members, definition: found.definition ?? definition([]), people: ["bob"], nowMs: start + DAY }
    expect(watchSchedule(watched(later))).toMatchObject({ departed: [], definition: null })
  })

  it("reports a gap seven days and one day before it, once each", () => {
    const end = start + 10 * DAY
    const ending = definition([["ann"]], new Date(end).toISOString())
    const at = (nowMs: number, reportedGaps: ReadonlyArray<string>) =>
      watchSchedule(watched({ definition: ending, nowMs, reportedGaps }))
    const early = at(start + HOUR, [])
    expect(early).toMatchObject({ newGaps: [], gaps: 1, watchAtMs: start + DAY + HOUR })
    const week = at(end - 7 * DAY, early.reportedGaps)
    expect(week.newGaps).toHaveLength(1)
    expect(at(end - 6 * DAY, week.reportedGaps).newGaps).toEqual([])
    const day = at(end - DAY, week.reportedGaps)
    expect(day.newGaps).toHaveLength(1)
    expect(at(end, day.reportedGaps).newGaps).toEqual([])
    const begun = at(end + 1, day.reportedGaps)
    expect(begun.newGaps).toEqual([])
    expect(at(end + DAY, begun.reportedGaps).newGaps).toEqual([])
    expect(at(end - HOUR, []).newGaps).toHaveLength(1)
  })

  it("reports a gap that begins without a warning once", () => {
    const at = (nowMs: number, reportedGaps: ReadonlyArray<string>) =>
      watchSchedule(watched({ definition: definition([]), people: [], nowMs, reportedGaps }))
    const found = at(start, [])
    expect(found.newGaps).toHaveLength(1)
    expect(at(start + DAY, found.reportedGaps).newGaps).toEqual([])
    const covered = watchSchedule(watched({ reportedGaps: found.reportedGaps }))
    expect(at(start + 2 * DAY, covered.reportedGaps).newGaps).toHaveLength(1)
  })

  it("reports weekends as regular, until a rotation is about to end", () => {
    const end = start + 200 * DAY
    const weekdays: OnCallDefinition = {
      ...definition([["ann"]]),
      layers: definition([["ann"]], new Date(end).toISOString()).layers.map((layer) => ({
        ...layer,
        active: [{ start: "mon 09:00", end: "fri 18:00" }]
      }))
    }
    const letters: Array<number> = []
    let next: Pick<WatchedSchedule, "people" | "nowMs" | "reportedGaps"> = {
      people: null,
      nowMs: start + HOUR,
      reportedGaps: []
    }
    while (next.nowMs < start + 365 * DAY) {
      const { newGaps, people, reportedGaps, watchAtMs } = watchSchedule(watched({ definition: weekdays, ...next }))
      if (newGaps.length > 0) letters.push(Math.floor((next.nowMs - start) / DAY))
      // A worker examines a schedule some seconds after it is due.
      next = { people, reportedGaps, nowMs: watchAtMs + 5_000 }
    }
    // Day 193 is the last Friday, and the rotation ends on day 200.
    expect(letters).toEqual([0, 3, 189, 192, 193, 199])
  })

  it("reports regular gaps once, and again only after they were gone", () => {
    const nights: OnCallDefinition = {
      ...definition([["ann"]]),
      layers: definition([["ann"]]).layers.map((layer) => ({
        ...layer,
        active: [{ start: "mon 09:00", end: "mon 17:00" }]
      }))
    }
    const found = watchSchedule(watched({ definition: nights }))
    expect(found.newGaps.length).toBeGreaterThan(4)
    expect(watchSchedule(watched({ definition: nights, reportedGaps: found.reportedGaps })).newGaps).toEqual([])
    const covered = watchSchedule(watched({ reportedGaps: found.reportedGaps }))
    expect(covered.reportedGaps).toEqual([])
  })

  it("finds nobody in a schedule with a fault, which only another release can have stored", () => {
    const broken = { ...definition([["ann"]]), timezone: "Mars/Base" }
    expect(watchSchedule(watched({ definition: broken }))).toMatchObject({ people: [], ends: ["ann"], gaps: 1 })
  })
})
