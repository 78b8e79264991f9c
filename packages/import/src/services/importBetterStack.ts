import { HeartbeatDraft } from "../document/HeartbeatDraft.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { statusesFrom } from "../document/statuses.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { recordsOf } from "./records.ts"

const HTTP = new Set(["status", "expected_status_code", "keyword", "keyword_absence"])

const reasons: Readonly<Record<string, string>> = {
  confirmation_period: "Mon has its own rule to confirm every failure before it alerts.",
  recovery_period: "Mon has its own rule to confirm every recovery.",
  verify_ssl: "Mon always checks the certificate.",
  domain_expiration: "Mon sends an alert before any domain registration expires.",
  regions: "Checks run from the locations of the Mon service.",
  ip_version: "Add the ipVersion expectation if the IP version matters.",
  follow_redirects: "Mon follows redirects.",
  remember_cookies: "Mon starts every check without cookies.",
  policy_id: "Add routes: the policy is not part of the response.",
  expiration_policy_id: "Add routes: the policy is not part of the response.",
  team_wait: "Add steps to a route.",
  call: "Use routes and channels.",
  sms: "Use routes and channels.",
  email: "Use routes and channels.",
  push: "Use routes and channels.",
  critical_alert: "Use routes and channels.",
  maintenance_from: "Add a maintenance window.",
  maintenance_to: "Add a maintenance window.",
  maintenance_days: "Add a maintenance window.",
  maintenance_timezone: "Add a maintenance window.",
  monitor_group_id: "Use tags.",
  heartbeat_group_id: "Use tags.",
  proxy_host: "Mon does not support proxies.",
  proxy_port: "Mon does not support proxies.",
  playwright_script: "Mon does not run scripts.",
  scenario_name: "Mon does not run scripts.",
  environment_variables: "Mon does not run scripts."
}

const FACTS = [
  "last_checked_at",
  "status",
  "created_at",
  "updated_at",
  "paused_at",
  "team_name",
  "monitor_type",
  "port",
  "checks_version",
  "sort_index"
]

/** Reads the headers. Each header is an object with a name and a value. */
const headersFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  for (const header of source.parts("request_headers")) {
    header.used("id")
    const name = header.text("name")
    const value = header.text("value")
    const fault =
      name === undefined || value === undefined ? "The header has no name or no value." : monitor.addHeader(name, value)
    for (const field of ["name", "value"]) {
      if (fault === null) header.carried(field, `request.headers.${name ?? ""}`)
      else header.leftOut(field, fault)
    }
  }
}

const expectationsFrom = (monitor: MonitorDraft, source: SourceObject, kind: string): void => {
  if (kind === "expected_status_code")
    statusesFrom(monitor, source, "expected_status_codes", source.list("expected_status_codes"))
  else monitor.expectAt("(default status)", { status: "200-299" })
  const text = source.text("required_keyword")
  if (text !== undefined && kind.startsWith("keyword"))
    monitor.expectFrom(source, "required_keyword", { text, ...(kind === "keyword_absence" ? { absent: true } : {}) })
  const days = source.number("ssl_expiration")
  if (days !== undefined && days > 0)
    source.changed("ssl_expiration", null, "Mon sends an alert before any certificate expires.")
}

/** Adds a heartbeat. The last part of its URL is its token. */
const addHeartbeat = (draft: ImportDraft, outer: SourceObject, source: SourceObject, id: string): void => {
  const heartbeat = new HeartbeatDraft(source.group, `heartbeat ${id}`)
  for (const field of ["id", "type", "attributes"]) outer.used(field)
  heartbeat.nameFrom(source, "name")
  heartbeat.secondsFrom(source, "period", "every")
  heartbeat.secondsFrom(source, "grace", "lateAfter")
  const state = source.value("paused") === undefined ? "status" : "paused"
  heartbeat.activeFrom(source, state, state === "paused")
  for (const field of FACTS) if (field !== state) source.used(field)
  const token = source.text("url")?.split("/").at(-1)
  if (token !== undefined) heartbeat.tokenFrom(source, "url", token)
  source.finish({ reasons })
  if (outer !== source) outer.finish({ otherwise: "This field refers to other API objects." })
  draft.addHeartbeat(heartbeat)
}

const addMonitor = (draft: ImportDraft, record: Entries): void => {
  const id = String(record["id"] ?? "")
  const attributes = isEntries(record["attributes"]) ? record["attributes"] : record
  const type = record["type"]
  const group = draft.group(
    "monitor",
    id,
    String(attributes["pronounceable_name"] ?? attributes["name"] ?? attributes["url"] ?? "")
  )
  const outer = new SourceObject(group, record)
  const source = attributes === record ? outer : new SourceObject(group, attributes, { prefix: "attributes." })
  if (type === "heartbeat") return addHeartbeat(draft, outer, source, id)
  const kind = source.text("monitor_type") ?? "status"
  if (!HTTP.has(kind)) return group.skip(`Mon does not have ${kind} checks.`, kind)
  const monitor = new MonitorDraft(group, id)
  monitor.url = source.text("url") ?? ""
  source.taken("url")
  for (const field of ["id", "type", "attributes"]) outer.used(field)
  for (const field of FACTS) source.used(field)
  monitor.nameFrom(source, "pronounceable_name")
  monitor.intervalFrom(source, "check_frequency")
  monitor.timeoutFrom(source, "request_timeout")
  monitor.activeFrom(source, "paused", true)
  monitor.methodFrom(source, "http_method")
  monitor.bodyFrom(source, "request_body")
  headersFrom(monitor, source)
  monitor.passwordFrom(source, "auth_username", "auth_password")
  expectationsFrom(monitor, source, kind)
  source.finish({ reasons, defaults: { verify_ssl: true, follow_redirects: true } })
  if (outer !== source) outer.finish({ otherwise: "This field refers to other API objects." })
  draft.addMonitor(monitor, source.pathOf("url"))
}

/** Imports the responses of Better Stack Uptime to `GET /api/v2/monitors` and `/heartbeats`. */
export const importBetterStack = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const record of recordsOf(files, draft)) addMonitor(draft, record)
}
