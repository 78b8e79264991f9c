import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { readCsv } from "../reading/readCsv.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { statusesFrom } from "../document/statuses.ts"

/**
 * The fields that a column can contain, with the possible headers of the column, including the headers that UptimeRobot
 * uses.
 */
const columns: Readonly<Record<string, ReadonlyArray<string>>> = {
  url: ["url", "address", "website", "website url", "domain", "host", "target", "url/ip", "url ip", "uri", "link"],
  name: ["name", "friendly name", "title", "label", "display name", "alias", "monitor name", "monitor"],
  type: ["type", "monitor type", "kind", "check type", "test type"],
  interval: ["interval", "check interval", "period", "frequency", "check rate", "monitoring interval"],
  timeout: ["timeout", "request timeout"],
  tags: ["tags", "tag", "labels", "group", "groups"],
  method: ["method", "http method"],
  statuses: ["status codes", "expected status", "expected status codes", "accepted status codes", "success codes"],
  keyword: ["keyword value", "keyword", "string match", "contains", "expected text"],
  keywordType: ["keyword type"],
  status: ["status", "state", "paused", "enabled", "active"],
  username: ["http username", "username", "user"],
  password: ["http password", "password"],
  id: ["id", "uuid", "monitor id"]
}

const simple = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[_\-\s]+/gu, " ")

const namesOf = (headers: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const [field, spellings] of Object.entries(columns)) {
    const found = spellings.flatMap((spelling) => headers.find((header) => simple(header) === spelling) ?? [])[0]
    if (found !== undefined && ![...names.values()].includes(found)) names.set(field, found)
  }
  return names
}

/** The kinds of checks that send HTTP requests. UptimeRobot's version 2 uses numbers. */
const HTTP_KINDS = new Set([
  "",
  "http",
  "https",
  "http(s)",
  "website",
  "web",
  "status",
  "head",
  "keyword",
  "api",
  "1",
  "2"
])

const DURATION = /^(\d+(?:\.\d+)?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?)?$/iu

/** Converts "5 min", "300" or "1h" to seconds. */
const secondsOf = (text: string): number | null => {
  const [, amount, unit = "s"] = DURATION.exec(text.trim()) ?? []
  if (amount === undefined) return null
  return Number(amount) * (/^h/iu.test(unit) ? 3_600 : /^m/iu.test(unit) ? 60 : 1)
}

const durationOf = (
  source: SourceObject,
  field: string
): { readonly field: string; readonly seconds: number } | null => {
  const text = source.text(field)
  if (text === undefined) return null
  const seconds = secondsOf(text)
  if (seconds === null) source.leftOut(field, "The value is not a duration such as 300 or 5m.")
  else source.taken(field)
  return seconds === null ? null : { field: source.pathOf(field), seconds }
}

const keywordFrom = (monitor: MonitorDraft, source: SourceObject): void => {
  const text = source.text("keyword")
  if (text === undefined) return
  const type =
    source
      .text("keywordType")
      ?.toLowerCase()
      .replaceAll(/[\s_-]/gu, "") ?? ""
  // UptimeRobot's type "exists" sends an alert if the keyword is on the page. 1 and 2 are the types in version 2 of its
  // API.
  const isAbsent = type === "1" || /^(?:alert)?exists$/u.test(type) || /absen/u.test(type)
  monitor.expectFrom(source, "keyword", { text, ...(isAbsent ? { absent: true } : {}) })
  if (type !== "") source.carried("keywordType", "expect")
}

const importRow = (draft: ImportDraft, row: Entries, line: number, names: ReadonlyMap<string, string>): void => {
  const cell = (name: string): string => {
    const column = names.get(name) ?? ""
    return String((Object.hasOwn(row, column) ? row[column] : undefined) ?? "")
  }
  const url = cell("url").trim()
  const id = cell("id").trim()
  const group = draft.group("monitor", `line ${line}`, cell("name") || url)
  const source = new SourceObject(group, row, {
    spellings: (name) => (names.has(name) ? [names.get(name) ?? name] : [name])
  })
  const kind = source.text("type")?.trim().toLowerCase() ?? ""
  if (!HTTP_KINDS.has(kind)) return group.skip(`Mon does not have ${kind} checks.`, kind)
  const monitor = new MonitorDraft(group, id || url.replace(/^https?:\/\//iu, "") || `line ${line}`)
  monitor.url = url
  source.taken("url")
  if (id !== "") source.used("id")
  source.used("type")
  monitor.nameFrom(source, "name")
  monitor.interval = durationOf(source, "interval")
  monitor.timeout = durationOf(source, "timeout")
  monitor.methodFrom(source, "method")
  if (source.text("statuses") !== undefined)
    statusesFrom(monitor, source, "statuses", (source.text("statuses") ?? "").split(/[\s,;|]+/u))
  keywordFrom(monitor, source)
  monitor.activeFrom(source, "status", simple(source.pathOf("status")) === "paused")
  monitor.passwordFrom(source, "username", "password")
  const tags = (source.text("tags") ?? "").split(/[,;|]/u).flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]))
  monitor.tags.push(...tags)
  if (tags.length > 0) source.carried("tags", "tags")
  source.finish({ otherwise: "Mon does not recognise this column." })
  draft.addMonitor(monitor, source.pathOf("url"))
}

/** Imports a CSV file with a header line. Columns are recognised by their headers and can be in any order. */
export const importCsv = (text: string, draft: ImportDraft, name: string): void => {
  const [head, ...rows] = readCsv(text, name)
  const headers = (head?.cells ?? []).map((cell, index) => cell.trim() || `column ${index + 1}`)
  const names = namesOf(headers)
  if (!names.has("url"))
    throw new UnreadableSource(
      `${name} has no column with addresses. In the first line, name one of the columns: ${(columns["url"] ?? []).join(", ")}.`
    )
  if (rows.length === 0) throw new UnreadableSource(`${name} has no rows below its line of headers.`)
  if (new Set(headers).size < headers.length) throw new UnreadableSource(`${name} has two columns with the same name.`)
  for (const { cells, line } of rows) {
    const row = Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ""]))
    importRow(draft, row, line, names)
    const surplus = cells.slice(headers.length).filter((cell) => cell !== "")
    if (surplus.length > 0)
      draft.group("file", `line ${line}`, name).leftOut("(cells after the last column)", "They have no header.")
  }
}
