import type { ImportDraft } from "../document/ImportDraft.ts"
import { durationFrom } from "../document/durationFrom.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { otherStatuses } from "../document/statuses.ts"
import { readYamlText } from "../reading/readYamlText.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

const reasons: Readonly<Record<string, string>> = {
  description: "Monitors in Mon have no description.",
  regions: "Checks run from the locations of the Mon service.",
  retry: "Mon has its own rule to confirm every failure before it alerts.",
  public: "Add a status page.",
  followRedirects: "Mon follows redirects.",
  openTelemetry: "Mon has its own metrics."
}

const tests: Readonly<Record<string, (status: number, target: number) => boolean>> = {
  eq: (status, target) => status === target,
  not_eq: (status, target) => status !== target,
  gt: (status, target) => status > target,
  gte: (status, target) => status >= target,
  lt: (status, target) => status < target,
  lte: (status, target) => status <= target
}

const statusOf = (compare: string, target: number): string | null => {
  const test = Object.hasOwn(tests, compare) ? tests[compare] : undefined
  if (test === undefined) return null
  const excluded = Array.from({ length: 500 }, (_, index) => index + 100).filter((status) => !test(status, target))
  return otherStatuses(new Set(excluded)) || null
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)

const expectationOf = (kind: string, compare: string, target: string, key: string): Entries | null => {
  if (kind === "statusCode") {
    const status = statusOf(compare, Number(target))
    return status === null ? null : { status }
  }
  if (kind === "textBody") {
    const bodies: ReadonlyMap<string, Entries> = new Map<string, Entries>([
      ["contains", { text: target }],
      ["not_contains", { text: target, absent: true }],
      ["eq", { matches: `^${escaped(target)}$` }],
      ["not_eq", { matches: `^${escaped(target)}$`, absent: true }],
      ["empty", { maximumBytes: 0 }],
      ["not_empty", { minimumBytes: 1 }]
    ])
    return bodies.get(compare) ?? null
  }
  const headers: ReadonlyMap<string, Entries> = new Map<string, Entries>([
    ["eq", { header: key, equals: target }],
    ["contains", { header: key, contains: target }],
    ["empty", { header: key, absent: true }],
    ["not_empty", { header: key }]
  ])
  return kind === "header" ? (headers.get(compare) ?? null) : null
}

const addMonitor = (draft: ImportDraft, id: string, values: Entries): void => {
  const group = draft.group("monitor", id, String(values["name"] ?? id))
  const source = new SourceObject(group, values)
  const kind = source.text("kind") ?? "http"
  if (kind !== "http") return group.skip(`Mon does not have ${kind} checks.`, kind)
  const request = source.part("request")
  const monitor = new MonitorDraft(group, id)
  monitor.url = request?.text("url") ?? ""
  request?.taken("url")
  source.used("kind")
  monitor.nameFrom(source, "name")
  monitor.interval = durationFrom(source, "frequency")
  monitor.timeoutFrom(source, "timeout", 0.001)
  if (source.value("active") !== undefined) monitor.activeFrom(source, "active")
  const degraded = source.number("degradedAfter")
  if (degraded !== undefined && degraded > 0) {
    monitor.fields["degradedAfterMs"] = Math.min(30_000, Math.max(1, Math.round(degraded)))
    source.changed("degradedAfter", "degradedAfterMs", "Three slow checks in a row make the monitor degraded.")
  }
  if (request !== null) {
    monitor.methodFrom(request, "method")
    monitor.bodyFrom(request, "body")
    monitor.headersFrom(request, "headers")
  }
  for (const assertion of source.parts("assertions")) {
    const [type, compare, target, key] = ["kind", "compare", "target", "key"].map((name) => assertion.text(name) ?? "")
    const expectation = expectationOf(type ?? "", compare ?? "", target ?? "", key ?? "")
    if (expectation === null) {
      for (const field of Object.keys(assertion.values)) assertion.leftOut(field, "Mon does not have this expectation.")
      continue
    }
    const to = `expect[${monitor.expect.length}]`
    monitor.expectFrom(assertion, "kind", expectation)
    for (const field of ["compare", "target", "key"])
      if (assertion.value(field) !== undefined) assertion.carried(field, to)
  }
  source.finish({ reasons })
  draft.addMonitor(monitor, "request.url")
}

export const importOpenStatus = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  for (const [name, text] of files) {
    const root = readYamlText(text, name)
    const monitors = isEntries(root) ? Object.entries(root).filter(([, value]) => isEntries(value)) : []
    if (monitors.length === 0) throw new UnreadableSource(`${name} has no monitors.`)
    for (const [id, values] of monitors) if (isEntries(values)) addMonitor(draft, id, values)
    const group = draft.group("file", name, name)
    for (const [key, value] of Object.entries(isEntries(root) ? root : {}))
      if (!isEntries(value)) group.leftOut(key, "It is not a monitor.")
  }
}
