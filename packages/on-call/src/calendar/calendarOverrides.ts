import { argumentsOf, listOf, optional, shape, whole } from "@mon/bundled/arguments"
import { anInstant, aPerson, atMost } from "../argumentKinds.ts"
import { type OnCallOverride, onCallLimits } from "../OnCallSchedule.ts"
import type { CalendarShift } from "./readCalendar.ts"

type PlannedShift = Pick<CalendarShift, "start" | "end" | "people"> & Partial<Pick<CalendarShift, "level">>

const accept = /* @__PURE__ */ argumentsOf("calendarOverrides", () => ({
  shifts: listOf(
    shape<PlannedShift>("a shift with start, end and people", {
      start: anInstant(),
      end: anInstant(),
      people: atMost(aPerson(), onCallLimits.people),
      level: optional(whole(0, 999))
    })
  )
}))

/** The people of all shifts at a time, by level, with the number of their shifts. */
class Present {
  readonly #levels = new Map<number, Map<string, number>>()

  change({ level = 0, people }: PlannedShift, by: 1 | -1): void {
    const counts = this.#levels.get(level) ?? new Map<string, number>()
    for (const person of people) {
      const count = (counts.get(person) ?? 0) + by
      if (count > 0) counts.set(person, count)
      else counts.delete(person)
    }
    if (counts.size > 0) this.#levels.set(level, counts)
    else this.#levels.delete(level)
  }

  /** The people of the shifts with the highest level. */
  get people(): ReadonlyArray<string> {
    const highest = this.#levels.get([...this.#levels.keys()].reduce((most, level) => Math.max(most, level), 0))
    const people: Array<string> = []
    for (const person of highest?.keys() ?? []) if (people.length < onCallLimits.people) people.push(person)
    return people
  }
}

/**
 * Returns shifts, such as those of a calendar, as overrides that do not overlap. People with shifts at the same time
 * are on call together. A shift with a higher level replaces those with lower levels. A schedule with these overrides
 * and without layers is the plan of the calendar. In a schedule with layers, they replace its people.
 *
 * A schedule has at most 1,000 overrides, so read a calendar for a short range, and again later.
 *
 * @throws TypeError if an argument is wrong. The message names the argument.
 *
 * @example
 * ```ts
 * const shift = (start: number, end: number, person: string) => ({ start, end, people: [person] })
 * calendarOverrides([shift(0, 3, "ann"), shift(2, 4, "bob")]).map(({ people }) => people) // => [["ann"], ["ann", "bob"], ["bob"]]
 * ```
 */
export const calendarOverrides = (shifts: ReadonlyArray<PlannedShift>): ReadonlyArray<OnCallOverride> => {
  accept(shifts)
  const real = shifts.filter(({ end, start }) => end > start)
  const begins = real.toSorted((a, b) => a.start - b.start)
  const ends = real.toSorted((a, b) => a.end - b.end)
  const edges = [...new Set(real.flatMap(({ end, start }) => [start, end]))].toSorted((a, b) => a - b)
  const present = new Present()
  const overrides: Array<OnCallOverride> = []
  let [begun, ended] = [0, 0]
  for (const [index, start] of edges.entries()) {
    for (let one = ends[ended]; one !== undefined && one.end <= start; one = ends[++ended]) present.change(one, -1)
    for (let one = begins[begun]; one !== undefined && one.start <= start; one = begins[++begun]) present.change(one, 1)
    const end = edges[index + 1]
    const { people } = present
    if (end === undefined || people.length === 0) continue
    const last = overrides.at(-1)
    if (last?.end === start && last.people.join("\n") === people.join("\n"))
      overrides[overrides.length - 1] = { ...last, end }
    else overrides.push({ start, end, people })
  }
  return overrides
}
