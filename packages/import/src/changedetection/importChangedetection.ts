import { selectorFault } from "@mon/diff-engine"
import { patternFault } from "@mon/uptime-probe"
import { readAppriseUrl } from "@mon/alerts/channels"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { isHidden, hiddenReasons } from "./watchFields.ts"
import { readJson } from "../reading/readJson.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

/** The watches and tags of a backup, in the same form for all versions of changedetection.io. */
interface Backup {
  readonly watches: ReadonlyMap<string, Entries>
  readonly tags: ReadonlyMap<string, Entries>
  readonly settings: Entries
  readonly others: ReadonlyArray<string>
}

const record = (value: unknown): Entries => (isEntries(value) ? value : {})

const readBackup = (files: ReadonlyMap<string, string>): Backup => {
  const watches = new Map<string, Entries>()
  const tags = new Map<string, Entries>()
  let settings: Entries = {}
  const others: Array<string> = []
  for (const [name, text] of files) {
    const [, id = "", kind = ""] = /([^/]+)\/(watch|tag)\.json$/u.exec(name) ?? []
    if (kind !== "") (kind === "watch" ? watches : tags).set(id, record(readJson(text, name)))
    else if (name.endsWith(".json") || files.size === 1) {
      const root = record(readJson(text, name))
      for (const [watch, values] of Object.entries(record(root["watching"])))
        if (isEntries(values)) watches.set(watch, values)
      settings = record(root["settings"])
      for (const [tag, values] of Object.entries(record(record(settings["application"])["tags"])))
        if (isEntries(values)) tags.set(tag, values)
    } else others.push(name)
  }
  return { watches, tags, settings, others }
}

const UNITS = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const

/** Converts a duration given by units to seconds. Returns null if no unit is set. */
const secondsOf = (value: unknown): number | null => {
  const parts = record(value)
  const sum = Object.entries(UNITS).reduce(
    (total, [unit, seconds]) => total + (Object.hasOwn(parts, unit) ? Number(parts[unit]) || 0 : 0) * seconds,
    0
  )
  return sum > 0 ? sum : null
}

/**
 * Converts a filter to a selector of Mon, or returns the reason why this is impossible. XPath and jq have no equivalent
 * in Mon.
 */
const selectorOf = (filter: string): { readonly selector: string } | string => {
  const [, prefix = "", rest = ""] = /^(css|json|jsonpath|jq|jqraw|xpath|xpath1|xpathelem):(.*)$/su.exec(filter) ?? []
  if (prefix.startsWith("xpath") || filter.startsWith("/")) return "Mon does not support XPath. Write a CSS selector."
  if (prefix.startsWith("jq")) return "Mon does not support jq. Write a JSONPath."
  return { selector: prefix === "" ? filter : rest.trim() }
}

const selectorsFrom = async (
  monitor: MonitorDraft,
  watch: SourceObject,
  field: string,
  to: "include" | "exclude"
): Promise<void> => {
  const filters = watch.list(field).filter((filter) => filter !== "")
  if (filters.length === 0) return
  watch.taken(field)
  const selectors: Array<string> = []
  for (const [index, filter] of filters.entries()) {
    const found = selectorOf(String(filter).trim())
    const path = `${watch.pathOf(field)}[${index}]`
    const fault = typeof found === "string" ? found : await selectorFault(found.selector)
    if (typeof found === "string" || fault !== null) monitor.group.leftOut(path, fault ?? "")
    else {
      monitor.group.carried(path, `${to}[${selectors.length}]`)
      selectors.push(found.selector)
    }
  }
  if (selectors.length > 0) monitor.fields[to] = selectors
}

/**
 * Converts a line of a setting. "/text/i" is a pattern, and any other line is a text that is compared without regard to
 * case.
 */
const lineOf = (text: string): Entries | string => {
  const [, pattern, flags = ""] = /^\/(.+)\/([a-z]*)$/su.exec(text) ?? []
  if (pattern === undefined) return { text, ignoreCase: true }
  const fault = patternFault(pattern)
  return fault === null
    ? { matches: pattern, ...(flags.includes("i") ? { ignoreCase: true } : {}) }
    : `The pattern ${fault}.`
}

const ignoredFrom = (monitor: MonitorDraft, watch: SourceObject): void => {
  const texts = watch.list("ignore_text").map(String)
  watch.taken("ignore_text")
  const lines: Array<Entries> = []
  for (const [index, text] of texts.entries()) {
    const line = lineOf(text)
    const path = `ignore_text[${index}]`
    if (typeof line === "string") monitor.group.leftOut(path, line)
    else {
      monitor.group.carried(path, `ignoreLines[${lines.length}]`)
      lines.push(line)
    }
  }
  if (lines.length > 0) monitor.fields["ignoreLines"] = lines
}

const triggersFrom = (monitor: MonitorDraft, watch: SourceObject): void => {
  const [first, ...others] = watch.list("trigger_text").map(String)
  watch.taken("trigger_text")
  if (first !== undefined) {
    if (/^\/.+\/[a-z]*$/su.test(first))
      monitor.group.leftOut("trigger_text[0]", "A trigger in Mon is plain text, not a pattern.")
    else {
      monitor.fields["trigger"] = { appears: first, ignoreCase: true }
      monitor.group.changed(
        "trigger_text[0]",
        "trigger",
        "Mon alerts when the text appears, not on every change while it is there."
      )
    }
  }
  for (const index of others.keys())
    monitor.group.leftOut(`trigger_text[${index + 1}]`, "A monitor in Mon has only one trigger.")
  const unwanted = watch.list("text_should_not_be_present").map(String)
  watch.taken("text_should_not_be_present")
  for (const [index, text] of unwanted.entries())
    monitor.expectAt(
      `text_should_not_be_present[${index}]`,
      { text, absent: true, ignoreCase: true },
      "The check fails while the text is there."
    )
}

const directionFrom = (monitor: MonitorDraft, watch: SourceObject): void => {
  const [added, removed] = [watch.flag("filter_text_added") ?? true, watch.flag("filter_text_removed") ?? true]
  for (const field of ["filter_text_added", "filter_text_removed", "filter_text_replaced"] as const) {
    if (watch.value(field) === undefined) continue
    if (added === removed) watch.used(field)
    else watch.carried(field, "onlyLines")
  }
  if (added !== removed) monitor.fields["onlyLines"] = added ? "added" : "removed"
}

const tagNamesOf = (watch: SourceObject, tags: ReadonlyMap<string, Entries>): ReadonlyArray<string> => {
  const ids = watch.list("tags").map(String)
  const names = ids.map((id) => String(tags.get(id)?.["title"] ?? id))
  if (ids.length > 0) watch.carried("tags", "tags")
  return names
}

const urlsFrom = (draft: ImportDraft, monitor: MonitorDraft, watch: SourceObject): void => {
  const urls = watch.list("notification_urls").map(String)
  watch.taken("notification_urls")
  for (const [index, url] of urls.entries()) {
    const path = `notification_urls[${index}]`
    const id = `${monitor.id}-${index + 1}`
    const reading = readAppriseUrl(url)
    if (!reading.ok) {
      const [scheme = "notification"] = /^[a-z][a-z0-9+.-]*/iu.exec(url) ?? []
      draft.group("channel", id, scheme).skip(reading.message)
      draft.notifyThrough(monitor, id)
      monitor.group.leftOut(path, reading.message)
      continue
    }
    const faults = new Set<string>()
    for (const [number, { kind, settings }] of reading.channels.entries()) {
      const channel = number === 0 ? id : `${id}-${number + 1}`
      const group = draft.group("channel", channel, kind)
      draft.addChannel({ group, id: channel, name: kind, kind, settings })
      const fault = draft.notifyThrough(monitor, channel)
      if (fault !== null) faults.add(fault)
    }
    for (const fault of faults) monitor.group.leftOut(path, fault)
    if (faults.size > 0) continue
    if (reading.ignored.length === 0) monitor.group.carried(path, "(channel and route)")
    else monitor.group.changed(path, "(channel and route)", `Mon ignores ${reading.ignored.join(", ")} in the URL.`)
  }
}

interface Context {
  readonly tags: ReadonlyMap<string, Entries>
  /** The interval of watches that have no interval of their own. */
  readonly interval: number | null
}

const addWatch = async (
  draft: ImportDraft,
  id: string,
  values: Entries,
  { interval, tags }: Context
): Promise<void> => {
  const group = draft.group("monitor", id, String(values["title"] || values["url"] || id))
  const watch = new SourceObject(group, values)
  const processor = watch.text("processor") ?? "text_json_diff"
  if (processor !== "text_json_diff") return group.skip(`Mon does not have ${processor} checks.`, processor)
  const url = watch.text("url") ?? ""
  if (/\{[{%]/u.test(url)) return group.skip("The address is a template.")
  const monitor = new MonitorDraft(group, id)
  monitor.kind = "url"
  monitor.url = url
  watch.taken("url")
  for (const field of ["processor", "uuid"]) watch.used(field)
  monitor.nameFrom(watch, "title")
  monitor.activeFrom(watch, "paused", true)
  const own =
    watch.flag("time_between_check_use_default") === true ? null : secondsOf(watch.value("time_between_check"))
  const seconds = own ?? interval
  if (watch.value("time_between_check") !== undefined) watch.taken("time_between_check")
  watch.used("time_between_check_use_default")
  if (seconds !== null) monitor.interval = { field: "time_between_check", seconds }
  else if (watch.value("time_between_check") !== undefined) group.unset("time_between_check")
  monitor.methodFrom(watch, "method")
  monitor.bodyFrom(watch, "body")
  monitor.headersFrom(watch, "headers")
  await selectorsFrom(monitor, watch, "include_filters", "include")
  await selectorsFrom(monitor, watch, "subtractive_selectors", "exclude")
  ignoredFrom(monitor, watch)
  triggersFrom(monitor, watch)
  directionFrom(monitor, watch)
  monitor.tags.push(...tagNamesOf(watch, tags))
  const backend = watch.text("fetch_backend") ?? "system"
  if (backend === "html_webdriver" || backend.startsWith("extra_browser")) {
    monitor.fields["render"] = true
    watch.changed("fetch_backend", "render", "A browser in Mon runs the page's scripts.")
  } else watch.used("fetch_backend")
  urlsFrom(draft, monitor, watch)
  for (const name of Object.keys(values)) if (isHidden(name)) watch.used(name)
  watch.finish({ reasons: hiddenReasons })
  draft.addMonitor(monitor, "url")
}

export const importChangedetection = async (files: ReadonlyMap<string, string>, draft: ImportDraft): Promise<void> => {
  const { others, settings, tags, watches } = readBackup(files)
  if (watches.size === 0)
    throw new UnreadableSource("There are no watches: the file is not a changedetection.io backup.")
  const interval = secondsOf(record(settings["requests"])["time_between_check"])
  for (const [id, values] of watches) await addWatch(draft, id, values, { tags, interval })
  for (const [id, values] of tags) {
    const group = draft.group("tag", id, String(values["title"] ?? ""))
    const source = new SourceObject(group, values)
    if (source.value("title") !== undefined) source.carried("title", "name")
    for (const name of Object.keys(values)) if (isHidden(name) || name === "uuid") source.used(name)
    source.finish({ otherwise: "Tags in Mon have no settings for their monitors." })
  }
  if (Object.keys(settings).length > 0)
    draft
      .group("file", "settings", "settings")
      .changed("settings", null, "Only the interval and the tags matter for watches.")
  for (const name of others) draft.group("file", name, name).leftOut("", "The file has no watch settings.")
}
