import { argumentsOf } from "@mon/bundled/arguments"
import { aRange, aSchedule } from "./argumentKinds.ts"
import type { OnCallRange, Shift } from "./OnCall.ts"
import type { OnCallSchedule } from "./OnCallSchedule.ts"
import { mergedShifts } from "./timeline/mergedShifts.ts"
import { makeTimeline } from "./timeline/timeline.ts"

const accept = /* @__PURE__ */ argumentsOf("shiftsBetween", () => ({ schedule: aSchedule(), range: aRange() }))

/**
 * Returns the shifts that overlap a range, in ascending order. A shift is not clipped: its start can be before the
 * range, and its end after the range. Between two shifts, nobody is on call.
 *
 * A shift ends when its turn ends, so each turn of a person has a shift of its own. Several shifts of one turn have the
 * same `start` and `end` in `sources`.
 *
 * @param range At most 400 days. Unix time in milliseconds.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const day = { every: 1, unit: "days", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "Europe/Berlin", layers: [{ groups: [["ann"], []], handOff: day }] }
 * const range = { from: Date.parse("2026-01-05T12:00Z"), to: Date.parse("2026-01-08T00:00Z") }
 * const shifts = shiftsBetween(schedule, range)
 * shifts.map(({ people }) => people) // => [["ann"], ["ann"]]
 * new Date(shifts[0].start) // => new Date("2026-01-05T08:00Z")
 * ```
 */
export const shiftsBetween = (schedule: OnCallSchedule, range: OnCallRange): ReadonlyArray<Shift> => {
  accept(schedule, range)
  const { from, to } = range
  const timeline = makeTimeline(schedule)
  // All sources of a shift apply during the whole shift, so it cannot begin before any of them.
  const { people, sources } = timeline(from)
  const start = people.length === 0 ? from : Math.max(...sources.map((source) => source.start))
  const shifts: Array<Shift> = []
  for (const shift of mergedShifts(timeline, start, to))
    if (shift.people.length > 0 && shift.end > from) shifts.push(shift)
  return shifts
}
