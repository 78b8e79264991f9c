import { HeartbeatDraft, NO_EMAILS } from "../document/HeartbeatDraft.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import type { NamedDraft } from "../document/NamedDraft.ts"
import { ServiceDraft } from "../document/ServiceDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { statusesFrom } from "../document/statuses.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { jsonPathOf } from "../reading/jsonPathOf.ts"
import { innerJson } from "../reading/readJson.ts"
import { scalarOf, typeNote } from "../reading/scalarOf.ts"
import { fillKumaService, serviceTypes } from "./kumaService.ts"
import { JOINED, kumaSpellings } from "./KumaTables.ts"

const HTTP = new Set(["http", "keyword", "json-query"])
const PUSH = "push"
export const GROUP_KIND = "group"

/**
 * The default of each column without an equivalent in Mon (db/knex_init_db.js and db/knex_migrations of Uptime Kuma).
 */
const defaults: Readonly<Record<string, unknown>> = {
  weight: 2_000,
  maxredirects: 10,
  dns_resolve_server: "1.1.1.1",
  dns_resolve_type: "A",
  packet_size: 56,
  expiry_notification: 1,
  domain_expiry_notification: 1,
  gamedig_given_port_only: 1,
  grpc_enable_tls: 0,
  mqtt_check_type: "keyword",
  kafka_producer_brokers: [],
  kafka_producer_sasl_options: { mechanism: "None" },
  snmp_version: "2c",
  conditions: "[]",
  ping_count: 1,
  ping_numeric: 1,
  ping_per_request_timeout: 2,
  save_error_response: 1,
  response_max_length: 1_024,
  auth_method: "none",
  oauth_auth_method: "client_secret_basic",
  ntp_stratum_threshold: 5,
  ntp_time_offset_threshold: 1_000,
  ntp_root_dispersion_threshold: 500
}

/** The note for values that Uptime Kuma calculates and that users cannot set. */
const SHOWN = "Uptime Kuma calculates this value."
const OTHER_KIND = "This field is for a different kind of check."

const reasons: Readonly<Record<string, string>> = {
  maxretries: "Mon has its own rule to confirm every failure before it alerts.",
  retry_interval: "Mon has its own rule to confirm every failure before it alerts.",
  resend_interval: "In Mon, reminders are a route setting: reminderMinutes.",
  ignore_tls: "Mon always checks the certificate.",
  maxredirects: "Mon has its own limit on redirects.",
  expiry_notification: "Mon sends an alert before any certificate expires.",
  domain_expiry_notification: "Mon sends an alert before any domain registration expires.",
  ip_family: "Add the ipVersion expectation if the IP version matters.",
  cache_bust: "Mon does not add anything to addresses.",
  proxy_id: "Mon does not support proxies.",
  weight: "Mon sorts by name and tags.",
  auth_method: "Mon supports Basic authentication and bearer tokens.",
  oauth_client_id: "Mon does not request OAuth tokens.",
  oauth_client_secret: "Mon does not request OAuth tokens.",
  oauth_token_url: "Mon does not request OAuth tokens.",
  oauth_scopes: "Mon does not request OAuth tokens.",
  oauth_audience: "Mon does not request OAuth tokens.",
  oauth_auth_method: "Mon does not request OAuth tokens.",
  tls_ca: "Mon does not support client certificates.",
  tls_cert: "Mon does not support client certificates.",
  tls_key: "Mon does not support client certificates.",
  auth_domain: "Mon does not support NTLM authentication.",
  auth_workstation: "Mon does not support NTLM authentication.",
  hostname: OTHER_KIND,
  port: OTHER_KIND,
  keyword: OTHER_KIND,
  invert_keyword: OTHER_KIND,
  json_path: OTHER_KIND,
  json_path_operator: OTHER_KIND,
  expected_value: OTHER_KIND,
  push_token: OTHER_KIND,
  created_date: SHOWN,
  user_id: "The account's owner owns the monitors.",
  path_name: SHOWN,
  pathName: SHOWN,
  childrenIDs: SHOWN,
  forceInactive: SHOWN,
  includeSensitiveData: SHOWN,
  maintenance: SHOWN,
  dns_last_result: SHOWN
}

const comparisons: Readonly<Record<string, string>> = {
  "==": "equals",
  "!=": "differs",
  "<": "below",
  "<=": "atMost",
  ">": "above",
  ">=": "atLeast"
}

const keywordFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const text = source.text("keyword")
  if (text === undefined) return
  const isAbsent = source.flag("invert_keyword") === true
  if (isAbsent) source.carried("invert_keyword", `expect[${monitor.expect.length}].absent`)
  monitor.expectFrom(source, "keyword", { text, ...(isAbsent ? { absent: true } : {}) })
}

/**
 * Converts an expectation about JSON. Paths in the source are JSONata, but a plain path has the same meaning in
 * JSONPath.
 */
const queryFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const path = jsonPathOf(source.text("json_path") ?? "$")
  const operator = source.text("json_path_operator") ?? "=="
  const comparison = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined
  const value = source.text("expected_value") ?? ""
  const fault =
    path === null
      ? "Only plain paths such as data[0].status can be translated from JSONata to JSONPath."
      : comparison === undefined
        ? `Mon does not support the ${operator} comparison.`
        : null
  for (const name of ["json_path", "json_path_operator", "expected_value"]) {
    if (source.value(name) === undefined) continue
    if (fault !== null) source.leftOut(name, fault)
  }
  if (fault !== null || comparison === undefined) return
  const to = `expect[${monitor.expect.length}]`
  monitor.expectFrom(source, "json_path", { json: path, [comparison]: scalarOf(value) }, typeNote(value))
  if (source.value("json_path_operator") !== undefined) source.carried("json_path_operator", `${to}.${comparison}`)
  if (source.value("expected_value") !== undefined) source.carried("expected_value", `${to}.${comparison}`)
}

/** Reads the headers, which are JSON in a text column. */
const headersFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const text = source.text("headers")
  const found = text === undefined ? source.value("headers") : innerJson(text)
  if (found === undefined || found === null) {
    if (text !== undefined) source.leftOut("headers", "The value is not a JSON object.")
    return
  }
  if (!isEntries(found)) return source.leftOut("headers", "The value is not a JSON object.")
  source.taken("headers")
  const inner = new SourceObject(monitor.group, { headers: found })
  monitor.headersFrom(inner, "headers")
  inner.finish()
}

const encodings: ReadonlyMap<string, string> = new Map([
  ["json", "application/json"],
  ["form", "application/x-www-form-urlencoded"],
  ["xml", "text/xml; charset=utf-8"]
])

const bodyFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  monitor.bodyFrom(source, "body")
  const encoding = source.text("http_body_encoding")
  const type = encoding === undefined ? undefined : encodings.get(encoding)
  if (encoding === undefined || monitor.body === null) return source.used("http_body_encoding")
  if (type === undefined) return source.leftOut("http_body_encoding", "Mon does not support this encoding.")
  const fault = monitor.addHeader("content-type", type)
  if (fault === null) source.carried("http_body_encoding", "request.headers.content-type")
  else source.changed("http_body_encoding", null, "The monitor's headers already have a content type.")
}

const credentialsFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const method = source.text("auth_method")
  if (method === "bearer") {
    source.used("auth_method")
    return monitor.tokenFrom(source, "bearer_token")
  }
  if (method !== undefined && method !== "basic" && method !== "none") return
  source.used("auth_method")
  monitor.passwordFrom(source, "basic_auth_user", "basic_auth_pass")
}

const statusesOf = (source: SourceObject): ReadonlyArray<unknown> => {
  const value = source.value("accepted_statuscodes_json")
  const found = typeof value === "string" ? innerJson(value) : value
  return Array.isArray(found) ? found : []
}

/** Pauses a monitor that expects its target to be down. In Mon, this monitor would be down from the first check on. */
const upsideDownFrom = (monitor: NamedDraft, source: SourceObject): void => {
  if (source.flag("upside_down") !== true) return source.used("upside_down")
  monitor.fields["paused"] = true
  source.changed(
    "upside_down",
    "paused",
    "Mon does not have monitors that are up while the target is down. The monitor is paused, because it would be down all the time."
  )
}

export interface KumaRelations {
  readonly tags: ReadonlyArray<{ readonly name: string; readonly field: string }>
  readonly notifications: ReadonlyArray<{ readonly id: string; readonly field: string; readonly name: string }>
  /** The email addresses of notifications, by notification id. */
  readonly emails: ReadonlyMap<string, ReadonlyArray<string>>
  /** The names of the monitors that are groups, by id. */
  readonly groups: ReadonlyMap<string, string>
}

const relationsFrom = (draft: ImportDraft, monitor: NamedDraft, source: SourceObject, related: KumaRelations): void => {
  const { group } = monitor
  if (source.text("description") !== undefined) source.leftOut("description", "Monitors in Mon have no description.")
  const parent = source.text("parent")
  const parentName = parent === undefined ? undefined : related.groups.get(parent)
  if (parentName !== undefined) {
    monitor.tags.push(parentName)
    source.changed("parent", "tags", `The monitor has the tag ${parentName}.`)
  }
  for (const { field, name } of related.tags) {
    monitor.tags.push(name)
    group.carried(field, "tags")
  }
  for (const { field, id, name } of related.notifications) {
    const emails = related.emails.get(id) ?? []
    if (emails.length > 0 && !(monitor instanceof MonitorDraft)) {
      group.leftOut(field, NO_EMAILS)
      continue
    }
    if (monitor instanceof MonitorDraft) monitor.ccEmails.push(...emails)
    if (emails.length > 0)
      group.changed(field, "ccEmails", "Each new address must be confirmed before it receives alerts.")
    else {
      const fault = draft.notifyThrough(monitor, id)
      if (fault === null) group.carried(field, "(route)")
      else group.leftOut(field, `The channel ${name} is not imported. ${fault}`)
    }
  }
}

/** The fields that Uptime Kuma sets for every monitor, but that have no effect on a monitor that waits for requests. */
const OF_REQUESTS = [
  "url",
  "method",
  "timeout",
  "body",
  "headers",
  "http_body_encoding",
  "accepted_statuscodes_json",
  "basic_auth_user",
  "basic_auth_pass",
  "bearer_token",
  "ignore_tls",
  "maxredirects",
  "cache_bust"
]

/**
 * Adds a monitor that waits for requests. Uptime Kuma notices a missing request one second after the interval, and then
 * waits for the retries of the monitor (server/model/monitor.js).
 */
const addPush = (draft: ImportDraft, source: SourceObject, id: string, related: KumaRelations): void => {
  const heartbeat = new HeartbeatDraft(source.group, id)
  for (const name of JOINED) source.taken(name)
  for (const name of ["id", "type", ...OF_REQUESTS]) source.used(name)
  heartbeat.nameFrom(source, "name")
  heartbeat.secondsFrom(source, "interval", "every")
  heartbeat.activeFrom(source, "active")
  upsideDownFrom(heartbeat, source)
  const retries = source.number("maxretries") ?? 0
  const interval = source.number("retry_interval") ?? source.number("interval") ?? 0
  source.used("retry_interval")
  source.taken("maxretries")
  const note = retries === 0 ? undefined : `${retries} retries with ${interval} s between them.`
  heartbeat.setSeconds(source.pathOf("maxretries"), "lateAfter", Math.max(1, retries * interval), note)
  const token = source.text("push_token")
  if (token !== undefined) heartbeat.tokenFrom(source, "push_token", token)
  relationsFrom(draft, heartbeat, source, related)
  source.finish({
    defaults,
    reasons,
    otherwise: "This field is for a different kind of check, or Mon has no equivalent."
  })
  draft.addHeartbeat(heartbeat)
}

/** The fields of web sites that Uptime Kuma stores for every monitor. They have no effect on a service. */
const OF_SITES = [
  "method",
  "body",
  "headers",
  "http_body_encoding",
  "accepted_statuscodes_json",
  "basic_auth_user",
  "basic_auth_pass",
  "bearer_token",
  "maxredirects",
  "cache_bust"
]

/** Adds a check that is not about HTTP. */
const addService = (draft: ImportDraft, source: SourceObject, service: ServiceDraft, related: KumaRelations): void => {
  for (const name of JOINED) source.taken(name)
  for (const name of ["id", "type", ...OF_SITES]) source.used(name)
  service.nameFrom(source, "name")
  service.intervalFrom(source, "interval")
  service.timeoutFrom(source, "timeout")
  service.activeFrom(source, "active")
  const fault = fillKumaService(service, source)
  if (fault !== null) return service.group.skip(fault)
  if (service.type === "tcp" && source.flag("upside_down") === true) {
    service.fields["inverted"] = true
    source.carried("upside_down", "inverted")
  } else upsideDownFrom(service, source)
  if (service.type !== "webSocket") source.used("url")
  relationsFrom(draft, service, source, related)
  source.finish({
    defaults,
    reasons,
    otherwise: "This field is for a different kind of check, or Mon has no equivalent."
  })
  draft.addService(service)
}

export const addKumaMonitor = (draft: ImportDraft, row: Entries, related: KumaRelations): void => {
  const id = String(row["id"] ?? row["name"] ?? "")
  const group = draft.group("monitor", id, String(row["name"] ?? ""))
  const source = new SourceObject(group, row, { spellings: kumaSpellings })
  const kind = source.text("type") ?? "http"
  if (kind === GROUP_KIND) return group.skip("Mon has no monitor groups. The group's members have its name as a tag.")
  if (kind === PUSH) return addPush(draft, source, id, related)
  const service = serviceTypes.get(kind)
  if (service !== undefined) return addService(draft, source, new ServiceDraft(group, id, service), related)
  if (!HTTP.has(kind)) return group.skip(`Mon does not have ${kind} checks.`, kind)
  const monitor = new MonitorDraft(group, id)
  monitor.url = source.text("url") ?? ""
  for (const name of ["url", ...JOINED]) source.taken(name)
  for (const name of ["id", "type"]) source.used(name)
  monitor.nameFrom(source, "name")
  monitor.intervalFrom(source, "interval")
  monitor.timeoutFrom(source, "timeout")
  monitor.activeFrom(source, "active")
  upsideDownFrom(monitor, source)
  monitor.methodFrom(source, "method")
  bodyFrom(monitor, source)
  headersFrom(monitor, source)
  credentialsFrom(monitor, source)
  statusesFrom(monitor, source, "accepted_statuscodes_json", statusesOf(source))
  if (kind === "keyword") keywordFrom(monitor, source)
  if (kind === "json-query") queryFrom(monitor, source)
  relationsFrom(draft, monitor, source, related)
  source.finish({
    defaults,
    reasons,
    otherwise: "This field is for a different kind of check, or Mon has no equivalent."
  })
  draft.addMonitor(monitor, source.pathOf("url"))
}
