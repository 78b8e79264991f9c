import type { ImportDraft } from "../document/ImportDraft.ts"
import { recurrenceOfCron } from "../reading/recurrenceOfCron.ts"
import { localTime, skippedTimeParts } from "../reading/localTime.ts"
import { innerJson } from "../reading/readJson.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { kumaSpellings } from "./KumaTables.ts"

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
const MINUTES_A_DAY = 1_440

interface Times {
  readonly startsAt: string
  readonly minutes: number
  readonly recurrence: string | null
  readonly fields: ReadonlyArray<string>
}

const listOf = (source: SourceObject, name: string): ReadonlyArray<unknown> => {
  const value = source.value(name)
  if (Array.isArray(value)) return value
  const found = typeof value === "string" ? innerJson(value) : []
  return Array.isArray(found) ? found : []
}

/** Converts "02:30" or "02:30:00" to minutes. */
const minutesOf = (text: string | undefined): number | null => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/u.exec(text ?? "") ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

const recurrences: Readonly<Record<string, (source: SourceObject) => readonly [rule: string, field: string] | null>> = {
  "recurring-interval": (source) => [`FREQ=DAILY;INTERVAL=${source.number("interval_day") ?? 1}`, "interval_day"],
  "recurring-weekday": (source) => {
    const days = listOf(source, "weekdays").flatMap((day) => DAYS[Number(day) % 7] ?? [])
    return days.length === 0 ? null : [`FREQ=WEEKLY;BYDAY=${days.join(",")}`, "weekdays"]
  },
  "recurring-day-of-month": (source) => {
    const days = listOf(source, "days_of_month").flatMap((day) => {
      const [, fromEnd] = /^lastDay([1-4])$/u.exec(String(day)) ?? []
      return fromEnd === undefined ? (/^\d{1,2}$/u.test(String(day)) ? [String(day)] : []) : [`-${fromEnd}`]
    })
    return days.length === 0 ? null : [`FREQ=MONTHLY;BYMONTHDAY=${days.join(",")}`, "days_of_month"]
  }
}

/**
 * Returns the date in a text, or the day of the import if there is none. A recurring window without a date begins on
 * the day of the import, even if its rule does not include this day.
 */
const dateOf = (text: string | undefined, today: string): string => /^\d{4}-\d{2}-\d{2}/u.exec(text ?? "")?.[0] ?? today

const timesOf = (source: SourceObject, zone: string, today: string): Times | string => {
  const strategy = source.text("strategy") ?? ""
  const start = source.text("start_date")
  if (strategy === "manual") return "The window is started and ended by hand. Use `mon` or the dashboard for that."
  if (strategy === "single") {
    const begin = localTime(start ?? "", zone)
    const end = localTime(source.text("end_date") ?? "", zone)
    if (begin === null || end === null) return "The window's times cannot be parsed."
    const minutes = Math.round((end - begin) / 60_000)
    return { startsAt: new Date(begin).toISOString(), minutes, recurrence: null, fields: ["start_date", "end_date"] }
  }
  if (strategy === "cron") {
    const cron = recurrenceOfCron(source.text("cron") ?? "")
    if (cron === null) return "The cron expression cannot be written as a recurrence rule."
    const local = `${dateOf(start, today)} ${cron.time}`
    const begin = localTime(local, zone)
    if (begin === null) return "The window's times cannot be parsed."
    const minutes = Math.round((source.number("duration") ?? 0) / 60)
    const recurrence = cron.rule + skippedTimeParts(local, zone, begin)
    return { startsAt: new Date(begin).toISOString(), minutes, recurrence, fields: ["cron", "duration"] }
  }
  const rule = Object.hasOwn(recurrences, strategy) ? recurrences[strategy]?.(source) : undefined
  if (rule === undefined) return `Mon does not support the strategy ${strategy}.`
  if (rule === null) return "It has no days."
  const from = minutesOf(source.text("start_time"))
  const to = minutesOf(source.text("end_time"))
  const local = `${dateOf(start, today)} ${source.text("start_time") ?? ""}`
  const begin = localTime(local, zone)
  if (from === null || to === null || begin === null) return "The window's times cannot be parsed."
  const until = source.text("end_date")
  const end = until === undefined ? null : localTime(until, zone)
  const limit = end === null ? "" : `;UNTIL=${new Date(end).toISOString().replaceAll(/[-:]|\.\d+/gu, "")}`
  return {
    startsAt: new Date(begin).toISOString(),
    minutes: to > from ? to - from : to - from + MINUTES_A_DAY,
    recurrence: rule[0] + skippedTimeParts(local, zone, begin) + limit,
    fields: [
      "start_time",
      "end_time",
      rule[1],
      ...(start === undefined ? [] : ["start_date"]),
      ...(end === null ? [] : ["end_date"])
    ]
  }
}

const targets: ReadonlyMap<string, string> = new Map([
  ["start_date", "startsAt"],
  ["start_time", "startsAt"],
  ["end_time", "minutes"],
  ["duration", "minutes"]
])

export interface WindowContext {
  readonly monitors: ReadonlyArray<string>
  /** The server's time zone, for windows that use it. */
  readonly serverZone: string | null
  /** The day of the import, such as 2027-01-03. */
  readonly today: string
}

export const addKumaWindow = (
  draft: ImportDraft,
  row: Entries,
  { monitors, serverZone, today }: WindowContext
): void => {
  const id = String(row["id"] ?? "")
  const group = draft.group("maintenanceWindow", id, String(row["title"] ?? ""))
  const source = new SourceObject(group, row, { spellings: kumaSpellings })
  if (source.flag("active") === false) return group.skip("It is turned off.")
  const given = source.text("timezone") ?? "SAME_AS_SERVER"
  const zone = given === "SAME_AS_SERVER" ? (serverZone ?? "UTC") : given
  const times = timesOf(source, zone, today)
  if (typeof times === "string") return group.skip(times)
  for (const name of ["id", "active", "user_id", "last_start_date"]) source.used(name)
  if (source.value("title") !== undefined) source.carried("title", "name")
  if (source.value("strategy") !== undefined) source.carried("strategy", "recurrence")
  if (source.text("timezone") !== undefined) {
    if (given === zone) source.carried("timezone", "timezone")
    else source.changed("timezone", "timezone", `The server's time zone became ${zone}.`)
  }
  for (const field of times.fields) {
    const to = targets.get(field) ?? (times.recurrence === null ? "minutes" : "recurrence")
    source.carried(field, to)
  }
  source.finish({
    reasons: {
      description: "Windows in Mon have no description.",
      cron: "The recurrence rule is created from the days.",
      duration: "The duration is calculated from the start and the end."
    },
    otherwise: "This field is for a different strategy."
  })
  const { minutes, recurrence, startsAt } = times
  draft.addWindow({
    group,
    id,
    name: source.text("title") ?? "",
    startsAt,
    minutes,
    timezone: zone,
    recurrence,
    monitors
  })
}
