import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { otherStatuses } from "../document/statuses.ts"
import { innerJson } from "../reading/readJson.ts"
import { isEntries, type Entries, SourceObject } from "../reading/SourceObject.ts"
import { recordsOf, tagNames } from "./records.ts"

const HTTP = new Set(["HTTP", "HEAD"])

const reasons: Readonly<Record<string, string>> = {
  confirmation: "Mon has its own rule to confirm every failure before it alerts.",
  trigger_rate: "Add a delay to a step of a route.",
  contact_groups: "Add channels and routes: they are not part of the response.",
  regions: "Checks run from the locations of the Mon service.",
  servers: "Checks run from the locations of the Mon service.",
  follow_redirects: "Mon follows redirects.",
  enable_ssl_alert: "Mon sends an alert before any certificate expires.",
  use_jar: "Mon starts every check without cookies.",
  include_header: "Add a header expectation.",
  host: "The host is only a label for people.",
  dns_server: "This field is for a different kind of check.",
  dns_ips: "This field is for a different kind of check.",
  final_endpoint: "Mon does not compare the final address.",
  port: "This field is for a different kind of check."
}

const FACTS = ["id", "uptime", "status", "last_tested", "last_tested_at", "next_location", "processing", "test_type"]

const statusesFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const given = source.value("status_codes_csv") ?? source.value("status_codes")
  const field = source.value("status_codes_csv") === undefined ? "status_codes" : "status_codes_csv"
  const codes = (Array.isArray(given) ? given.map(String) : String(given ?? "").split(",")).map(Number)
  const excluded = codes.filter((code) => Number.isInteger(code) && code >= 100 && code < 600)
  if (excluded.length > 0)
    monitor.expectFrom(
      source,
      field,
      { status: otherStatuses(new Set(excluded)) },
      "The list contains the statuses that alert. All other statuses are expected."
    )
}

const headerFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const value = source.value("custom_header")
  const text = source.text("custom_header")
  if (value === undefined || value === null || text === "") return
  const found = text === undefined ? value : innerJson(text)
  if (!isEntries(found)) return source.leftOut("custom_header", "The value is not a JSON object.")
  source.taken("custom_header")
  const inner = new SourceObject(source.group, { custom_header: found })
  monitor.headersFrom(inner, "custom_header")
  inner.finish()
}

const addTest = (draft: ImportDraft, values: Entries): void => {
  const id = String(values["id"] ?? "")
  const group = draft.group("monitor", id, String(values["name"] ?? ""))
  const source = new SourceObject(group, values)
  const kind = (source.text("test_type") ?? "HTTP").toUpperCase()
  if (!HTTP.has(kind)) return group.skip(`Mon does not have ${kind.toLowerCase()} checks.`, kind.toLowerCase())
  const monitor = new MonitorDraft(group, id)
  monitor.url = source.text("website_url") ?? ""
  source.taken("website_url")
  for (const field of FACTS) source.used(field)
  if (kind === "HEAD") {
    monitor.method = "HEAD"
    group.carried("test_type", "request.method")
  }
  monitor.nameFrom(source, "name")
  monitor.intervalFrom(source, "check_rate")
  monitor.timeoutFrom(source, "timeout")
  monitor.activeFrom(source, "paused", true)
  const body = source.text("post_body") ?? source.text("post_raw")
  if (body !== undefined) {
    monitor.method = "POST"
    const field = source.text("post_body") === undefined ? "post_raw" : "post_body"
    monitor.bodyFrom(source, field)
    group.changed(field, "request.method", "Mon needs proof that the host is yours, and checks at most every 300 s.")
  }
  headerFrom(monitor, source)
  const agent = source.text("user_agent")
  if (agent !== undefined) source.leftOut("user_agent", "Mon sends its own User-Agent.")
  monitor.passwordFrom(source, "basic_username", "basic_password")
  statusesFrom(monitor, source)
  const text = source.text("find_string")
  if (text !== undefined)
    monitor.expectFrom(source, "find_string", {
      text,
      ...(source.flag("do_not_find") === true ? { absent: true } : {})
    })
  if (text !== undefined && source.flag("do_not_find") === true) source.carried("do_not_find", "expect")
  const tags = tagNames(source.value("tags"))
  monitor.tags.push(...tags)
  if (tags.length > 0) source.carried("tags", "tags")
  source.finish({ reasons })
  draft.addMonitor(monitor, "website_url")
}

/** Imports the responses of StatusCake to `GET /v1/uptime`. */
export const importStatusCake = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const values of recordsOf(files, draft)) addTest(draft, values)
}
