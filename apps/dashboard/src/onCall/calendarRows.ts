import type { OnCallLayer, OnCallPerson, OnCallSchedule } from "@mon/model"
import { type OnCallLayer as EngineLayer, scheduleFault, shiftsBetween } from "@mon/on-call"
import { instantOf, shownTime } from "../form/zonedTime.ts"

const DAY_MS = 86_400_000

/** A range of whole local days, in milliseconds since the epoch. */
export interface DayRange {
  readonly from: number
  readonly to: number
  /** The start of each day. Days are 23 or 25 hours long when the clocks change. */
  readonly days: ReadonlyArray<number>
}

const startOfDay = (zone: string, date: string): number => Date.parse(instantOf(zone, `${date}T00:00`) ?? date)

/** Returns the range of a number of local days, from the day that contains an instant. */
export const dayRange = (zone: string, at: number, days: number): DayRange => {
  const first = Date.parse(`${shownTime(zone, at).slice(0, 10)}T00:00Z`)
  const starts = Array.from({ length: days + 1 }, (_, index) =>
    startOfDay(zone, new Date(first + index * DAY_MS).toISOString().slice(0, 10))
  )
  return { from: starts[0] ?? at, to: starts[days] ?? at, days: starts.slice(0, days) }
}

/** A bar of a calendar. Positions are in percent of the range. */
export interface Bar {
  readonly left: number
  readonly width: number
  readonly people: ReadonlyArray<string>
  readonly start: number
  readonly end: number
}

interface Span {
  readonly start: number
  readonly end: number
  readonly people: ReadonlyArray<string>
}

/** Returns the bars of spans that overlap a range. Each bar is cut to the range. */
export const barsOf = (spans: ReadonlyArray<Span>, { from, to }: Pick<DayRange, "from" | "to">): ReadonlyArray<Bar> =>
  spans
    .filter(({ end, start }) => start < to && end > from)
    .map(({ end, people, start }) => {
      const [begin, stop] = [Math.max(start, from), Math.min(end, to)]
      return {
        left: ((begin - from) / (to - from)) * 100,
        width: ((stop - begin) / (to - from)) * 100,
        people,
        start: begin,
        end: stop
      }
    })

const engineLayer = ({ active, counts, from, groups, handOff, timezone, until }: OnCallLayer): EngineLayer => ({
  groups,
  handOff,
  counts,
  ...(active === null ? {} : { active }),
  ...(from === null ? {} : { from: Date.parse(from) }),
  ...(until === null ? {} : { until: Date.parse(until) }),
  ...(timezone === null ? {} : { zone: timezone })
})

/** Returns the turns of one layer alone, without other layers and overrides. */
export const layerBars = (
  { timezone }: Pick<OnCallSchedule, "timezone">,
  layer: OnCallLayer,
  range: DayRange
): ReadonlyArray<Bar> => {
  const alone = { zone: timezone, layers: [engineLayer(layer)] }
  const { from, to } = range
  return scheduleFault(alone) === null ? barsOf(shiftsBetween(alone, { from, to }), range) : []
}

/** The number of colours for people. */
const PERSON_COLOURS = 6

/** Gives each person a colour: people of the account in their order. */
export const colourOf = (people: ReadonlyArray<OnCallPerson>): ((membershipId: string) => number) => {
  const places = new Map(people.map(({ membershipId }, index) => [membershipId, index % PERSON_COLOURS]))
  return (membershipId) => places.get(membershipId) ?? 0
}
