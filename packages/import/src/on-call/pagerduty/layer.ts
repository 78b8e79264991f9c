import { type HandOff, onCallLimits } from "@mon/on-call"
import { isEntries, type SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedLayer, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { activeHours, DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES, type WeekInterval } from "../weekHours.ts"
import { DAY_MS, instantFrom, isoOf, localMs, localText, localTimeAt } from "../zoneTime.ts"
import { personIn } from "./entries.ts"

type Part = SourceObject<OnCallGroupKind>

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const WEEK_SECONDS = 7 * DAY_SECONDS

type TurnLength = Pick<HandOff, "every" | "unit">

/** Turns of whole days are local dates in PagerDuty, as days and weeks are in Mon. */
const turnLength = (seconds: number): TurnLength | null => {
  const { days, hours, weeks } = onCallLimits.every
  if (!Number.isInteger(seconds) || seconds <= 0) return null
  if (seconds % WEEK_SECONDS === 0 && seconds / WEEK_SECONDS <= weeks)
    return { every: seconds / WEEK_SECONDS, unit: "weeks" }
  if (seconds % DAY_SECONDS === 0 && seconds / DAY_SECONDS <= days)
    return { every: seconds / DAY_SECONDS, unit: "days" }
  return seconds % HOUR_SECONDS === 0 && seconds / HOUR_SECONDS <= hours
    ? { every: seconds / HOUR_SECONDS, unit: "hours" }
    : null
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/u

/** Reads a restriction. Returns null if it is not valid. */
const intervalsFrom = (restriction: Part): ReadonlyArray<WeekInterval> | null => {
  const [, hour, minute, second = "0"] = TIME_OF_DAY.exec(restriction.text("start_time_of_day") ?? "") ?? []
  const seconds = restriction.number("duration_seconds")
  if (hour === undefined || seconds === undefined || seconds <= 0) return null
  const start = Number(hour) * HOUR_MINUTES + Number(minute)
  const length = Math.min(WEEK_MINUTES, Math.round(seconds / 60))
  if (seconds % 60 !== 0 || (second !== "0" && second !== "00"))
    restriction.changed("duration_seconds", "layers", "Active hours have whole minutes.")
  const isWeekly = restriction.text("type") === "weekly_restriction"
  const day = restriction.number("start_day_of_week")
  if (isWeekly && (day === undefined || !Number.isInteger(day) || day < 1 || day > 7)) return null
  return isWeekly
    ? [{ start: ((day ?? 1) - 1) * DAY_MINUTES + start, length }]
    : Array.from({ length: 7 }, (_, index) => ({ start: index * DAY_MINUTES + start, length }))
}

const restrictionsOf = (layer: Part): ReadonlyArray<WeekInterval> | null => {
  const found: Array<WeekInterval> = []
  for (const restriction of layer.parts("restrictions")) {
    const intervals = intervalsFrom(restriction)
    if (intervals === null) return null
    found.push(...intervals)
    for (const field of ["type", "start_time_of_day", "duration_seconds", "start_day_of_week"])
      if (restriction.value(field) != null) restriction.carried(field, "layers")
  }
  return found
}

/**
 * Returns the local time of a turn of the first user that is not after the start of the layer. The turns of a layer in
 * Mon begin with the first one, but the virtual start in PagerDuty can be later than the start of the layer.
 */
const firstTurn = (virtual: number, start: number, length: TurnLength, users: number, zone: string): string => {
  if (virtual <= start) return localTimeAt(virtual, zone)
  const days = length.unit === "weeks" ? length.every * 7 : length.unit === "days" ? length.every : length.every / 24
  const cycle = days * users * DAY_MS
  return localText(localMs(virtual, zone) - Math.ceil((virtual - start + DAY_MS) / cycle) * cycle)
}

const groupsOf = (draft: OnCallDraft, layer: Part): ReadonlyArray<ReadonlyArray<string>> => {
  const groups = layer.list("users").map((one) => {
    const person = personIn(draft, isEntries(one) && isEntries(one["user"]) ? one["user"] : one)
    return person === null ? [] : [person]
  })
  if (groups.some((group) => group.length === 0))
    layer.changed("users", "layers", "A user without an id is a turn of nobody.")
  else layer.carried("users", "layers")
  return groups
}

/** Converts a layer of PagerDuty. Returns null, and reports the reason, if Mon has no such layer. */
export const layerFrom = (draft: OnCallDraft, layer: Part, zone: string): ImportedLayer | null => {
  const leave = (field: string, reason: string): null => {
    layer.leftOut(field, `The layer is left out: ${reason}`)
    return null
  }
  for (const field of [
    "id",
    "type",
    "summary",
    "self",
    "html_url",
    "rendered_schedule_entries",
    "rendered_coverage_percentage"
  ])
    layer.used(field)
  if (layer.list("users").length === 0) return leave("users", "it has no users.")
  const length = turnLength(layer.number("rotation_turn_length_seconds") ?? 0)
  if (length === null) return leave("rotation_turn_length_seconds", "a turn in Mon has a whole number of hours.")
  const start = instantFrom(layer.value("start")) ?? instantFrom(layer.value("rotation_virtual_start"))
  const virtual = instantFrom(layer.value("rotation_virtual_start")) ?? start
  if (start === null || virtual === null) return leave("start", "it has no valid start.")
  const end = layer.has("end") ? instantFrom(layer.value("end")) : null
  if (end !== null && end <= start) return leave("end", "it ends before it starts.")
  const intervals = restrictionsOf(layer)
  if (intervals === null) return leave("restrictions", "a restriction is not valid.")
  const groups = groupsOf(draft, layer)
  const active = intervals.length === 0 ? null : activeHours(intervals)
  for (const field of ["rotation_turn_length_seconds", "rotation_virtual_start", "start", "end", "name"])
    if (layer.has(field)) layer.carried(field, "layers")
  const name = layer.text("name")?.slice(0, 60)
  return {
    ...(name === undefined ? {} : { name }),
    groups,
    handOff: { ...length, start: firstTurn(virtual, start, length, groups.length, zone) },
    ...(active === null ? {} : { active }),
    from: isoOf(start),
    until: end === null ? null : isoOf(end)
  }
}
