import { allTimeZones } from "@mon/bundled/time-zones"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  addPerson,
  changeLayer,
  gapsBetween,
  onCallAt,
  type OnCallSchedule,
  removePerson,
  scheduleFault,
  shiftsBetween
} from "../src/index.ts"
import { turnFault } from "./turnFault.ts"
import { oddZones, schedules } from "./randomSchedules.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 2, 25)
const DAYS = 14
const range = { from: START, to: START + DAYS * DAY }
const random = schedules(fc.constantFrom(...oddZones), START, DAYS)
const instant = fc.integer({ min: range.from, max: range.to - 1 })
const RUNS = { numRuns: 150 }

test("in every zone, the turns of three years follow each other without a gap or an overlap", () => {
  const handOffs = [
    { every: 1, unit: "days", start: "2025-01-01T02:30" },
    { every: 1, unit: "weeks", start: "2025-01-01T00:00" },
    { every: 1, unit: "months", start: "2025-01-31T23:45" },
    { every: 12, unit: "hours", start: "2025-01-01T01:15" },
    { every: 100, unit: "hours", start: "2025-01-01T01:15" }
  ] as const
  for (const [index, zone] of allTimeZones().entries()) {
    const handOff = handOffs[index % handOffs.length]
    expect(handOff === undefined ? "" : turnFault(zone, handOff)).toBeNull()
  }
})

/** Returns the people at each change of a range, clipped to the range. */
const lineOf = (schedule: OnCallSchedule, from: number, to: number) => {
  const line: Array<{ readonly start: number; end: number; readonly people: string }> = []
  for (const { end, people, start } of shiftsBetween(schedule, { from, to })) {
    const names = people.toSorted().join()
    const last = line.at(-1)
    const begin = Math.max(start, from)
    if (last?.end === begin && last.people === names) last.end = Math.min(end, to)
    else line.push({ start: begin, end: Math.min(end, to), people: names })
  }
  return line
}

test("each instant is in one shift or in one gap, and all functions agree", () => {
  fc.assert(
    fc.property(random, fc.array(instant, { maxLength: 20 }), (schedule, instants) => {
      const shifts = shiftsBetween(schedule, range)
      const gaps = gapsBetween(schedule, range)
      const clipped = shifts.map(({ end, start }) => ({
        start: Math.max(start, range.from),
        end: Math.min(end, range.to)
      }))
      const all = [...clipped, ...gaps].toSorted((a, b) => a.start - b.start)
      expect(all[0]?.start).toBe(range.from)
      expect(all.at(-1)?.end).toBe(range.to)
      expect(all.slice(1).map(({ start }) => start)).toEqual(all.slice(0, -1).map(({ end }) => end))
      for (const at of instants) {
        const found = shifts.find(({ end, start }) => start <= at && at < end)
        expect(onCallAt(schedule, at).people).toEqual(found?.people ?? [])
      }
    }),
    RUNS
  )
})

test("a shift does not depend on the range that is asked for", () => {
  fc.assert(
    fc.property(random, fc.tuple(instant, instant), (schedule, [a, b]) => {
      const part = { from: Math.min(a, b), to: Math.max(a, b) + 1 }
      const expected = shiftsBetween(schedule, range).filter(({ end, start }) => start < part.to && end > part.from)
      expect(shiftsBetween(schedule, part).map(({ end, people, start }) => ({ start, end, people }))).toEqual(
        expected.map(({ end, people, start }) => ({ start, end, people }))
      )
    }),
    RUNS
  )
})

test("a turn is the same from each of its instants", () => {
  fc.assert(
    fc.property(random, instant, fc.integer({ min: 0, max: 99 }), (schedule, at, percent) => {
      const layers: OnCallSchedule = { zone: schedule.zone, layers: schedule.layers, mode: "together" }
      for (const source of onCallAt(layers, at).sources) {
        const other = source.start + Math.floor(((source.end - source.start) * percent) / 100)
        const same = onCallAt(layers, other).sources.filter(
          (one) => one.kind === "layer" && source.kind === "layer" && one.layer === source.layer
        )
        // The layer can be off at the other instant.
        for (const one of same) expect(one).toEqual(source)
      }
    }),
    RUNS
  )
})

const edited = (
  schedule: OnCallSchedule,
  { at, kind, layer: index }: { readonly at: number; readonly kind: string; readonly layer: number }
) => {
  const layer = schedule.layers[index]
  if (layer === undefined || at >= (layer.until ?? Infinity)) return null
  const edit = { layer: index, at }
  const person = layer.groups.flat()[0]
  if (kind === "add") return addPerson(schedule, { ...edit, person: "new" })
  if (kind === "remove") return person === undefined ? null : removePerson(schedule, { ...edit, person })
  const handOff = { every: 3, unit: "days", start: "2026-01-05T10:00" } as const
  return changeLayer(schedule, { ...edit, to: kind === "end" ? null : { groups: [["new"]], handOff } })
}

describe("an edit from an instant on", () => {
  const edits = fc.record({
    layer: fc.nat({ max: 3 }),
    at: instant,
    kind: fc.constantFrom("add", "remove", "change", "end")
  })

  test("leaves everything before it unchanged, also after several edits", () => {
    fc.assert(
      fc.property(random, fc.array(edits, { minLength: 1, maxLength: 4 }), (schedule, list) => {
        let current = schedule
        for (const edit of list) {
          const next = edited(current, edit)
          if (next === null) continue
          expect(scheduleFault(next)).toBeNull()
          if (edit.at > range.from)
            expect(lineOf(next, range.from - 7 * DAY, edit.at)).toEqual(lineOf(current, range.from - 7 * DAY, edit.at))
          current = next
        }
      }),
      RUNS
    )
  })

  test("adds a person after the next turns of all others", () => {
    const handOff = { every: 1, unit: "days", start: "2026-01-05T10:00" } as const
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), instant, fc.constantFrom(...oddZones), (count, at, zone) => {
        const groups = Array.from({ length: count }, (_, index) => [`p${index}`])
        const schedule = { zone, layers: [{ groups, handOff }] }
        const names = (one: OnCallSchedule, days: number) =>
          shiftsBetween(one, { from: at, to: at + days * DAY - 3_600_000 }).map(({ people }) => people[0])
        const after = names(addPerson(schedule, { layer: 0, at, person: "new" }), count + 1)
        expect(after.slice(0, count)).toEqual(names(schedule, count + 1).slice(0, count))
        expect(after[count]).toBe("new")
      }),
      RUNS
    )
  })
})

const freeze = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

test("no function changes its arguments", () => {
  fc.assert(
    fc.property(random, instant, (schedule, at) => {
      freeze(schedule)
      shiftsBetween(schedule, range)
      if (at < (schedule.layers[0]?.until ?? Infinity)) addPerson(schedule, { layer: 0, at, person: "new" })
    }),
    { numRuns: 30 }
  )
})
