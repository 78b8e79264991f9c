import { type HandOff, onCallLimits } from "@mon/on-call"
import { isEntries, type SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedLayer, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { activeHours, DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES, type WeekInterval } from "../weekHours.ts"
import { instantFrom, isoOf, localTimeAt } from "../zoneTime.ts"
import { personIn, type Teams } from "./Teams.ts"

type Part = SourceObject<OnCallGroupKind>

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
const UNITS: ReadonlyMap<string, HandOff["unit"]> = new Map([
  ["hourly", "hours"],
  ["daily", "days"],
  ["weekly", "weeks"]
])

const minuteOf = (restriction: Part, edge: "start" | "end"): number | null => {
  const hour = restriction.number(`${edge}Hour`)
  const minute = restriction.number(`${edge}Min`) ?? 0
  if (hour === undefined || !Number.isInteger(hour) || hour < 0 || hour > 24) return null
  return Number.isInteger(minute) && minute >= 0 && minute < 60 ? hour * HOUR_MINUTES + minute : null
}

const EDGES = ["startDay", "endDay", "startHour", "startMin", "endHour", "endMin"]

/** An end that is not after the start is on the next day, or in the next week. */
const lengthOf = (start: number, end: number, whole: number): number => ((end - start + whole - 1) % whole) + 1

const intervalsOf = (restriction: Part, isWeekly: boolean): ReadonlyArray<WeekInterval> | null => {
  const start = minuteOf(restriction, "start")
  const end = minuteOf(restriction, "end")
  if (start === null || end === null) return null
  for (const field of EDGES) if (restriction.value(field) != null) restriction.carried(field, "layers")
  if (!isWeekly) {
    const length = lengthOf(start, end, DAY_MINUTES)
    return Array.from({ length: 7 }, (_, day) => ({ start: day * DAY_MINUTES + start, length }))
  }
  const first = DAYS.indexOf((restriction.text("startDay") ?? "").toLowerCase())
  const last = DAYS.indexOf((restriction.text("endDay") ?? "").toLowerCase())
  if (first === -1 || last === -1) return null
  return [
    {
      start: first * DAY_MINUTES + start,
      length: lengthOf(first * DAY_MINUTES + start, last * DAY_MINUTES + end, WEEK_MINUTES)
    }
  ]
}

/** Returns the hours of a rotation: null if it is always on, or undefined if they are not valid. */
const hoursOf = (rotation: Part): ReturnType<typeof activeHours> | undefined => {
  const restriction = rotation.part("timeRestriction")
  if (restriction === null) return null
  const isWeekly = restriction.text("type") === "weekday-and-time-of-day"
  restriction.used("type")
  const single = restriction.part("restriction")
  const parts = [...(single === null ? [] : [single]), ...restriction.parts("restrictions")]
  const intervals: Array<WeekInterval> = []
  for (const part of parts) {
    const found = intervalsOf(part, isWeekly)
    if (found === null) return undefined
    intervals.push(...found)
  }
  return intervals.length === 0 ? null : activeHours(intervals)
}

const groupFrom = (draft: OnCallDraft, participant: Part, teams: Teams): ReadonlyArray<string> => {
  const type = (participant.text("type") ?? "user").toLowerCase()
  for (const field of ["type", "id", "username", "name", "order"]) participant.used(field)
  const field = participant.pathOf("id")
  if (type === "none" || type === "noone") return []
  const person = type === "user" ? personIn(draft, participant.values) : null
  const people = type === "team" ? teams.of(participant.values) : person === null ? null : [person]
  if (people !== null) {
    if (type === "team") participant.group.changed(field, "layers", "All members of the team are on call in its turn.")
    else participant.group.carried(field, "layers")
    return people
  }
  participant.group.leftOut(
    field,
    `Mon has no participants of the type ${type}, or its people are unknown. Nobody is on call in its turn.`
  )
  return []
}

/** Converts a rotation. Returns null, and reports the reason, if it is off or Mon has no such rotation. */
export const layerFrom = (
  draft: OnCallDraft,
  rotation: Part,
  { teams, zone }: { readonly teams: Teams; readonly zone: string }
): ImportedLayer | null => {
  const leave = (field: string, reason: string): null => {
    rotation.leftOut(field, `The rotation is left out: ${reason}`)
    return null
  }
  for (const field of ["id", "_parent", "scheduleId", "order"]) rotation.used(field)
  if (rotation.flag("enabled") === false) return leave("enabled", "it is turned off.")
  rotation.used("enabled")
  const unit = UNITS.get((rotation.text("type") ?? "").toLowerCase())
  const every = rotation.number("length") ?? 1
  if (unit === undefined || !Number.isInteger(every) || every < 1 || every > onCallLimits.every[unit])
    return leave("type", "Mon has no turns of this length.")
  const start = instantFrom(rotation.value("startDate"))
  if (start === null) return leave("startDate", "it has no valid start.")
  const end = rotation.has("endDate") ? instantFrom(rotation.value("endDate")) : null
  if (end !== null && end <= start) return leave("endDate", "it ends before it starts.")
  const active = hoursOf(rotation)
  if (active === undefined) return leave("timeRestriction", "its hours are not valid.")
  const groups = rotation.parts("participants").map((participant) => groupFrom(draft, participant, teams))
  if (groups.length === 0) return leave("participants", "it has no participants.")
  for (const field of ["name", "type", "length", "startDate", "endDate"])
    if (rotation.has(field)) rotation.carried(field, "layers")
  const name = rotation.text("name")?.slice(0, 60)
  return {
    ...(name === undefined ? {} : { name }),
    groups,
    handOff: { every, unit, start: localTimeAt(start, zone) },
    ...(active === null ? {} : { active }),
    from: isoOf(start),
    until: end === null ? null : isoOf(end)
  }
}

/** Returns the ids of the rotations that an override names. Empty for all rotations. */
export const rotationIds = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.flatMap((one) => (isEntries(one) ? (textIn(one, "id") ?? []) : [])) : []
