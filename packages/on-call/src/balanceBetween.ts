import { argumentsOf } from "@mon/bundled/arguments"
import type { ZoneClock } from "@mon/bundled/time-zones"
import { aRange, aSchedule } from "./argumentKinds.ts"
import type { OnCallRange } from "./OnCall.ts"
import type { OnCallSchedule } from "./OnCallSchedule.ts"
import { clockOf } from "./timeline/layerTimeline.ts"
import { arePeopleEqual } from "./timeline/mergedShifts.ts"
import { makeTimeline } from "./timeline/timeline.ts"
import { DAY_MS, HOUR_MS, instantOf, reachedTime, timeOfWeek, WEEK_MS } from "./times/localTime.ts"

const accept = /* @__PURE__ */ argumentsOf("balanceBetween", () => ({ schedule: aSchedule(), range: aRange() }))

/**
 * Nights are from 22:00 to 06:00. Such a night is longer than 7 hours and contains the time from midnight to 5:00, as
 * Directive 2003/88/EC, article 2(3), requires.
 */
const NIGHT = { start: 22 * HOUR_MS, length: 8 * HOUR_MS, every: DAY_MS }
/** Weekends are from Saturday 00:00 to Monday 00:00. */
const WEEKEND = { start: 5 * DAY_MS, length: 2 * DAY_MS, every: WEEK_MS }

/** How much a person is on call in a range. */
export interface PersonBalance {
  readonly person: string
  /** The time on call, in hours. */
  readonly hours: number
  /** The part of `hours` from 22:00 to 06:00, in the zone of the schedule. */
  readonly nightHours: number
  /** The part of `hours` on Saturdays and Sundays, in the zone of the schedule. */
  readonly weekendHours: number
  /** The number of nights in which the person is on call, for any time. */
  readonly nights: number
  /** The number of weekends in which the person is on call, for any time. */
  readonly weekends: number
}

interface Part {
  /** The number of the night or weekend. */
  readonly index: number
  readonly hours: number
}

/** Returns the nights or the weekends that overlap a time, with the hours of each. */
const partsOf = (clock: ZoneClock, { every, length, start }: typeof NIGHT, from: number, to: number): Array<Part> => {
  const reached = reachedTime(clock, from)
  const parts: Array<Part> = []
  const offset = reached - timeOfWeek(reached) + start - every
  // The first part can have begun before the time.
  for (let at = offset + Math.floor((reached - offset) / every) * every; ; at += every) {
    const begin = instantOf(clock, at)
    if (begin >= to) return parts
    const overlap = Math.min(to, instantOf(clock, at + length)) - Math.max(from, begin)
    if (overlap > 0) parts.push({ index: Math.floor(at / every), hours: overlap / HOUR_MS })
  }
}

const sum = (parts: ReadonlyArray<Part>): number => parts.reduce((total, { hours }) => total + hours, 0)

class Tally {
  hours = 0
  nightHours = 0
  weekendHours = 0
  readonly nights = new Set<number>()
  readonly weekends = new Set<number>()

  add(hours: number, nights: ReadonlyArray<Part>, weekends: ReadonlyArray<Part>): void {
    this.hours += hours
    this.nightHours += sum(nights)
    this.weekendHours += sum(weekends)
    for (const { index } of nights) this.nights.add(index)
    for (const { index } of weekends) this.weekends.add(index)
  }
}

/**
 * Returns how much each person is on call in a range: hours, nights and weekends. The people of all layers of the range
 * are listed, also those who are never on call. Those with the most hours are first.
 *
 * @param range At most 400 days. Unix time in milliseconds. Only the time in the range counts.
 *
 * @throws TypeError if an argument is wrong. The message names the field.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "days", start: "2026-01-05T09:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
 * const range = { from: Date.parse("2026-01-05T09:00Z"), to: Date.parse("2026-01-12T09:00Z") }
 * const [ann] = balanceBetween(schedule, range)
 * ann // => { person: "ann", hours: 96, nightHours: 32, weekendHours: 24, nights: 4, weekends: 1 }
 * ```
 */
export const balanceBetween = (schedule: OnCallSchedule, range: OnCallRange): ReadonlyArray<PersonBalance> => {
  accept(schedule, range)
  const { from, to } = range
  const clock = clockOf(schedule.zone)
  const timeline = makeTimeline(schedule)
  const tallies = new Map<string, Tally>()
  const tallyOf = (person: string): Tally => {
    const tally = tallies.get(person) ?? new Tally()
    tallies.set(person, tally)
    return tally
  }
  for (const { from: first = 0, groups, until = Infinity } of schedule.layers)
    if (first < to && until > from) for (const person of groups.flat()) tallyOf(person)
  for (let at = from; at < to;) {
    const { people } = timeline(at)
    let end = at
    for (let moment = timeline(at); end < to && arePeopleEqual(moment.people, people); moment = timeline(end))
      end = Math.min(moment.changesAt, to)
    const nights = partsOf(clock, NIGHT, at, end)
    const weekends = partsOf(clock, WEEKEND, at, end)
    for (const person of people) tallyOf(person).add((end - at) / HOUR_MS, nights, weekends)
    at = end
  }
  return [...tallies]
    .map(([person, { hours, nightHours, nights, weekendHours, weekends }]) => ({
      person,
      hours,
      nightHours,
      weekendHours,
      nights: nights.size,
      weekends: weekends.size
    }))
    .toSorted((a, b) => b.hours - a.hours)
}
