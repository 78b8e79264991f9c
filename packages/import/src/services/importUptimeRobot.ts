import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { statusesFrom } from "../document/statuses.ts"
import { scalarOf, typeNote } from "../reading/scalarOf.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { recordsOf, tagNames } from "./records.ts"

/** The kinds of checks, by their names in version 3 of the API and their numbers in version 2. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["1", "http"],
  ["2", "keyword"],
  ["3", "ping"],
  ["4", "port"],
  ["5", "heartbeat"]
])
const HTTP = new Set(["http", "keyword", "api"])

const camel = (name: string): string => name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())
const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
const spellings = (name: string): ReadonlyArray<string> => [name, camel(name), snake(name)]

const reasons: Readonly<Record<string, string>> = {
  followRedirections: "Mon follows redirects.",
  authType: "Mon supports Basic authentication and bearer tokens.",
  gracePeriod: "This field is for a different kind of check.",
  regionalData: "Checks run from the locations of the Mon service.",
  regionData: "Checks run from the locations of the Mon service.",
  assignedAlertContacts: "Add channels and routes: they are not part of the response.",
  alertContacts: "Add channels and routes: they are not part of the response.",
  maintenanceWindows: "Add the windows: their times are not part of the response.",
  mwindows: "Add the windows: their times are not part of the response.",
  keywordCaseType: "This field is for a different kind of check.",
  checkSSLErrors: "Mon always checks the certificate.",
  sslExpirationReminder: "Mon sends an alert before any certificate expires.",
  domainExpirationReminder: "Mon sends an alert before any domain registration expires.",
  sslExpirationPeriodDays: "Mon sends warnings on its own schedule. For other days, add the certificate expectation.",
  dnsRecords: "Add dnsWatch.",
  ipVersion: "Add the ipVersion expectation if the IP version matters.",
  groupId: "Use tags.",
  user: "The account's owner owns the monitors."
}

/** The names of fields that UptimeRobot calculates. */
const FACTS = [
  "id",
  "createDateTime",
  "create_datetime",
  "currentStateDuration",
  "lastIncidentId",
  "lastIncident",
  "lastDayUptimes",
  "stateDuration",
  "sslInfo",
  "ssl",
  "logs",
  "sub_type",
  "port",
  "averageResponseTime"
]

const comparisons: ReadonlyMap<string, string> = new Map([
  ["equals", "equals"],
  ["notequals", "differs"],
  ["greaterthan", "above"],
  ["lessthan", "below"],
  ["isnull", "equals"]
])

const keywordFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const text = source.text("keywordValue")
  if (text === undefined) return
  const type = (source.text("keywordType") ?? "").toUpperCase()
  // The names of the types say when the monitor sends an alert. 1 and 2 are the types in version 2 of the API.
  const isAbsent = type === "ALERT_EXISTS" || type === "1"
  const ignoresCase =
    /INSENSITIVE/iu.test(source.text("keywordCaseType") ?? "") || source.text("keywordCaseType") === "1"
  monitor.expectFrom(source, "keywordValue", {
    text,
    ...(isAbsent ? { absent: true } : {}),
    ...(ignoresCase ? { ignoreCase: true } : {})
  })
  for (const field of ["keywordType", "keywordCaseType"])
    if (source.value(field) !== undefined) source.carried(field, "expect")
}

const assertionsFrom = (monitor: MonitorDraft, config: SourceObject): void => {
  const part = config.part("apiAssertions")
  if (part === null) return
  const isAny = part.text("logic")?.toUpperCase() === "OR"
  if (isAny)
    return part.leftOut(
      "checks",
      "In Mon, every expectation must hold. Mon cannot require only one of several expectations."
    )
  part.used("logic")
  for (const check of part.parts("checks")) {
    const comparison = comparisons.get((check.text("comparison") ?? "").toLowerCase().replaceAll(/[^a-z]/gu, ""))
    if (comparison === undefined) {
      check.leftOut("property", "Mon does not have this comparison.")
      continue
    }
    const json = check.text("property") ?? ""
    const target = check.text("target") ?? "null"
    // UptimeRobot exports the target either as the value that it compares or as a text.
    const note = typeof check.value("target") === "string" ? typeNote(target) : undefined
    monitor.expectFrom(check, "property", { json, [comparison]: scalarOf(target) }, note)
    for (const field of ["comparison", "target"]) if (check.value(field) !== undefined) check.carried(field, "expect")
  }
}

const requestFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const method = source.text("httpMethodType") ?? source.text("httpMethod")
  const field = source.value("httpMethodType") === undefined ? "httpMethod" : "httpMethodType"
  // The numbers of the methods in version 2 of the API: 1 HEAD, 2 GET, 3 POST, 4 PUT, 5 PATCH, 6 DELETE, 7 OPTIONS.
  const numbered = ["", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"][Number(method)]
  if (numbered !== undefined && numbered !== "") {
    const name = source.pathOf(field)
    monitor.methodFrom(new SourceObject(source.group, { [name]: numbered }), name)
    source.taken(field)
  } else if (method !== undefined) monitor.methodFrom(source, field)
  const data = source.value("postValueData")
  if (typeof data === "string") monitor.bodyFrom(source, "postValueData")
  else if (data !== undefined && data !== null) source.leftOut("postValueData", "Write the values as the request body.")
  if (
    /JSON/iu.test(source.text("postValueType") ?? "") &&
    monitor.body !== null &&
    monitor.addHeader("content-type", "application/json") === null
  )
    source.carried("postValueType", "request.headers.content-type")
  monitor.headersFrom(source, "customHttpHeaders")
  const auth = (source.text("authType") ?? source.text("httpAuthType") ?? "").toUpperCase()
  if (auth === "DIGEST" || auth === "2") {
    source.leftOut("httpUsername", "Mon does not support Digest authentication.")
    source.leftOut("httpPassword", "Mon does not support Digest authentication.")
  } else if (auth === "BEARER") monitor.tokenFrom(source, "httpPassword")
  else monitor.passwordFrom(source, "httpUsername", "httpPassword")
  if (monitor.auth !== null)
    for (const name of ["authType", "httpAuthType"]) if (source.has(name)) source.carried(name, "request.auth")
}

const addMonitor = (draft: ImportDraft, values: Entries): void => {
  const id = String(values["id"] ?? values["url"] ?? "")
  const group = draft.group("monitor", id, String(values["friendlyName"] ?? values["friendly_name"] ?? ""))
  const source = new SourceObject(group, values, { spellings })
  const type = (source.text("type") ?? "http").toLowerCase()
  const kind = kinds.get(type) ?? type
  if (!HTTP.has(kind)) return group.skip(`Mon does not have ${kind} checks.`, kind)
  const monitor = new MonitorDraft(group, id)
  monitor.url = source.text("url") ?? ""
  source.taken("url")
  for (const field of ["type", ...FACTS]) source.used(field)
  monitor.nameFrom(source, "friendlyName")
  monitor.intervalFrom(source, "interval")
  monitor.timeoutFrom(source, "timeout")
  monitor.activeFrom(source, "status")
  requestFrom(monitor, source)
  if (source.list("successHttpResponseCodes").length > 0)
    statusesFrom(monitor, source, "successHttpResponseCodes", source.list("successHttpResponseCodes"))
  if (kind === "keyword") keywordFrom(monitor, source)
  const config = source.part("config")
  if (config !== null) assertionsFrom(monitor, config)
  const threshold = source.number("responseTimeThreshold")
  if (threshold !== undefined && threshold > 0) {
    monitor.fields["degradedAfterMs"] = Math.min(30_000, Math.max(1, Math.round(threshold)))
    source.changed("responseTimeThreshold", "degradedAfterMs", "Three slow checks in a row make the monitor degraded.")
  }
  const tags = tagNames(source.value("tags"))
  monitor.tags.push(...tags)
  if (tags.length > 0) source.carried("tags", "tags")
  source.finish({ reasons })
  draft.addMonitor(monitor, "url")
}

/** Imports the responses of UptimeRobot to `GET /v3/monitors`, or to `getMonitors` in version 2 of the API. */
export const importUptimeRobot = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const values of recordsOf(files, draft)) addMonitor(draft, values)
}
