import type { ActiveHours, HandOff, OnCallLayer, OnCallSchedule } from "../src/index.ts"

const MINUTE = 60_000
const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES
/** More than the longest time that clocks repeat since 2025, two hours at the Troll station. */
const LEAD_MINUTES = 4 * 60
/** More than the difference between any local time and UTC. */
const FARTHEST_MINUTES = 16 * 60

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time that Intl shows, in minutes since 1970 as if the clocks showed UTC. */
const shownMinute = (zone: string, instant: number): number => {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
    formats.set(zone, format)
  }
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`) / MINUTE
}

/** The latest local minute that clocks have shown, for each minute of a window. */
export class SlowClock {
  readonly #shown = new Map<string, ReadonlyArray<number>>()
  readonly #instants = new Map<string, number>()
  readonly start: number
  readonly minutes: number

  constructor(start: number, minutes: number) {
    this.start = start
    this.minutes = minutes
  }

  reached(zone: string): ReadonlyArray<number> {
    const known = this.#shown.get(zone)
    if (known !== undefined) return known
    let latest = -Infinity
    const found: Array<number> = []
    for (let minute = -LEAD_MINUTES; minute < this.minutes; minute += 1) {
      latest = Math.max(latest, shownMinute(zone, this.start + minute * MINUTE))
      if (minute >= 0) found.push(latest)
    }
    this.#shown.set(zone, found)
    return found
  }

  /** Returns the first instant at which the clocks of a zone have reached a local minute. */
  instantOf(zone: string, local: number): number {
    const key = `${zone} ${local}`
    let instant = this.#instants.get(key)
    if (instant === undefined) {
      instant = (local - FARTHEST_MINUTES) * MINUTE
      while (shownMinute(zone, instant) < local) instant += MINUTE
      this.#instants.set(key, instant)
    }
    return instant
  }
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

const minuteOfWeek = (text: string): number => {
  const [day = "", time = ""] = text.split(" ")
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  return DAYS.indexOf(day) * DAY_MINUTES + hour * 60 + minute
}

const isActive = (active: ReadonlyArray<ActiveHours>, local: number): boolean => {
  const date = new Date(local * MINUTE)
  const now = date.getUTCDay() * DAY_MINUTES + date.getUTCHours() * 60 + date.getUTCMinutes()
  return active.some(({ end, start }) => {
    const length = (minuteOfWeek(end) - minuteOfWeek(start) + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES
    return (now - minuteOfWeek(start) + WEEK_MINUTES) % WEEK_MINUTES < length
  })
}

/** Returns the local minute that begins period n. Months are counted one by one. */
const periodStart = ({ every, start, unit }: HandOff, n: number): number => {
  const first = Date.parse(`${start}Z`) / MINUTE
  if (unit === "hours") return first + n * every * 60
  if (unit === "days") return first + n * every * DAY_MINUTES
  if (unit === "weeks") return first + n * every * WEEK_MINUTES
  const date = new Date(first * MINUTE)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  for (let month = 0; month < n * every; month += 1) date.setUTCMonth(date.getUTCMonth() + 1)
  const month = date.getUTCMonth()
  for (let added = 1; added < day; added += 1) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCMonth() === month) continue
    date.setUTCDate(0)
    break
  }
  return date.getTime() / MINUTE
}

const hasActiveMinute = (active: ReadonlyArray<ActiveHours>, from: number, to: number): boolean => {
  for (let minute = from; minute < Math.min(to, from + WEEK_MINUTES); minute += 1)
    if (isActive(active, minute)) return true
  return false
}

/** Returns the first minutes of all turns up to a minute, by going through all periods since the first one. */
const turnStarts = (layer: OnCallLayer, until: number): ReadonlyArray<number> => {
  const counts = layer.counts === "active" ? (layer.active ?? []) : null
  const starts: Array<number> = []
  let isFirst = true
  for (let period = 0; ; period += 1) {
    const start = periodStart(layer.handOff, period)
    if (start > until) return starts
    if (period === 0) starts.push(start)
    if (counts !== null && !hasActiveMinute(counts, start, periodStart(layer.handOff, period + 1))) continue
    if (!isFirst) starts.push(start)
    isFirst = false
  }
}

interface SlowState {
  readonly people: ReadonlyArray<string>
  readonly turn: number
}

const layerMinutes = (layer: OnCallLayer, zone: string, clock: SlowClock): ReadonlyArray<SlowState> => {
  const reached = clock.reached(zone)
  const { every, unit } = layer.handOff
  const isElapsed = unit === "hours" && 24 % every !== 0
  const starts = isElapsed ? [] : turnStarts(layer, reached.at(-1) ?? 0)
  const begin = isElapsed ? clock.instantOf(zone, periodStart(layer.handOff, 0)) : 0
  let turn = -1
  return reached.map((local, minute) => {
    const instant = clock.start + minute * MINUTE
    if (isElapsed) turn = Math.floor((instant - begin) / (every * 60 * MINUTE))
    else while (turn + 1 < starts.length && (starts[turn + 1] ?? 0) <= local) turn += 1
    const isOn =
      turn >= 0 &&
      instant >= (layer.from ?? 0) &&
      instant < (layer.until ?? Infinity) &&
      (layer.active === undefined || isActive(layer.active, local))
    return { people: isOn ? (layer.groups[turn % layer.groups.length] ?? []) : [], turn }
  })
}

export interface SlowMinute {
  readonly people: ReadonlyArray<string>
  /** The layers that are on, with their turns. */
  readonly turns: ReadonlyArray<readonly [layer: number, turn: number]>
}

/**
 * Returns who is on call in each minute of a window: the rules of the package, applied to each minute without any
 * arithmetic of time zones.
 */
export const slowMinutes = (schedule: OnCallSchedule, clock: SlowClock): ReadonlyArray<SlowMinute> => {
  const layers = schedule.layers.map((layer) => layerMinutes(layer, layer.zone ?? schedule.zone, clock))
  let count = 0
  const levels = schedule.layers.map(({ joinsPrevious }) => (joinsPrevious === true ? count : (count += 1)))
  return Array.from({ length: clock.minutes }, (_, minute) => {
    const instant = clock.start + minute * MINUTE
    let people: ReadonlyArray<string> = []
    let level: number | undefined
    let turns: ReadonlyArray<readonly [number, number]> = []
    for (const [index, states] of layers.entries()) {
      const state = states[minute]
      if (state === undefined || state.people.length === 0) continue
      const own = [index, state.turn] as const
      const isTogether = schedule.mode === "together" || (levels[index] === level && people.length > 0)
      people = isTogether ? [...people, ...state.people] : state.people
      turns = isTogether ? [...turns, own] : [own]
      level = levels[index]
    }
    for (const { end, people: others, replaces, start } of schedule.overrides ?? []) {
      if (instant < start || instant >= end) continue
      if (replaces === undefined) {
        people = others
        turns = []
      } else people = people.flatMap((person) => (person === replaces ? others : [person]))
    }
    return { people: [...new Set(people)], turns }
  })
}
