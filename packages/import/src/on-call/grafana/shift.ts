import { canonicalTimeZone } from "@mon/bundled/time-zones"
import { localTime } from "../../reading/localTime.ts"
import type { SourceObject } from "../../reading/SourceObject.ts"
import type { OnCallGroupKind } from "../ImportedOnCall.ts"
import { DAY_MS, MINUTE_MS } from "../zoneTime.ts"
import type { GrafanaUsers } from "./GrafanaUsers.ts"

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
/** 1 January 1970 was a Thursday, the fourth day of the week. */
const FIRST_WEEKDAY = 3

/** Returns the day of the week of a local time: 0 is Monday. */
export const weekdayOf = (local: number): number => (Math.floor(local / DAY_MS) + FIRST_WEEKDAY) % 7

/** A shift of Grafana OnCall. */
export interface Shift {
  readonly name: string | undefined
  readonly type: "single_event" | "recurrent_event" | "rolling_users" | "override"
  readonly level: number
  readonly zone: string
  /** Whether the zone is not the one of the schedule. */
  readonly hasOwnZone: boolean
  /** The local time of the first event in milliseconds, as if the clocks showed UTC. */
  readonly start: number
  /** The instant of the first event. */
  readonly startsAt: number
  /** The instant before which no event begins. */
  readonly from: number
  readonly minutes: number
  readonly frequency: "hourly" | "daily" | "weekly" | "monthly" | null
  readonly interval: number
  /** The last instant at which an event can begin. Null: without an end. */
  readonly until: number | null
  /** The first day of the week: 0 is Monday. */
  readonly weekStart: number
  /** The days of the week: 0 is Monday. Empty: no restriction. */
  readonly days: ReadonlyArray<number>
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
}

const FREQUENCIES = ["hourly", "daily", "weekly", "monthly"] as const

const groupsOf = (shift: SourceObject<OnCallGroupKind>, users: GrafanaUsers): ReadonlyArray<ReadonlyArray<string>> => {
  const rolling = shift.list("rolling_users")
  if (shift.text("type") !== "rolling_users") {
    const people = users.people(shift.value("users"))
    return [people.length > 0 ? people : rolling.flatMap((group) => users.people(group))]
  }
  const groups = rolling.map((group) => users.people(group))
  const first = shift.number("start_rotation_from_user_index") ?? 0
  return Number.isInteger(first) && first > 0 && first < groups.length
    ? [...groups.slice(first), ...groups.slice(0, first)]
    : groups
}

/**
 * An event that is not on one of its days begins with the first of the days in the order of the week, as in Grafana
 * OnCall.
 */
const adjusted = (start: number, days: ReadonlyArray<number>, weekStart: number): number => {
  const weekday = weekdayOf(start)
  const [first] = days.toSorted((a, b) => ((a - weekStart + 7) % 7) - ((b - weekStart + 7) % 7))
  return first === undefined || days.includes(weekday) ? start : start + ((first - weekday + 7) % 7) * DAY_MS
}

const localMsOf = (text: string | undefined): number | null =>
  text === undefined ? null : localTime(text.replace(/Z$/u, ""), "UTC")

interface ShiftContext {
  readonly users: GrafanaUsers
  /** The zone of shifts without a zone of their own. */
  readonly zone: string
  readonly scheduleZone: string
}

/** Reads a shift. Returns the reason if it is not valid or Mon has no such shift. */
export const readShift = (
  shift: SourceObject<OnCallGroupKind>,
  { scheduleZone, users, zone: usual }: ShiftContext
): Shift | string => {
  const own = shift.text("time_zone")
  const zone = own === undefined ? usual : canonicalTimeZone(own)
  if (zone === null) return `Mon does not know its time zone "${own}".`
  const type = shift.text("type") as Shift["type"]
  const given = localMsOf(shift.text("start"))
  const seconds = shift.number("duration") ?? 0
  if (given === null || !Number.isInteger(seconds) || seconds < 60) return "It has no valid start and duration."
  const frequency = FREQUENCIES.find((one) => one === shift.text("frequency")) ?? null
  const isSingle = type === "single_event" || type === "override"
  if (!isSingle && frequency === null) return "It has no frequency."
  if (shift.list("by_month").length > 0) return "Mon has no layers of some months."
  if (shift.list("by_monthday").length > 0) return "Mon has no layers of some days of a month."
  const days = isSingle ? [] : shift.list("by_day").map((day) => DAYS.indexOf(String(day)))
  if (days.includes(-1)) return "Mon has no layers of the n-th weekday of a month."
  const weekStart = Math.max(0, DAYS.indexOf(shift.text("week_start") ?? "SU"))
  const interval = shift.number("interval") ?? 1
  if (!Number.isInteger(interval) || interval < 1) return "Its interval is not valid."
  const groups = groupsOf(shift, users)
  if (groups.length === 0) return "It has no users."
  const start =
    Math.floor((type === "rolling_users" ? adjusted(given, days, weekStart) : given) / MINUTE_MS) * MINUTE_MS
  const instantOf = (local: number): number | null => localTime(new Date(local).toISOString().slice(0, 19), zone)
  const startsAt = instantOf(start)
  const rotationStart = localMsOf(shift.text("rotation_start"))
  const until = localMsOf(shift.text("until"))
  if (startsAt === null) return "It has no valid start and duration."
  return {
    name: shift.text("name")?.slice(0, 60),
    type,
    level: shift.number("level") ?? 0,
    zone,
    hasOwnZone: zone !== scheduleZone,
    start,
    startsAt,
    from: Math.max(startsAt, rotationStart === null ? startsAt : (instantOf(rotationStart) ?? startsAt)),
    minutes: Math.round(seconds / 60),
    frequency: isSingle ? null : frequency,
    interval,
    until: until === null ? null : instantOf(until),
    weekStart,
    days: [...new Set(days)],
    groups
  }
}
