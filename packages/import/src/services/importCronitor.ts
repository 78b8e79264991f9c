import { HeartbeatDraft } from "../document/HeartbeatDraft.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { readYamlText } from "../reading/readYamlText.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { tagNames } from "./records.ts"

/** Cronitor's types of monitors that wait for events from a job. */
const JOBS = new Set(["job", "heartbeat"])

/** The sections of a YAML file, each with the type of its monitors. */
const sections: ReadonlyMap<string, string> = new Map([
  ["jobs", "job"],
  ["heartbeats", "heartbeat"],
  ["checks", "check"],
  ["sites", "site"]
])

const ROUTES = "Add channels and routes: they are not part of the response."

const reasons: Readonly<Record<string, string>> = {
  notify: ROUTES,
  notifications: ROUTES,
  note: "Monitors in Mon have no description.",
  failure_tolerance: "Mon sends an alert after the first failed run.",
  schedule_tolerance: "Mon sends an alert after the first missing run.",
  consecutive_alert_threshold: "Mon sends an alert after the first failed run.",
  realert_interval: "In Mon, reminders are a route setting: reminderMinutes.",
  environments: "Add a heartbeat for each environment.",
  metadata: "Use tags."
}

/** The names of fields that Cronitor calculates. */
const FACTS = [
  "type",
  "attributes",
  "created",
  "initialized",
  "latest_event",
  "latest_events",
  "latest_invocations",
  "latest_issue",
  "next_expected_at",
  "passing",
  "platform",
  "public_badge_url",
  "running",
  "statuses"
]

const UNITS: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["sec", 1],
  ["second", 1],
  ["m", 60],
  ["min", 60],
  ["minute", 60],
  ["h", 3_600],
  ["hour", 3_600],
  ["d", 86_400],
  ["day", 86_400],
  ["w", 604_800],
  ["week", 604_800]
])

/** Converts a text such as `5 minutes`, `1.5 h` or `hour` to seconds. Returns null for any other text. */
const secondsOf = (text: string): number | null => {
  const [, amount = "1", unit = ""] = /^(\d+(?:\.\d+)?)?\s*([a-z]+?)s?$/iu.exec(text.trim()) ?? []
  const factor = UNITS.get(unit.toLowerCase())
  return factor === undefined ? null : Number(amount) * factor
}

/** Sets the schedule: a cron expression, an interval such as `every 5 minutes`, or a time such as `at 17:30`. */
const scheduleFrom = (heartbeat: HeartbeatDraft, source: SourceObject): void => {
  const given = source.list("schedules").map(String)
  const field = source.text("schedule") === undefined && given.length > 0 ? "schedules" : "schedule"
  const schedule = (source.text("schedule") ?? given[0])?.trim()
  if (schedule === undefined || schedule === "") {
    source.used("schedule")
    return heartbeat.expectsNothing("(no schedule)")
  }
  const timeZone = source.text("timezone")
  const zone = timeZone === undefined ? {} : { timeZone }
  const [, period] = /^every\s+(.+)$/iu.exec(schedule) ?? []
  const [, hour, minute] = /^(?:at\s+)?([01]?\d|2[0-3]):([0-5]\d)$/iu.exec(schedule) ?? []
  const seconds = period === undefined ? null : secondsOf(period)
  if (seconds !== null) {
    source.taken(field)
    heartbeat.setSeconds(source.pathOf(field), "every", seconds)
    return
  }
  const cron = hour === undefined ? schedule : `${Number(minute)} ${Number(hour)} * * *`
  heartbeat.schedule = { cron, ...zone }
  if (given.length > 1) source.changed("schedules", "schedule.cron", "A heartbeat in Mon has one schedule: the first.")
  else source.carried(field, "schedule.cron")
  if (field === "schedule") source.used("schedules")
  if (timeZone !== undefined) source.carried("timezone", "schedule.timeZone")
}

/** Converts assertions about the run time, such as `metric.duration < 5 min`. */
const assertionsFrom = (heartbeat: HeartbeatDraft, source: SourceObject): void => {
  source.taken("assertions")
  for (const [index, assertion] of source.list("assertions").entries()) {
    const path = `${source.pathOf("assertions")}[${index}]`
    const [, sign = "", text = ""] = /^metric\.duration\s*([<>])=?\s*(.+)$/iu.exec(String(assertion)) ?? []
    const seconds = secondsOf(text)
    if (seconds === null) source.group.leftOut(path, "Mon can only limit the run time.")
    else heartbeat.setSeconds(path, sign === "<" ? "maxRuntime" : "minRuntime", seconds)
  }
}

const slugFrom = (heartbeat: HeartbeatDraft, source: SourceObject, key: string): void => {
  // Mon converts the keys in pings in the same way: to lower case, with hyphens instead of spaces and dots.
  const slug = key.toLowerCase().replaceAll(/[ .]/gu, "-")
  heartbeat.fields["slug"] = slug
  if (slug === key) source.group.carried("key", "slug")
  else source.group.changed("key", "slug", `Pings with the key ${key} reach the heartbeat too.`)
  source.taken("key")
  source.group.leftOut(
    "(API key in the ping URL)",
    "Replace it with the ping key of your Mon account: POST /heartbeats/ping-key returns it."
  )
}

const addMonitor = (draft: ImportDraft, values: Entries, key: string, type: string): void => {
  const source = new SourceObject(draft.group("monitor", key, String(values["name"] || key)), values)
  if (!JOBS.has(type))
    return source.group.skip("Only jobs and heartbeats are imported from Cronitor. Add the address to the file.")
  const heartbeat = new HeartbeatDraft(source.group, key)
  heartbeat.nameFrom(source, "name")
  slugFrom(heartbeat, source, key)
  scheduleFrom(heartbeat, source)
  heartbeat.secondsFrom(source, "grace_seconds", "lateAfter")
  assertionsFrom(heartbeat, source)
  const isPaused = source.flag("paused") === true || source.flag("disabled") === true
  if (isPaused) heartbeat.fields["paused"] = true
  for (const field of ["paused", "disabled"])
    if (source.flag(field) === true) source.carried(field, "paused")
    else source.used(field)
  const tags = tagNames(source.value("tags"))
  heartbeat.tags.push(...tags)
  if (tags.length > 0) source.carried("tags", "tags")
  const group = source.text("group")
  if (group !== undefined) {
    heartbeat.tags.push(group)
    source.changed("group", "tags", `The monitor has the tag ${group}.`)
  }
  for (const field of FACTS) source.used(field)
  source.finish({ reasons })
  draft.addHeartbeat(heartbeat)
}

/** Imports the responses of Cronitor to `GET /api/monitors`, and YAML files with monitors by key. */
export const importCronitor = (text: string, draft: ImportDraft, name: string): void => {
  const root = readYamlText(text, name)
  const pages = (Array.isArray(root) ? root : [root]).filter(isEntries)
  const listed = pages.flatMap((page) => (Array.isArray(page["monitors"]) ? page["monitors"] : [])).filter(isEntries)
  for (const values of listed) addMonitor(draft, values, String(values["key"] ?? ""), String(values["type"] ?? ""))
  const keyed = pages.flatMap(Object.entries<unknown>).flatMap(([section, monitors]) => {
    const type = sections.get(section)
    return type === undefined || !isEntries(monitors)
      ? []
      : Object.entries(monitors).map(([key, values]) => ({ key, type, values }))
  })
  for (const { key, type, values } of keyed) addMonitor(draft, isEntries(values) ? values : {}, key, type)
  if (listed.length + keyed.length === 0)
    throw new UnreadableSource(`${name} has no Cronitor monitors: neither monitors nor jobs nor heartbeats.`)
}
