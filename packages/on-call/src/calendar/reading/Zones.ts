import { canonicalTimeZone, firstPeriodOf, zoneClock, type ZoneClock } from "@mon/bundled/time-zones"
import type { Faults } from "./CalendarFault.ts"
import type { ZoneDefinition } from "./components.ts"
import type { Property } from "./contentLine.ts"
import { customZone } from "./customZone.ts"
import type { Budget } from "./occurrences.ts"
import type { TimeValue } from "./timeValue.ts"
import { windowsZone } from "./windowsZones.ts"

/** Returns the IANA zone that a name means: an IANA name, also after a prefix with slashes, or a name of Windows. */
const knownZone = (name: string): string | null => {
  const text = name.trim().replaceAll(/^"|"$/gu, "")
  const parts = text.split("/").filter((part) => part !== "")
  // Mozilla and others write /mozilla.org/20050126_1/Europe/Berlin. Zones have at most three parts.
  const ends = [parts.slice(-3), parts.slice(-2), parts.slice(-1)].map((end) => end.join("/"))
  const found = [text, ...(text.startsWith("/") ? ends : [])].map(canonicalTimeZone).find((zone) => zone !== null)
  return found ?? canonicalTimeZone(windowsZone(text) ?? "")
}

/** A clock, and whether the calendar named it. */
interface NamedClock {
  readonly clock: ZoneClock
  readonly key: string
}

/** Returns the instant of a clock time. A time that clocks skip is later by the length of the gap (RFC 5545, 3.3.5). */
export const instantOfLocal = (clock: ZoneClock, local: number): number => {
  const period = firstPeriodOf(clock, local)
  if (local - period.offset >= period.start) return local - period.offset
  return local - clock.periodAt(period.start - 1).offset
}

const valueOf = ({ properties }: ZoneDefinition, name: string): string | undefined =>
  properties.find((one) => one.name === name)?.value.trim()

/** The maximum number of different zones in a calendar. IANA has about 600 names. */
const MOST_ZONES = 1_000

/** The time zones of a calendar. */
export class Zones {
  readonly #definitions: ReadonlyMap<string, ZoneDefinition>
  readonly #clocks = new Map<string, NamedClock | null>()
  readonly #options: { readonly to: number; readonly budget: Budget; readonly faults: Faults }
  /** The clock of floating times and of dates. */
  readonly usual: NamedClock
  /** The IANA name of the zone of floating times. */
  readonly name: string

  constructor(
    named: string | null,
    definitions: ReadonlyArray<ZoneDefinition>,
    options: { readonly zone: string; readonly to: number; readonly budget: Budget; readonly faults: Faults }
  ) {
    this.#definitions = new Map(definitions.map((one) => [valueOf(one, "TZID") ?? "", one]))
    this.#options = options
    const found = named === null || named === "" ? null : knownZone(named)
    if (named !== null && named !== "" && found === null) options.faults.add("unknown_zone")
    this.name = found ?? canonicalTimeZone(options.zone) ?? "UTC"
    this.usual = { clock: zoneClock(this.name), key: this.name }
  }

  /** Returns the clock of a time, by the TZID of its property. */
  of({ form }: TimeValue, property: Property, uid: string | null): NamedClock {
    if (form === "utc") return { clock: zoneClock("UTC"), key: "UTC" }
    const id = property.parameters.get("TZID")
    if (form === "date" || id === undefined || id.trim() === "") return this.usual
    let clock = this.#clocks.get(id)
    if (clock === undefined) {
      clock = this.#find(id)
      this.#clocks.set(id, clock)
      if (clock === null) this.#options.faults.add("unknown_zone", property.line, uid)
    }
    return clock ?? this.usual
  }

  #find(id: string): NamedClock | null {
    if (this.#clocks.size >= MOST_ZONES) return null
    const known = knownZone(id)
    if (known !== null) return { clock: zoneClock(known), key: known }
    const definition = this.#definitions.get(id.trim())
    if (definition === undefined) return null
    const located = knownZone(valueOf(definition, "X-LIC-LOCATION") ?? "")
    if (located !== null) return { clock: zoneClock(located), key: located }
    const clock = customZone(definition, this.#options.to, this.#options.budget)
    return clock === null ? null : { clock, key: `custom ${id}` }
  }
}
