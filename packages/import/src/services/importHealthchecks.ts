import { HeartbeatDraft } from "../document/HeartbeatDraft.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { recordsOf, tagNames } from "./records.ts"

const reasons: Readonly<Record<string, string>> = {
  desc: "Monitors in Mon have no description.",
  channels: "Add channels and routes: they are not part of the response."
}

/** The names of fields that Healthchecks calculates. */
const FACTS = [
  "uuid",
  "unique_key",
  "n_pings",
  "started",
  "last_ping",
  "next_ping",
  "last_duration",
  "badge_url",
  "update_url",
  "pause_url",
  "resume_url",
  // Old names of filters, with the values of the new filters.
  "subject",
  "subject_fail"
]

const FILTERS = {
  methods: "method",
  failure_kw: "failure",
  success_kw: "success",
  start_kw: "start",
  filter_subject: "subject",
  filter_body: "body",
  filter_http_body: "httpBody",
  filter_default_fail: "defaultFail"
} as const

const filtersFrom = (heartbeat: HeartbeatDraft, source: SourceObject): void => {
  const set = Object.entries(FILTERS).filter(([field]) => source.has(field))
  if (set.length === 0) return
  heartbeat.fields["filters"] = Object.fromEntries(set.map(([field, name]) => [name, source.value(field)]))
  for (const [field, name] of set) source.carried(field, `filters.${name}`)
}

/**
 * Returns whether a schedule is a cron expression, which has 5 fields in one line. All other schedules have the format
 * of systemd (hc/api/models.py).
 */
const isCron = (schedule: string): boolean => !schedule.includes("\n") && schedule.trim().split(/\s+/u).length === 5

const scheduleFrom = (heartbeat: HeartbeatDraft, source: SourceObject): void => {
  const schedule = source.text("schedule")
  if (schedule === undefined) {
    source.used("tz")
    return heartbeat.secondsFrom(source, "timeout", "every")
  }
  const timeZone = source.text("tz")
  const kind = isCron(schedule) ? "cron" : "onCalendar"
  heartbeat.schedule = { [kind]: schedule.trim(), ...(timeZone === undefined ? {} : { timeZone }) }
  source.carried("schedule", `schedule.${kind}`)
  if (timeZone !== undefined) source.carried("tz", "schedule.timeZone")
  source.used("timeout")
}

const addCheck = (draft: ImportDraft, values: Entries): void => {
  const id = String(values["uuid"] ?? values["unique_key"] ?? values["slug"] ?? values["name"] ?? "")
  const source = new SourceObject(draft.group("monitor", id, String(values["name"] || values["slug"] || id)), values)
  const heartbeat = new HeartbeatDraft(source.group, id)
  heartbeat.nameFrom(source, "name")
  const slug = source.text("slug")
  if (slug !== undefined) {
    heartbeat.fields["slug"] = slug
    source.carried("slug", "slug")
  }
  scheduleFrom(heartbeat, source)
  const grace = source.number("grace")
  heartbeat.secondsFrom(source, "grace", "lateAfter")
  // In Healthchecks, the grace time limits both the delay and the run time. The run time is known only if a job reports
  // its start.
  if (grace !== undefined) heartbeat.setSeconds("(grace after a start)", "maxRuntime", grace)
  filtersFrom(heartbeat, source)
  const isPaused = source.text("status") === "paused"
  if (isPaused) heartbeat.fields["paused"] = true
  if (isPaused && source.flag("manual_resume") !== true)
    source.changed("status", "paused", "In Healthchecks, a ping ends the pause. In Mon, a person does.")
  else if (isPaused) source.carried("status", "paused")
  else source.used("status")
  for (const field of ["manual_resume", ...FACTS]) source.used(field)
  const tags = tagNames(source.value("tags"))
  heartbeat.tags.push(...tags)
  if (tags.length > 0) source.carried("tags", "tags")
  const token = source.text("ping_url")?.split("/").at(-1)
  if (token !== undefined) heartbeat.tokenFrom(source, "ping_url", token)
  else source.group.leftOut("(ping URL)", "The response to a read-only key has no ping URLs. Use another key.")
  source.finish({ reasons })
  draft.addHeartbeat(heartbeat)
}

/**
 * Imports the responses of Healthchecks to `GET /api/v1/checks/`, or to the same request in version 2 or 3 of the API.
 */
export const importHealthchecks = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const values of recordsOf(files, draft)) addCheck(draft, values)
}
