import type { Faults } from "./CalendarFault.ts"
import { type Property, readLine, unescaped, unfoldedLines } from "./contentLine.ts"

/** A part of a VTIMEZONE with one offset. */
export type Observance = ReadonlyArray<Property>

/** A VTIMEZONE. */
export interface ZoneDefinition {
  readonly properties: ReadonlyArray<Property>
  readonly observances: ReadonlyArray<Observance>
}

/** The parts of a calendar that matter for shifts. */
export interface Components {
  readonly events: ReadonlyArray<ReadonlyArray<Property>>
  readonly zones: ReadonlyArray<ZoneDefinition>
  /** X-WR-CALNAME or NAME. */
  readonly name: string | null
  /** X-WR-TIMEZONE. */
  readonly zone: string | null
}

/** The limits of calendars that are read. */
export const readingLimits = {
  /** The maximum size, in bytes. */
  bytes: 10_000_000,
  events: 5_000,
  /** The maximum number of properties of an event that are read. */
  properties: 2_000,
  zones: 500,
  observances: 200,
  shifts: 20_000
} as const

interface OpenComponent {
  readonly name: string
  readonly properties: Array<Property>
  readonly observances: Array<Observance>
}

const MOST_LEVELS = 20

class Reader {
  readonly events: Array<ReadonlyArray<Property>> = []
  readonly zones: Array<ZoneDefinition> = []
  name: string | null = null
  zone: string | null = null
  hasCalendar = false
  readonly #stack: Array<OpenComponent> = []
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  begin(name: string): void {
    if (name === "VCALENDAR") this.hasCalendar = true
    if (this.#stack.length < MOST_LEVELS) this.#stack.push({ name, properties: [], observances: [] })
  }

  /** Closes a component, and all components inside it that have no end. */
  end(name: string): void {
    const index = this.#stack.findLastIndex((one) => one.name === name)
    const count = index === -1 ? 0 : this.#stack.length - index
    for (let closed = 0; closed < count; closed += 1) this.#close()
  }

  #close(): void {
    const component = this.#stack.pop()
    if (component === undefined) return
    const { name, observances, properties } = component
    if (name === "VEVENT") {
      if (this.events.length < readingLimits.events) this.events.push(properties)
      else this.#faults.once("too_many_events")
    } else if (name === "VTIMEZONE" && this.zones.length < readingLimits.zones)
      this.zones.push({ observances, properties })
    else if (name === "STANDARD" || name === "DAYLIGHT") {
      const zone = this.#stack.at(-1)
      if (zone?.name === "VTIMEZONE" && zone.observances.length < readingLimits.observances)
        zone.observances.push(properties)
    }
  }

  add(property: Property): void {
    const component = this.#stack.at(-1)
    if (component === undefined) return
    if (component.name === "VCALENDAR") {
      if (property.name === "X-WR-CALNAME" || (property.name === "NAME" && this.name === null))
        this.name = unescaped(property.value).trim() || null
      if (property.name === "X-WR-TIMEZONE") this.zone ??= property.value.trim()
    } else if (component.properties.length < readingLimits.properties) component.properties.push(property)
  }

  finish(): void {
    if (this.#stack.some(({ name }) => name === "VEVENT")) this.#faults.once("cut_off")
    while (this.#stack.length > 0) this.#close()
  }
}

/** Reads the components of a calendar. Components without an end are closed at the end of the outer one. */
export const readComponents = (text: string, faults: Faults): Components => {
  const reader = new Reader(faults)
  for (const [line, number] of unfoldedLines(text)) {
    if (line.trim() === "") continue
    const property = readLine(line, number)
    if (property === null) faults.add("bad_line", number)
    else if (property.name === "BEGIN") reader.begin(property.value.trim().toUpperCase())
    else if (property.name === "END") reader.end(property.value.trim().toUpperCase())
    else reader.add(property)
  }
  reader.finish()
  if (!reader.hasCalendar) faults.once("not_a_calendar")
  const { events, name, zone, zones } = reader
  return { events, name, zone, zones }
}
