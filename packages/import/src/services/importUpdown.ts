import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { recordsOf } from "./records.ts"

const reasons: Readonly<Record<string, string>> = {
  published: "Add a status page.",
  disabled_locations: "Checks run from the locations of the Mon service.",
  recipients: "Add channels and routes: they are not part of the response.",
  favicon_url: "Mon does not show page icons.",
  mute_until: "Pause notifications, or add a maintenance window."
}

const FACTS = [
  "token",
  "uptime",
  "down",
  "down_since",
  "up_since",
  "error",
  "last_status",
  "last_check_at",
  "next_check_at",
  "created_at",
  "ssl",
  "type"
]

const addCheck = (draft: ImportDraft, values: Entries): void => {
  const id = String(values["token"] ?? values["url"] ?? "")
  const group = draft.group("monitor", id, String(values["alias"] || values["url"] || id))
  const source = new SourceObject(group, values)
  const scheme = /^([a-z]+):/iu.exec(source.text("url") ?? "")?.[1]?.toLowerCase()
  const kind = source.text("type") ?? scheme ?? "http"
  if (kind !== "http" && kind !== "https") return group.skip(`Mon does not have ${kind} checks.`, kind)
  const monitor = new MonitorDraft(group, id)
  monitor.url = source.text("url") ?? ""
  source.taken("url")
  for (const field of FACTS) source.used(field)
  monitor.nameFrom(source, "alias")
  monitor.intervalFrom(source, "period")
  monitor.activeFrom(source, "enabled")
  const verb = source.text("http_verb")?.toUpperCase()
  if (verb === "GET/HEAD") source.used("http_verb")
  else monitor.methodFrom(source, "http_verb")
  monitor.bodyFrom(source, "http_body")
  monitor.headersFrom(source, "custom_headers")
  const text = source.text("string_match")
  // If the text is a three-digit number, it is the expected status.
  if (text !== undefined)
    monitor.expectFrom(source, "string_match", /^[1-5]\d\d$/u.test(text) ? { status: text } : { text })
  const apdex = source.number("apdex_t")
  if (apdex !== undefined && apdex > 0) {
    // By the definition of APDEX, a response time is tolerable up to four times the threshold.
    monitor.fields["degradedAfterMs"] = Math.min(30_000, Math.max(1, Math.round(apdex * 4_000)))
    source.changed("apdex_t", "degradedAfterMs", "Responses slower than four times the threshold count as slow.")
  }
  source.finish({ reasons })
  draft.addMonitor(monitor, "url")
}

/** Imports the responses of updown.io to `GET /api/checks`. */
export const importUpdown = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const values of recordsOf(files, draft)) addCheck(draft, values)
}
