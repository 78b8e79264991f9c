import type { ZoneClock } from "@mon/bundled/time-zones"
import { DAY_MS } from "../../times/localTime.ts"
import type { Faults } from "./CalendarFault.ts"
import { type Property, unescaped } from "./contentLine.ts"
import { readRule, type RecurrenceRule } from "./RecurrenceRule.ts"
import { type Duration, readDuration, readTime, type TimeValue } from "./timeValue.ts"
import { instantOfLocal, type Zones } from "./Zones.ts"

/** A time in a calendar. */
interface Moment {
  readonly local: number
  readonly isDate: boolean
  readonly clock: ZoneClock
  readonly key: string
}

/** The length of an event: days of the clock, and then elapsed time or clock time. */
interface Length {
  readonly duration: Duration
  /** Whether the end is a clock time, as the start. Otherwise, `duration.ms` is elapsed time. */
  readonly isClockTime: boolean
}

/** A VEVENT. */
export interface CalendarEvent {
  readonly uid: string
  readonly title: string
  /** The addresses of its attendees. */
  readonly attendees: ReadonlyArray<string>
  readonly sequence: number
  readonly isCancelled: boolean
  readonly start: Moment
  readonly length: Length
  readonly rules: ReadonlyArray<RecurrenceRule>
  /** The additional starts, with their own lengths if they are periods. */
  readonly dates: ReadonlyArray<{ readonly instant: number; readonly local: number; readonly length: Length | null }>
  /** The instants that are excluded. */
  readonly excluded: ReadonlySet<number>
  /** The days that are excluded, as local times in milliseconds. */
  readonly excludedDays: ReadonlySet<number>
  /** The original start of the occurrence that this event replaces. Null if it replaces none. */
  readonly replaces: { readonly instant: number; readonly local: number; readonly isDate: boolean } | null
  /** Whether the event also replaces all later occurrences. */
  readonly isFromThen: boolean
}

const momentOf = (property: Property, value: TimeValue, zones: Zones, uid: string): Moment => {
  const { clock, key } = zones.of(value, property, uid)
  return { local: value.local, isDate: value.form === "date", clock, key }
}

export const instantOfMoment = ({ clock, local }: Moment): number => instantOfLocal(clock, local)

const DAY: Length = { duration: { days: 1, ms: 0 }, isClockTime: true }
const LONGEST_MS = 400 * DAY_MS

const lengthBetween = (start: Moment, end: Moment): Length | null => {
  if (start.key === end.key || start.isDate) {
    const ms = end.local - start.local
    return ms > 0 && ms <= LONGEST_MS ? { duration: { days: 0, ms }, isClockTime: true } : null
  }
  const ms = instantOfMoment(end) - instantOfMoment(start)
  return ms > 0 && ms <= LONGEST_MS ? { duration: { days: 0, ms }, isClockTime: false } : null
}

const lengthFor = (duration: Duration | null): Length | null =>
  duration === null || duration.days + duration.ms === 0 ? null : { duration, isClockTime: false }

/** Returns the instant of the end of an occurrence that starts at a clock time. */
export const endOf = (clock: ZoneClock, local: number, { duration, isClockTime }: Length): number =>
  isClockTime
    ? instantOfLocal(clock, local + duration.ms + duration.days * DAY_MS)
    : instantOfLocal(clock, local + duration.days * DAY_MS) + duration.ms

/** The longest time between a start and its end, with some hours for changes of clocks. */
export const longestOf = ({ duration }: Length): number => (duration.days + 2) * DAY_MS + duration.ms

const MAILTO = /^mailto:/iu

class EventReader {
  readonly #properties: ReadonlyArray<Property>
  readonly #zones: Zones
  readonly #faults: Faults
  readonly uid: string

  constructor(properties: ReadonlyArray<Property>, zones: Zones, faults: Faults) {
    this.#properties = properties
    this.#zones = zones
    this.#faults = faults
    this.uid = this.text("UID")
  }

  property(name: string): Property | undefined {
    return this.#properties.find((one) => one.name === name)
  }

  all(name: string): ReadonlyArray<Property> {
    return this.#properties.filter((one) => one.name === name)
  }

  text(name: string): string {
    return unescaped(this.property(name)?.value ?? "").trim()
  }

  moment(property: Property | undefined): Moment | null {
    if (property === undefined) return null
    const value = readTime(property.value)
    if (value === null) this.#faults.add("bad_time", property.line, this.uid)
    return value === null ? null : momentOf(property, value, this.#zones, this.uid)
  }

  /** Returns the times of a list, and the lengths of its periods. */
  list(name: string): ReadonlyArray<{ readonly moment: Moment; readonly length: Length | null }> {
    return this.all(name).flatMap((property) =>
      property.value.split(",").flatMap((text) => {
        const [first = "", last] = text.split("/")
        const moment = this.moment({ ...property, value: first })
        if (moment === null) return []
        const end = last === undefined || /^[+-]?P/iu.test(last) ? null : this.moment({ ...property, value: last })
        const length = end === null ? lengthFor(readDuration(last ?? "")) : lengthBetween(moment, end)
        return [{ moment, length: last === undefined ? null : length }]
      })
    )
  }

  length(start: Moment): Length | null {
    const end = this.property("DTEND")
    const duration = this.property("DURATION")
    const moment = this.moment(end)
    if (moment !== null) return lengthBetween(start, moment)
    if (duration !== undefined) return lengthFor(readDuration(duration.value))
    return start.isDate && end === undefined ? DAY : null
  }

  rules(): ReadonlyArray<RecurrenceRule> {
    return this.all("RRULE").flatMap((property) => {
      const rule = readRule(property.value)
      if (rule === null) this.#faults.add("bad_rule", property.line, this.uid)
      return rule === null ? [] : [rule]
    })
  }
}

/** Reads a VEVENT. Returns null, and adds a fault, if it has no valid start and length. */
export const readEvent = (properties: ReadonlyArray<Property>, zones: Zones, faults: Faults): CalendarEvent | null => {
  const reader = new EventReader(properties, zones, faults)
  const { uid } = reader
  const first = reader.property("DTSTART")
  const start = reader.moment(first)
  if (start === null) {
    if (first === undefined) faults.add("bad_time", properties[0]?.line ?? null, uid)
    return null
  }
  const isCancelled = reader.text("STATUS").toUpperCase() === "CANCELLED"
  const length = reader.length(start) ?? (isCancelled ? DAY : null)
  if (length === null) {
    faults.add("no_length", first?.line ?? null, uid)
    return null
  }
  const excluded = reader.list("EXDATE")
  const replaced = reader.property("RECURRENCE-ID")
  const original = reader.moment(replaced)
  return {
    uid,
    title: reader.text("SUMMARY"),
    attendees: reader.all("ATTENDEE").map(({ value }) => value.trim().replace(MAILTO, "")),
    sequence: Number(/^\d{1,9}$/u.exec(reader.text("SEQUENCE"))?.[0] ?? 0),
    isCancelled,
    start,
    length,
    rules: reader.rules(),
    dates: reader.list("RDATE").map((one) => ({
      instant: instantOfMoment(one.moment),
      local: one.moment.local,
      length: one.length
    })),
    excluded: new Set(
      excluded.filter(({ moment }) => !moment.isDate || start.isDate).map(({ moment }) => instantOfMoment(moment))
    ),
    excludedDays: new Set(excluded.filter(({ moment }) => moment.isDate).map(({ moment }) => moment.local)),
    replaces:
      original === null ? null : { instant: instantOfMoment(original), local: original.local, isDate: original.isDate },
    isFromThen: replaced?.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE"
  }
}
