import { argumentsOf, shape, aString, listOf } from "@mon/bundled/arguments"
import { onCallLimits, shiftsBetween } from "@mon/on-call"
import { engineSchedule } from "./engineSchedule.ts"
import type { ImportedSchedule, RenderedSchedule, RenderedShift } from "./ImportedOnCall.ts"
import { DAY_MS, isoOf } from "./zoneTime.ts"

/** A time in which a source and an imported schedule have different people on call. */
export interface ShiftDifference {
  /** ISO 8601 in UTC. */
  readonly start: string
  /** ISO 8601 in UTC. */
  readonly end: string
  /** The people on call in the source, in alphabetical order. */
  readonly inSource: ReadonlyArray<string>
  /** The people on call in the imported schedule, in alphabetical order. */
  readonly imported: ReadonlyArray<string>
}

const accept = /* @__PURE__ */ argumentsOf("compareShifts", () => ({
  schedule: shape<ImportedSchedule>("an imported schedule", { name: aString, timezone: aString }),
  rendered: shape<RenderedSchedule>("the shifts of a schedule", {
    from: aString,
    to: aString,
    shifts: listOf(shape<RenderedShift>("a shift", { start: aString, end: aString, person: aString }))
  })
}))

interface Presence {
  readonly start: number
  readonly end: number
  readonly people: ReadonlyArray<string>
}

/** Differences that are shorter are left out, because sources round times to seconds. */
const SHORTEST_MS = 1_000

const importedIn = (schedule: ImportedSchedule, from: number, to: number): ReadonlyArray<Presence> => {
  const found: Array<Presence> = []
  const engine = engineSchedule(schedule)
  const most = onCallLimits.rangeDays * DAY_MS
  for (let at = from; at < to; at += most)
    found.push(...shiftsBetween(engine, { from: at, to: Math.min(to, at + most) }))
  return found
}

/** Returns the people who are present between two edges without a change. Both lists are sorted by their start. */
const peopleAt = (presences: ReadonlyArray<Presence>, at: number): ReadonlyArray<string> =>
  [...new Set(presences.filter(({ end, start }) => start <= at && at < end).flatMap(({ people }) => people))].toSorted()

/**
 * Compares an imported schedule with the shifts that its source displayed, and returns the times in which the people
 * differ. Empty if they never differ. The comparison covers the range of the displayed shifts.
 *
 * @throws TypeError if an argument is wrong.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "days", start: "2026-01-05T09:00" } as const
 * const layers = [{ groups: [["ann@example.org"], ["bob@example.org"]], handOff }]
 * const shifts = [{ start: "2026-01-05T09:00:00Z", end: "2026-01-06T10:00:00Z", person: "ann@example.org" }]
 * const rendered = { schedule: "Web", from: "2026-01-05T09:00:00Z", to: "2026-01-06T10:00:00Z", shifts }
 * const found = compareShifts({ name: "Web", timezone: "UTC", mode: "layered", layers }, rendered)
 * found.map(({ imported, start }) => [start, ...imported]) // => [["2026-01-06T09:00:00.000Z", "bob@example.org"]]
 * ```
 */
export const compareShifts = (
  schedule: ImportedSchedule,
  rendered: RenderedSchedule
): ReadonlyArray<ShiftDifference> => {
  accept(schedule, rendered)
  const from = Date.parse(rendered.from)
  const to = Date.parse(rendered.to)
  const source = rendered.shifts.map(({ end, person, start }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
    people: [person]
  }))
  const own = importedIn(schedule, from, to)
  const edges = [...source, ...own].flatMap(({ end, start }) => [start, end]).filter((edge) => edge > from && edge < to)
  const sorted = [from, ...new Set(edges.toSorted((a, b) => a - b)), to]
  const differences: Array<ShiftDifference> = []
  for (const [index, start] of sorted.slice(0, -1).entries()) {
    const end = sorted[index + 1] ?? to
    const inSource = peopleAt(source, start)
    const imported = peopleAt(own, start)
    if (end - start < SHORTEST_MS || inSource.join("\n") === imported.join("\n")) continue
    const last = differences.at(-1)
    if (
      last !== undefined &&
      last.end === isoOf(start) &&
      last.inSource.join("\n") === inSource.join("\n") &&
      last.imported.join("\n") === imported.join("\n")
    )
      differences[differences.length - 1] = { ...last, end: isoOf(end) }
    else differences.push({ start: isoOf(start), end: isoOf(end), inSource, imported })
  }
  return differences
}
