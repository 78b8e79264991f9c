import { type HeartbeatAdvice, type heartbeatFields, parseCron, parseOnCalendar, type SettingsOf } from "@mon/model"
import { advisePeriod, adviseZone } from "./adviseHeartbeat.ts"

type Schedule = SettingsOf<typeof heartbeatFields>["schedule"]

const MINUTE = 60_000
const SECOND = 1_000
const UTC = "UTC"

/** The time zones of most of the world's hosts. Reading the clocks of all zones would take a sixth of a second. */
const ZONES = [
  UTC,
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "Europe/Moscow",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Asia/Dubai",
  "Asia/Karachi",
  "Asia/Kolkata",
  "Asia/Dhaka",
  "Asia/Bangkok",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Perth",
  "Australia/Sydney",
  "Pacific/Auckland"
]

const none = { offsetMinutes: null, timeZones: [], every: null }

const zoneAdvice = (schedule: Exclude<Schedule, { readonly every: number }>, begins: ReadonlyArray<number>) => {
  const { timeZone: current = UTC } = schedule
  const parsed = "cron" in schedule ? parseCron(schedule.cron, current) : parseOnCalendar(schedule.onCalendar, current)
  if (parsed._tag !== "Schedule") return null
  const found = adviseZone(parsed.schedule, begins, { current, others: ZONES })
  if (found === null) return null
  const offsetMinutes = found.offsetMs / MINUTE
  const off = `${Math.abs(offsetMinutes)} minutes ${offsetMinutes < 0 ? "early" : "late"}`
  const fits = found.timeZones.length === 0 ? "" : ` In ${found.timeZones.join(" or ")}, they fit the schedule.`
  const message = `The last runs began ${off}.${fits}`
  return { ...none, kind: "timeZone", offsetMinutes, timeZones: found.timeZones, message } as const
}

/**
 * Returns advice about the schedule of a job from its last runs, or null if the runs fit the schedule.
 *
 * @param begins The times at which the last runs began, oldest first. Unix time in milliseconds.
 * @param lateAfter The longest delay with which a run is not late, in seconds. Null: no run is ever late.
 *
 * @example
 * ```ts
 * const begins = [Date.UTC(2026, 6, 1, 1), Date.UTC(2026, 6, 2, 1)]
 * scheduleAdvice({ cron: "0 3 * * *" }, 300, begins)?.timeZones // => ["Europe/Berlin"]
 * ```
 */
export const scheduleAdvice = (
  schedule: Schedule,
  lateAfter: number | null,
  begins: ReadonlyArray<number>
): HeartbeatAdvice | null => {
  if (!("every" in schedule)) return zoneAdvice(schedule, begins)
  const limits = { everyMs: schedule.every * SECOND, lateAfterMs: (lateAfter ?? 0) * SECOND }
  const periodMs = advisePeriod(limits, begins)
  if (periodMs === null) return null
  const every = Math.round(periodMs / SECOND)
  return { ...none, kind: "period", every, message: `The last runs were about ${every} s apart.` }
}
