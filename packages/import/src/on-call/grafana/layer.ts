import { type HandOff, onCallAt } from "@mon/on-call"
import type { ImportedLayer } from "../ImportedOnCall.ts"
import { engineSchedule } from "../engineSchedule.ts"
import { onCallImportLimits as limits } from "../onCallLimits.ts"
import { activeHours, DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES } from "../weekHours.ts"
import { DAY_MS, isoOf, localMs, localText, MINUTE_MS } from "../zoneTime.ts"
import { type Shift, weekdayOf } from "./shift.ts"

type Groups = ReadonlyArray<ReadonlyArray<string>>

/** The turns of a layer, and the hours in which it is on. */
interface Rotation {
  readonly groups: Groups
  readonly every: number
  readonly unit: HandOff["unit"]
  /** The local time of turn 0 in milliseconds. */
  readonly start: number
  readonly active?: ImportedLayer["active"]
  readonly counts?: "active"
}

const NOT_LIKE_IT = "Mon has no rotation like it."
const OVERLAPS = "Its events overlap each other."

const minuteOfDay = (local: number): number => (local % DAY_MS) / MINUTE_MS

/** Returns the hours of events that begin at the same time on some days of the week. Null: always. */
const hoursOn = (shift: Shift, days: ReadonlyArray<number>) =>
  activeHours(days.map((day) => ({ start: day * DAY_MINUTES + minuteOfDay(shift.start), length: shift.minutes })))

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]

const withHours = (rotation: Rotation, active: ReturnType<typeof activeHours>): Rotation =>
  active === null ? rotation : { ...rotation, active }

/** Puts turns of nobody after each group, for events in the first of several periods only. */
const spaced = (groups: Groups, on: number, of: number): Groups =>
  groups.flatMap((group) => [
    ...Array.from({ length: on }, () => group),
    ...Array.from({ length: of - on }, (): ReadonlyArray<string> => [])
  ])

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** The numbers of hours that divide a day: such turns are local times in Mon. */
const LOCAL_HOURS = [12, 8, 6, 4, 3, 2, 1]

/** Divides a period into equal turns, of which the first ones have the event. Times are minutes. */
const cells = (shift: Shift, period: number): Rotation | string => {
  if (shift.minutes > period) return OVERLAPS
  const common = greatestDivisor(shift.minutes, period)
  const turns = (cell: number): Groups => spaced(shift.groups, shift.minutes / cell, period / cell)
  if (common % DAY_MINUTES === 0)
    return fitting({ groups: turns(common), every: common / DAY_MINUTES, unit: "days", start: shift.start })
  const hours = common / HOUR_MINUTES
  const isWhole = Number.isInteger(hours) && period === common
  const every = isWhole ? hours : LOCAL_HOURS.find((local) => hours % local === 0)
  if (every === undefined) return NOT_LIKE_IT
  return fitting({ groups: turns(every * HOUR_MINUTES), every, unit: "hours", start: shift.start })
}

const fitting = (rotation: Rotation): Rotation | string =>
  rotation.groups.length > limits.groups ? NOT_LIKE_IT : rotation

const hourly = (shift: Shift): Rotation | string => {
  const rotation = cells(shift, shift.interval * HOUR_MINUTES)
  if (typeof rotation === "string" || shift.days.length === 0) return rotation
  return {
    ...rotation,
    active: activeHours(shift.days.map((day) => ({ start: day * DAY_MINUTES, length: DAY_MINUTES }))) ?? []
  }
}

const daily = (shift: Shift): Rotation | string => {
  const { days, groups, interval, minutes, start, type } = shift
  if (minutes > DAY_MINUTES && days.length > 0) return OVERLAPS
  const everyDay = { every: 1, unit: "days", start } as const
  if (days.length > 0) {
    const active = hoursOn(shift, days)
    // The groups of a rotation change on its own days only.
    if (type === "rolling_users" && active !== null)
      return fitting({ ...everyDay, groups: spaced(groups, interval, interval), active, counts: "active" })
    return fitting(withHours({ ...everyDay, groups: spaced(groups, 1, interval) }, active))
  }
  if (minutes > DAY_MINUTES || interval * DAY_MINUTES === minutes) return cells(shift, interval * DAY_MINUTES)
  return fitting(withHours({ ...everyDay, groups: spaced(groups, 1, interval) }, hoursOn(shift, ALL_DAYS)))
}

/** The start of the week, at the time of the events. */
const weekOf = ({ start, weekStart }: Shift): number => start - ((weekdayOf(start) - weekStart + 7) % 7) * DAY_MS

const weekly = (shift: Shift): Rotation | string => {
  const { days, groups, interval, minutes, start } = shift
  if (days.length === 0 && (minutes > WEEK_MINUTES || minutes === interval * WEEK_MINUTES))
    return cells(shift, interval * WEEK_MINUTES)
  if (days.length > 0 && minutes > DAY_MINUTES && days.length > 1) return OVERLAPS
  const first = days.length === 0 ? start : weekOf(shift)
  const rotation = { groups: spaced(groups, 1, interval), every: 1, unit: "weeks", start: first } as const
  return fitting(withHours(rotation, hoursOn(shift, days.length === 0 ? [weekdayOf(start)] : days)))
}

/** The shortest length of an event that lasts until the next month, in days. */
const MONTH_DAYS = 28

const monthly = (shift: Shift): Rotation | string => {
  const { days, groups, interval, minutes, start } = shift
  const date = new Date(start)
  const first = days.length === 0 ? start : Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) + (start % DAY_MS)
  const rotation = { groups: spaced(groups, 1, interval), every: 1, unit: "months", start: first } as const
  if (days.length > 0) return minutes > DAY_MINUTES ? OVERLAPS : fitting(withHours(rotation, hoursOn(shift, days)))
  return minutes >= MONTH_DAYS * DAY_MINUTES && interval === 1 ? rotation : NOT_LIKE_IT
}

/** A single event is one long turn, from its start to its end. */
const single = ({ groups, minutes, start }: Shift): Rotation | string => {
  const every = Math.ceil(minutes / DAY_MINUTES) + 1
  return every > 366 ? NOT_LIKE_IT : { groups, every, unit: "days", start }
}

const ROTATIONS = { hourly, daily, weekly, monthly } as const

const layerOf = (shift: Shift, { active, counts, groups, every, unit, start }: Rotation): ImportedLayer => ({
  ...(shift.name === undefined ? {} : { name: shift.name }),
  groups,
  handOff: { every, unit, start: localText(start) },
  ...(active === undefined ? {} : { active }),
  ...(counts === undefined ? {} : { counts }),
  from: isoOf(shift.from),
  ...(shift.hasOwnZone ? { timezone: shift.zone } : {})
})

/**
 * Returns the end of the last event. An event that begins at the end of a rule still takes place in full, as in RFC
 * 5545.
 */
const endOf = (shift: Shift, layer: ImportedLayer, until: number): number => {
  const alone = engineSchedule({ name: "", timezone: shift.zone, mode: "layered", layers: [layer] })
  const { people, sources } = onCallAt(alone, until)
  const [turn] = sources
  if (people.length === 0 || turn === undefined) return until
  const shown = localMs(until, shift.zone)
  const length = shift.minutes * MINUTE_MS
  const isDaily = shift.minutes <= DAY_MINUTES && shift.frequency !== "hourly"
  const sinceStart = isDaily ? (((shown - shift.start) % DAY_MS) + DAY_MS) % DAY_MS : until - turn.start
  return Math.max(until, until - sinceStart + length)
}

/** Converts a shift of Grafana OnCall to a layer. Returns the reason if Mon has no such layer. */
export const layerFrom = (shift: Shift): ImportedLayer | string => {
  const rotation = shift.frequency === null ? single(shift) : ROTATIONS[shift.frequency](shift)
  if (typeof rotation === "string") return rotation
  const layer = layerOf(shift, rotation)
  if (shift.frequency === null) return { ...layer, until: isoOf(shift.startsAt + shift.minutes * MINUTE_MS) }
  if (shift.until === null) return layer
  if (shift.until <= shift.from) return "It has ended before it began."
  return { ...layer, until: isoOf(endOf(shift, layer, shift.until)) }
}
