import type { CreateOnCallSchedule } from "@mon/api-contract"
import type { OnCallLayer, OnCallSchedule } from "@mon/model"
import { instantOf, shownTime } from "../form/zonedTime.ts"

const DAY_MS = 86_400_000
const NINE_O_CLOCK_MS = 9 * 3_600_000
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
const WEEK = DAYS.length

/** The hours of a layer that the form can show: the same hours on some days of the week. */
export interface HoursDraft {
  /** The days on which the hours begin. 1 is Monday, and 7 is Sunday. */
  readonly days: ReadonlyArray<number>
  readonly from: string
  readonly to: string
}

/** An instant that the form shows as local time. `iso` is the stored instant, which can have seconds. */
interface InstantDraft {
  readonly shown: string
  readonly iso: string | null
}

/** A layer that is being edited. `key` identifies it while other layers are added and removed. */
export interface LayerDraft {
  readonly key: number
  readonly name: string
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
  readonly every: string
  readonly unit: OnCallLayer["handOff"]["unit"]
  readonly start: string
  /** The hours, or "own" if the layer has hours that the form cannot show. Null: always. */
  readonly hours: HoursDraft | "own" | null
  /** The stored hours. */
  readonly active: OnCallLayer["active"]
  readonly counts: OnCallLayer["counts"]
  readonly from: InstantDraft
  readonly until: InstantDraft
  readonly joinsPrevious: boolean
  readonly timezone: string | null
}

export interface OnCallDraft {
  readonly name: string
  readonly timezone: string
  readonly mode: OnCallSchedule["mode"]
  readonly layers: ReadonlyArray<LayerDraft>
}

const INTERVAL = /^(\w{3}) (\d\d:\d\d)$/u

const dayAfter = (day: number): number => (day % WEEK) + 1

const intervalOf = (day: number, { from, to }: HoursDraft) => {
  const end = to > from ? day : dayAfter(day)
  return { start: `${DAYS[day - 1]} ${from}`, end: `${DAYS[end - 1]} ${to}` }
}

/** Returns the hours of a layer in the form that the form shows, or "own" if the form cannot show them. */
export const hoursOf = (active: OnCallLayer["active"]): LayerDraft["hours"] => {
  if (active === null) return null
  const starts = active.map(({ start }) => INTERVAL.exec(start))
  const [first] = active
  const from = starts[0]?.[2]
  const to = first === undefined ? undefined : INTERVAL.exec(first.end)?.[2]
  if (from === undefined || to === undefined) return "own"
  const days = starts.map((parts) => DAYS.findIndex((day) => day === parts?.[1]) + 1)
  const hours: HoursDraft = { days: days.toSorted((a, b) => a - b), from, to }
  const shown = new Set(hours.days.map((day) => JSON.stringify(intervalOf(day, hours))))
  const isSame =
    shown.size === active.length && active.every(({ end, start }) => shown.has(JSON.stringify({ start, end })))
  return isSame ? hours : "own"
}

const activeOf = ({ active, hours }: LayerDraft): OnCallLayer["active"] => {
  if (hours === "own") return active
  return hours === null || hours.days.length === 0 ? null : hours.days.map((day) => intervalOf(day, hours))
}

const instantDraft = (zone: string, iso: string | null): InstantDraft => ({
  shown: iso === null ? "" : shownTime(zone, Date.parse(iso)),
  iso
})

const instantIn = (zone: string, { iso, shown }: InstantDraft): string | null => {
  if (shown === "") return null
  return iso !== null && shownTime(zone, Date.parse(iso)) === shown ? iso : instantOf(zone, shown)
}

/** Returns the last Monday at 9 o'clock in a zone, as local time, so that somebody is on call immediately. */
export const lastMonday = (zone: string, now: number): string => {
  const sinceNine = new Date(Date.parse(`${shownTime(zone, now)}Z`) - NINE_O_CLOCK_MS)
  const days = (sinceNine.getUTCDay() + WEEK - 1) % WEEK
  return `${new Date(sinceNine.getTime() - days * DAY_MS).toISOString().slice(0, 10)}T09:00`
}

/** Returns a weekly rotation. */
export const newLayer = (key: number, groups: LayerDraft["groups"], zone: string, now: number): LayerDraft => ({
  key,
  name: "",
  groups,
  every: "1",
  unit: "weeks",
  start: lastMonday(zone, now),
  hours: null,
  active: null,
  counts: "all",
  from: { shown: "", iso: null },
  until: { shown: "", iso: null },
  joinsPrevious: false,
  timezone: null
})

/** The largest number of people who get a turn in a new schedule without being chosen. */
const FIRST_PEOPLE = 8

/** Returns the draft of a new schedule: everybody has a turn of a week. */
export const newDraft = (people: ReadonlyArray<string>, zone: string, now: number): OnCallDraft => ({
  name: "",
  timezone: zone,
  mode: "layered",
  layers: [
    newLayer(
      0,
      people.slice(0, FIRST_PEOPLE).map((person) => [person]),
      zone,
      now
    )
  ]
})

/** Returns the draft of a stored schedule. */
export const draftOf = ({ layers, mode, name, timezone }: OnCallSchedule): OnCallDraft => ({
  name,
  timezone,
  mode,
  layers: layers.map(({ active, from, handOff, until, ...layer }, key) => ({
    key,
    name: layer.name ?? "",
    groups: layer.groups,
    every: String(handOff.every),
    unit: handOff.unit,
    start: handOff.start,
    hours: hoursOf(active),
    active,
    counts: layer.counts,
    from: instantDraft(layer.timezone ?? timezone, from),
    until: instantDraft(layer.timezone ?? timezone, until),
    joinsPrevious: layer.joinsPrevious,
    timezone: layer.timezone
  }))
})

/** Returns the request that saves a draft. Nothing that the form does not show is lost. */
export const toRequest = ({ layers, mode, name, timezone }: OnCallDraft): CreateOnCallSchedule => ({
  name: name.trim(),
  timezone,
  mode,
  layers: layers.map((layer, index) => {
    const active = activeOf(layer)
    const zone = layer.timezone ?? timezone
    return {
      name: layer.name.trim() === "" ? null : layer.name.trim(),
      groups: layer.groups,
      handOff: { every: Number(layer.every), unit: layer.unit, start: layer.start },
      active,
      counts: active === null ? "all" : layer.counts,
      from: instantIn(zone, layer.from),
      until: instantIn(zone, layer.until),
      joinsPrevious: index > 0 && layer.joinsPrevious,
      timezone: layer.timezone
    }
  })
})
