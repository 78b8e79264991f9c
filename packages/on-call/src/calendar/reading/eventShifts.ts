import type { OnCallRange } from "../../OnCall.ts"
import { DAY_MS } from "../../times/localTime.ts"
import { type CalendarEvent, endOf, instantOfMoment, longestOf } from "./CalendarEvent.ts"
import { readingLimits } from "./components.ts"
import { type Budget, occurrences } from "./occurrences.ts"
import type { RecurrenceRule } from "./RecurrenceRule.ts"
import { instantOfLocal } from "./Zones.ts"

/** An occurrence of an event. */
export interface FoundShift {
  readonly start: number
  readonly end: number
  readonly event: CalendarEvent
}

interface Start {
  readonly instant: number
  readonly local: number
  readonly length: CalendarEvent["length"]
}

const isWithin = ({ until }: RecurrenceRule, local: number, instant: number): boolean => {
  if (until === null) return true
  if (until.form === "utc") return instant <= until.local
  return local <= until.local + (until.form === "date" ? DAY_MS - 1 : 0)
}

interface Search {
  readonly range: OnCallRange
  readonly budget: Budget
  /** How much later than its original time an occurrence can be. */
  readonly slack: number
}

/** Returns the starts of an event that can overlap a range, before its exceptions. */
const startsOf = (event: CalendarEvent, { budget, range, slack }: Search): ReadonlyArray<Start> => {
  const { dates, length, rules, start } = event
  const { clock } = start
  const most = readingLimits.shifts
  const from = range.from - longestOf(length) - slack
  const to = range.to + slack
  const starts: Array<Start> = [{ instant: instantOfMoment(start), local: start.local, length }]
  for (const rule of rules) {
    for (const local of occurrences(rule, start.local, { budget, from: from - 2 * DAY_MS })) {
      const instant = instantOfLocal(clock, local)
      if (instant >= to || starts.length > most || !isWithin(rule, local, instant)) break
      if (instant >= from) starts.push({ instant, local, length })
    }
  }
  for (const { instant, length: own } of dates)
    starts.push({ instant, local: instant + clock.periodAt(instant).offset, length: own ?? length })
  // A start of a rule can be an additional date too. The one with its own length applies.
  return [...new Map(starts.map((one) => [one.instant, one])).values()]
}

const dayOf = (local: number): number => Math.floor(local / DAY_MS) * DAY_MS

const isOriginalBefore = (a: CalendarEvent, b: CalendarEvent): number =>
  (a.replaces?.instant ?? 0) - (b.replaces?.instant ?? 0)

/** Returns the starts of occurrences that have changes. A change with a date is about the occurrence on that day. */
const changedStarts = (changes: ReadonlyArray<CalendarEvent>) => {
  const originals = changes.flatMap(({ isFromThen, replaces }) => (replaces === null || isFromThen ? [] : [replaces]))
  return {
    instants: new Set(originals.flatMap(({ instant, isDate }) => (isDate ? [] : [instant]))),
    days: new Set(originals.flatMap(({ isDate, local }) => (isDate ? [local] : [])))
  }
}

/** Returns the last change of all later occurrences that applies to an occurrence. */
const lastBefore = (later: ReadonlyArray<CalendarEvent>, instant: number): CalendarEvent | undefined => {
  let low = 0
  let high = later.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((later[middle]?.replaces?.instant ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return later[low - 1]
}

/** Moves an occurrence as a change of this and all later occurrences moves it. */
const moved = (change: CalendarEvent, { local }: Start): FoundShift => {
  const { length, replaces, start } = change
  const at = local + start.local - (replaces?.local ?? start.local)
  return { start: instantOfLocal(start.clock, at), end: endOf(start.clock, at, length), event: change }
}

const single = (event: CalendarEvent): FoundShift => ({
  start: instantOfMoment(event.start),
  end: endOf(event.start.clock, event.start.local, event.length),
  event
})

/** The longest time by which a change moves all later occurrences and is still found. */
const LONGEST_MOVE_MS = 62 * DAY_MS

/**
 * Returns the occurrences of an event with its changes, which have the same UID. Changes of one occurrence are found
 * even if the occurrence is not in the range, or the event has no such occurrence.
 */
export const eventShifts = (
  event: CalendarEvent | undefined,
  changes: ReadonlyArray<CalendarEvent>,
  { budget, range }: { readonly range: OnCallRange; readonly budget: Budget }
): ReadonlyArray<FoundShift> => {
  const later = changes.filter(({ isFromThen }) => isFromThen).toSorted(isOriginalBefore)
  const shifts = changes.filter(({ isCancelled, isFromThen }) => !isFromThen && !isCancelled).map(single)
  if (event !== undefined && !event.isCancelled) {
    const slack = later.length > 0 ? LONGEST_MOVE_MS : 0
    const changed = changedStarts(changes)
    for (const one of startsOf(event, { range, budget, slack })) {
      const day = dayOf(one.local)
      const isExcluded = event.excluded.has(one.instant) || event.excludedDays.has(day)
      if (isExcluded || changed.instants.has(one.instant) || changed.days.has(day)) continue
      const change = lastBefore(later, one.instant)
      if (change === undefined)
        shifts.push({ start: one.instant, end: endOf(event.start.clock, one.local, one.length), event })
      else if (!change.isCancelled) shifts.push(moved(change, one))
    }
  } else if (event === undefined) shifts.push(...later.filter(({ isCancelled }) => !isCancelled).map(single))
  return shifts.filter(({ end, start }) => end > start && start < range.to && end > range.from)
}
