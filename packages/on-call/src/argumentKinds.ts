import {
  aBoolean,
  type ArgumentFault,
  inside,
  type Kind,
  kindOf,
  listOf,
  nullable,
  oneOf,
  optional,
  optionsOf,
  textLike,
  whole
} from "@mon/bundled/arguments"
import { canonicalTimeZone } from "@mon/bundled/time-zones"
import type { LayerChange, PersonEdit } from "./edits/LayerEdit.ts"
import type { OnCallRange } from "./OnCall.ts"
import {
  type ActiveHours,
  type HandOff,
  type OnCallLayer,
  type OnCallOverride,
  type OnCallSchedule,
  onCallLimits as limits
} from "./OnCallSchedule.ts"
import { DAY_MS, LAST_MS, parseLocalTime } from "./times/localTime.ts"
import { dividesDay } from "./times/Turns.ts"
import { parseWeekTime } from "./times/WeeklyHours.ts"

/** A list with a number of entries. */
export const atMost = (one: Kind, most: number, least = 0): Kind => {
  const takes = `an array of ${least} to ${most} entries`
  const all = listOf(one, takes)
  const short = kindOf(takes, (value) => (value as []).length >= least && (value as []).length <= most)
  return { takes, fault: (value) => (Array.isArray(value) ? short.fault(value) : null) ?? all.fault(value) }
}

/** A kind with a rule about several fields. The rule returns the path and the sentence of a fault, or null. */
const ruled = <T>(one: Kind, rule: (value: T) => readonly [path: string, problem: string] | null): Kind => ({
  takes: one.takes,
  fault: (value) => {
    const fault = one.fault(value)
    if (fault !== null) return fault
    const [path, problem] = rule(value as T) ?? []
    if (path === undefined || problem === undefined) return null
    return inside(path, { path: "", problem, code: "ERR_INVALID_ARG_VALUE" } satisfies ArgumentFault)
  }
})

/** An instant from 1970 to the end of 2199. */
export const anInstant = (): Kind => whole(0, LAST_MS, " of milliseconds since 1970")

/** The text that identifies a person. */
export const aPerson = (): Kind =>
  textLike(`a text of 1 to ${limits.text} characters`, ({ length }) => length >= 1 && length <= limits.text)

export const aZone = (): Kind =>
  textLike("the name of a time zone, such as Europe/Berlin", (name) => canonicalTimeZone(name) !== null)

const aHandOff = (): Kind =>
  ruled<HandOff>(
    optionsOf<HandOff>({
      every: whole(1, Math.max(...Object.values(limits.every))),
      unit: oneOf("hours", "days", "weeks", "months"),
      start: textLike(
        "a local time from 1970 to 2199, such as 2026-01-05T09:00",
        (text) => parseLocalTime(text) !== null
      )
    }),
    ({ every, unit }) =>
      every > limits.every[unit]
        ? [".every", `must be at most ${limits.every[unit]} for ${unit}, but it is ${every}`]
        : null
  )

const aWeekTime = (): Kind =>
  textLike("a weekday and a time, such as mon 09:00", (text) => parseWeekTime(text) !== null)

const endsLater = (start: number | undefined, end: number | undefined): boolean => (start ?? 0) < (end ?? Infinity)

/** A layer of a schedule. */
const aLayer = (): Kind =>
  ruled<OnCallLayer>(
    optionsOf<OnCallLayer>({
      name: optional(aPerson()),
      groups: atMost(atMost(aPerson(), limits.people), limits.groups, 1),
      handOff: aHandOff(),
      active: optional(atMost(optionsOf<ActiveHours>({ start: aWeekTime(), end: aWeekTime() }), limits.active, 1)),
      counts: optional(oneOf("all", "active")),
      from: optional(anInstant()),
      until: optional(anInstant()),
      joinsPrevious: optional(aBoolean),
      zone: optional(aZone())
    }),
    ({ active, counts, from, handOff: { every, unit }, until }) => {
      if (!endsLater(from, until)) return [".until", "must be after from"]
      if (counts !== "active") return null
      if (active === undefined)
        return [".active", 'is missing. It must be a list of active hours if counts is "active"']
      return unit === "hours" && !dividesDay(every)
        ? [".handOff.every", `must be a number of hours that divides a day if counts is "active", but it is ${every}`]
        : null
    }
  )

const anOverride = (): Kind =>
  ruled<OnCallOverride>(
    optionsOf<OnCallOverride>({
      start: anInstant(),
      end: anInstant(),
      people: atMost(aPerson(), limits.people),
      replaces: optional(aPerson())
    }),
    ({ end, start }) => (endsLater(start, end) ? null : [".end", "must be after start"])
  )

/** A schedule. */
export const aSchedule = (): Kind =>
  optionsOf<OnCallSchedule>({
    zone: aZone(),
    layers: atMost(aLayer(), limits.layers),
    overrides: optional(atMost(anOverride(), limits.overrides)),
    mode: optional(oneOf("layered", "together"))
  })

/** A range of time that is not too long. */
export const aRange = (): Kind =>
  ruled<OnCallRange>(optionsOf<OnCallRange>({ from: anInstant(), to: anInstant() }), ({ from, to }) => {
    if (!endsLater(from, to)) return [".to", "must be after from"]
    return to - from > limits.rangeDays * DAY_MS ? [".to", `must be at most ${limits.rangeDays} days after from`] : null
  })

const layerIndex = (): Kind => whole(0, limits.layers - 1)

/** The change of a layer. */
export const aLayerChange = (): Kind =>
  ruled<LayerChange>(
    optionsOf<LayerChange>({ layer: layerIndex(), at: anInstant(), to: nullable(aLayer()) }),
    ({ at, to }) => (endsLater(at, to?.until) ? null : [".to.until", "must be after at"])
  )

/** The edit of a person. */
export const aPersonEdit = (): Kind =>
  optionsOf<PersonEdit>({ layer: layerIndex(), at: anInstant(), person: aPerson() })
