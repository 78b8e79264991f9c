import { zoneClock } from "@mon/bundled/time-zones"
import { calendarOverrides, type CalendarReading, readCalendar, type ReadCalendarOptions } from "@mon/on-call/calendar"
import {
  balanceBetween,
  type Gap,
  gapsBetween,
  type OnCallOverride,
  type OnCallRange,
  type OnCallSchedule,
  overrideUse,
  type PersonBalance,
  type Shift,
  shiftsBetween
} from "@mon/on-call"

// `computeShifts`, `computePreview` and `readShifts` run in a thread of the worker pool. Import only modules that they
// need, because each thread loads all imports.

export interface ShiftsInput extends OnCallRange {
  readonly schedule: OnCallSchedule
}

export interface ComputedShifts extends OnCallRange {
  readonly shifts: ReadonlyArray<Shift>
  readonly gaps: ReadonlyArray<Gap>
  readonly balance: ReadonlyArray<PersonBalance>
}

export const computeShifts = ({ from, schedule, to }: ShiftsInput): ComputedShifts => {
  const range = { from, to }
  return {
    ...range,
    shifts: shiftsBetween(schedule, range),
    gaps: gapsBetween(schedule, range),
    balance: balanceBetween(schedule, range)
  }
}

export interface PreviewInput extends OnCallRange {
  /** The schedule as it is now. Null if it is new. */
  readonly before: OnCallSchedule | null
  readonly after: OnCallSchedule
}

/** A time in which different people are on call. */
export interface Difference extends Gap {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

export interface ComputedPreview extends ComputedShifts {
  readonly differences: ReadonlyArray<Difference>
  readonly clockChange: { readonly at: number; readonly minutes: number; readonly shifts: ReadonlyArray<Shift> } | null
  /** The indexes of overrides that would no longer have an effect. */
  readonly unusedOverrides: ReadonlyArray<number>
}

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((person) => other.includes(person))

const peopleAt = (shifts: ReadonlyArray<Shift>, at: number): ReadonlyArray<string> =>
  shifts.find(({ end, start }) => start <= at && at < end)?.people ?? []

const differencesOf = (
  before: ReadonlyArray<Shift>,
  after: ReadonlyArray<Shift>,
  { from, to }: OnCallRange
): ReadonlyArray<Difference> => {
  const starts = [...before, ...after].map(({ start }) => Math.max(from, start)).filter((start) => start < to)
  const times = [...new Set(starts)].toSorted((a, b) => a - b)
  const found: Array<Difference> = []
  for (const [index, start] of times.entries()) {
    const part = {
      start,
      end: times[index + 1] ?? to,
      before: peopleAt(before, start),
      after: peopleAt(after, start)
    }
    if (isSame(part.before, part.after)) continue
    const last = found.at(-1)
    if (last !== undefined && last.end === start && isSame(last.before, part.before) && isSame(last.after, part.after))
      found[found.length - 1] = { ...last, end: part.end }
    else found.push(part)
  }
  return found
}

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 86_400_000
const YEAR_MS = 366 * 86_400_000

const clockChangeOf = (schedule: OnCallSchedule, from: number): ComputedPreview["clockChange"] => {
  const clock = zoneClock(schedule.zone)
  for (let period = clock.periodAt(from); period.end < from + YEAR_MS;) {
    const next = clock.periodAt(period.end)
    const at = period.end
    if (next.offset !== period.offset)
      return {
        at,
        minutes: Math.round((next.offset - period.offset) / MINUTE_MS),
        shifts: shiftsBetween(schedule, { from: at - WEEK_MS, to: at + WEEK_MS })
      }
    period = next
  }
  return null
}

export const computePreview = ({ after, before, from, to }: PreviewInput): ComputedPreview => {
  const range = { from, to }
  const computed = computeShifts({ schedule: after, ...range })
  const unused = (schedule: OnCallSchedule) =>
    overrideUse(schedule, range).flatMap(({ override, usedMs }) => (usedMs === 0 ? [override] : []))
  const unusedBefore = before === null ? [] : unused(before)
  return {
    ...computed,
    differences: before === null ? [] : differencesOf(shiftsBetween(before, range), computed.shifts, range),
    clockChange: clockChangeOf(after, from),
    unusedOverrides: before === null ? [] : unused(after).filter((index) => !unusedBefore.includes(index))
  }
}

export interface CalendarTextInput extends ReadCalendarOptions {
  readonly text: string
}

export interface ReadShifts extends Pick<CalendarReading, "emptyTitles" | "faults" | "unknownPeople"> {
  readonly overrides: ReadonlyArray<OnCallOverride>
}

/** Reads the shifts of known people in an iCalendar file, as overrides that do not overlap. */
export const readShifts = ({ people = [], range, text, zone }: CalendarTextInput): ReadShifts => {
  const { emptyTitles, faults, shifts, unknownPeople } = readCalendar(text, { people, range, zone })
  const known = new Set(people.map(({ person }) => person))
  const titles = new Set(emptyTitles)
  const found = shifts.flatMap((shift) => {
    const named = shift.people.filter((person) => known.has(person))
    if (named.length === 0) titles.add(shift.title)
    return named.length === 0 ? [] : [{ ...shift, people: named }]
  })
  return { overrides: calendarOverrides(found), emptyTitles: [...titles], faults, unknownPeople }
}
