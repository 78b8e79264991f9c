import { argumentsOf, aUint8Array, aString, either, listOf, optional, optionsOf } from "@mon/bundled/arguments"
import { aPerson, aRange, aZone } from "../argumentKinds.ts"
import type { OnCallRange } from "../OnCall.ts"
import { type CalendarFault, Faults } from "./reading/CalendarFault.ts"
import { type CalendarEvent, readEvent } from "./reading/CalendarEvent.ts"
import { readComponents, readingLimits } from "./reading/components.ts"
import { decoded } from "./reading/contentLine.ts"
import { eventShifts, type FoundShift } from "./reading/eventShifts.ts"
import type { Budget } from "./reading/occurrences.ts"
import { type CalendarPerson, TitleReader } from "./reading/titlePeople.ts"
import { Zones } from "./reading/Zones.ts"
import { LAST_MS } from "../times/localTime.ts"

/** Options for reading a calendar. */
export interface ReadCalendarOptions {
  /** The range whose shifts are returned, at most 400 days. Unix time in milliseconds. */
  readonly range: OnCallRange
  /** The IANA time zone of dates and of times without a zone, if the calendar names none. */
  readonly zone: string
  /**
   * The people whom titles can name. Names are compared without regard to case. Default: each name is a person, and no
   * name is unknown.
   */
  readonly people?: ReadonlyArray<CalendarPerson>
}

/** A shift in a calendar. */
export interface CalendarShift {
  /** Unix time in milliseconds. Can be before the range. */
  readonly start: number
  /** Unix time in milliseconds. Can be after the range. */
  readonly end: number
  /** The people. Empty if the title names nobody. */
  readonly people: ReadonlyArray<string>
  /** The number of a title such as "[L2] ann". Higher numbers have priority. Default: 0. */
  readonly level: number
  /** The title of the event. */
  readonly title: string
  /** The UID of the event. */
  readonly uid: string
}

/** A calendar that was read. */
export interface CalendarReading {
  /** The shifts that overlap the range, in the order of their starts. */
  readonly shifts: ReadonlyArray<CalendarShift>
  /** The names in titles that are no known person, each once. A shift of such a name notifies nobody. */
  readonly unknownPeople: ReadonlyArray<string>
  /** The titles of the shifts that name nobody, each once. */
  readonly emptyTitles: ReadonlyArray<string>
  /** What could not be read, at most 100 faults. Everything else was read. */
  readonly faults: ReadonlyArray<CalendarFault>
  /** The name of the calendar, or null. */
  readonly name: string | null
  /** The IANA time zone of dates and of times without a zone. */
  readonly zone: string
}

const accept = /* @__PURE__ */ argumentsOf("readCalendar", () => ({
  input: either([aString, aUint8Array], "a string or a Uint8Array"),
  options: optionsOf<ReadCalendarOptions>({
    range: aRange(),
    zone: aZone(),
    people: optional(listOf(optionsOf<CalendarPerson>({ person: aPerson(), names: optional(listOf(aString)) })))
  })
}))

/** The work of all recurrence rules of a calendar together. It takes about a third of a second. */
const MOST_WORK = 3_000_000

/** Groups events by their UID. Events without one stay alone. */
const byUid = (events: ReadonlyArray<CalendarEvent>): ReadonlyArray<ReadonlyArray<CalendarEvent>> => {
  const groups = new Map<string, Array<CalendarEvent>>()
  for (const [index, event] of events.entries()) {
    const key = event.uid === "" ? `\u0000${index}` : event.uid
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}

/** Returns the newest of several versions of an event or of a change. Versions with equal numbers all count. */
const newest = (events: ReadonlyArray<CalendarEvent>): ReadonlyArray<CalendarEvent> => {
  const last = events.reduce((most, { sequence }) => Math.max(most, sequence), 0)
  return events.filter(({ sequence }) => sequence === last)
}

const shiftsOf = (
  group: ReadonlyArray<CalendarEvent>,
  search: { readonly range: OnCallRange; readonly budget: Budget }
): ReadonlyArray<FoundShift> => {
  const changes = new Map<string, Array<CalendarEvent>>()
  for (const event of group) {
    if (event.replaces === null) continue
    const key = `${event.replaces.instant} ${event.isFromThen}`
    const known = changes.get(key)
    if (known === undefined) changes.set(key, [event])
    else known.push(event)
  }
  const current = [...changes.values()].flatMap(newest)
  const [first, ...others] = newest(group.filter(({ replaces }) => replaces === null))
  return [...eventShifts(first, current, search), ...others.flatMap((one) => eventShifts(one, [], search))]
}

/**
 * Reads the shifts of an iCalendar file (RFC 5545), with recurrence rules, exceptions, changed occurrences, dates
 * without times and any time zones. The people of a shift are in the title of its event, such as `ann`,
 * `ann@example.org`, `@ann`, `[L1] ann` or `ann, bob`.
 *
 * Any bytes are accepted: what cannot be read is in `faults`. The file can have at most 10 MB and 5,000 events. The
 * most expensive files take two seconds, so read files from strangers in a thread.
 *
 * @throws TypeError if an argument is wrong. The message names the argument.
 *
 * @example
 * ```ts
 * const event = "BEGIN:VEVENT\nDTSTART:20260105T090000\nDURATION:PT8H\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:@Ann\nEND:VEVENT"
 * const range = { from: Date.parse("2026-01-01T00:00Z"), to: Date.parse("2026-02-01T00:00Z") }
 * const { faults, shifts } = readCalendar(`BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR`, { range, zone: "Europe/Berlin" })
 * shifts.map(({ people, start }) => [people[0], new Date(start).toISOString()])[1] // => ["Ann", "2026-01-06T08:00:00.000Z"]
 * faults // => []
 * ```
 */
export const readCalendar = (input: string | Uint8Array, options: ReadCalendarOptions): CalendarReading => {
  accept(input, options)
  const { people, range, zone } = options
  const faults = new Faults()
  if (input.length > readingLimits.bytes) {
    faults.add("too_large")
    return { shifts: [], unknownPeople: [], emptyTitles: [], faults: faults.list, name: null, zone }
  }
  const components = readComponents(decoded(input), faults)
  const budget = { left: MOST_WORK }
  const zones = new Zones(components.zone, components.zones, { zone, to: range.to, budget, faults })
  const events = components.events.flatMap((properties) => readEvent(properties, zones, faults) ?? [])
  const found: Array<FoundShift> = []
  for (const group of byUid(events)) {
    for (const shift of shiftsOf(group, { range, budget })) found.push(shift)
    if (found.length > readingLimits.shifts) break
  }
  if (budget.left <= 0) faults.once("too_much_work")
  if (found.length > readingLimits.shifts) faults.once("too_many_shifts")
  const titles = new TitleReader(people)
  const unknown = new Set<string>()
  const empty = new Set<string>()
  const shifts = found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, readingLimits.shifts)
    .map(({ end, event, start }): CalendarShift => {
      const read = titles.read(event.title, event.attendees)
      for (const name of read.unknown) unknown.add(name)
      if (read.people.length === 0) empty.add(event.title)
      const { title, uid } = event
      return {
        start: Math.max(0, start),
        end: Math.min(end, LAST_MS),
        people: read.people,
        level: read.level,
        title,
        uid
      }
    })
  const { name } = components
  return { shifts, unknownPeople: [...unknown], emptyTitles: [...empty], faults: faults.list, name, zone: zones.name }
}
