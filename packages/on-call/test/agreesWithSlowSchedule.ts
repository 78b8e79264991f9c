import * as fc from "fast-check"
import { expect } from "vitest"
import { onCallAt, type OnCallSchedule, shiftsBetween } from "../src/index.ts"
import { oddZones, schedules, windows } from "./randomSchedules.ts"
import { SlowClock, slowMinutes } from "./SlowSchedule.ts"

const MINUTE = 60_000
const DAYS = 2

const clocks = windows.map((start) => new SlowClock(start, DAYS * 1_440))

const expectSame = (schedule: OnCallSchedule, clock: SlowClock): void => {
  const slow = slowMinutes(schedule, clock)
  const range = { from: clock.start, to: clock.start + clock.minutes * MINUTE }
  const found: Array<ReadonlyArray<string>> = Array.from({ length: clock.minutes }, () => [])
  for (const { end, people, start } of shiftsBetween(schedule, range)) {
    expect(people).not.toEqual([])
    for (let at = Math.max(start, range.from); at < Math.min(end, range.to); at += MINUTE)
      found[(at - range.from) / MINUTE] = people
  }
  expect(found.map((people) => people.toSorted().join())).toEqual(slow.map(({ people }) => people.toSorted().join()))
  for (let minute = 0; minute < clock.minutes; minute += 97) {
    const { people, sources } = onCallAt(schedule, clock.start + minute * MINUTE)
    expect(people).toEqual(slow[minute]?.people)
    const turns = sources.flatMap((source) => (source.kind === "layer" ? [[source.layer, source.turn]] : []))
    expect(turns).toEqual(slow[minute]?.turns)
  }
}

/** Compares random schedules with the slow implementation, minute by minute around changes of clocks. */
export const expectAgreement = (numRuns: number): void => {
  const cases = fc
    .constantFrom(...clocks)
    .chain((clock) => fc.tuple(fc.constant(clock), schedules(fc.constantFrom(...oddZones), clock.start, DAYS)))
  fc.assert(
    fc.property(cases, ([clock, schedule]) => expectSame(schedule, clock)),
    { numRuns }
  )
}
