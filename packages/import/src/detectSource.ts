import { readYaml } from "@mon/api-contract/config-file"
import { type Entries, isEntries } from "./reading/SourceObject.ts"
import type { ImportSource } from "./sources.ts"

const isListOf = (value: unknown, test: (entries: Entries) => boolean): boolean =>
  Array.isArray(value) && value.some((one) => isEntries(one) && test(one))

/**
 * Returns a test that a value passes if it contains a list with a record that has all the given fields. The list is the
 * value itself, or a field of the value or of its entries.
 */
const hasRecord =
  (...fields: ReadonlyArray<string>) =>
  (value: unknown): boolean => {
    const test = (one: Entries): boolean => fields.every((field) => Object.hasOwn(one, field))
    const pages = Array.isArray(value) ? value : [value]
    return [value, ...pages.flatMap((page) => (isEntries(page) ? Object.values(page) : []))].some((list) =>
      isListOf(list, test)
    )
  }

const withList =
  (...names: ReadonlyArray<string>) =>
  (value: unknown): boolean =>
    isEntries(value) && names.some((name) => Object.hasOwn(value, name) && Array.isArray(value[name]))

const withEntries =
  (name: string) =>
  (value: unknown): boolean =>
    isEntries(value) && Object.hasOwn(value, name) && isEntries(value[name])

/** Returns whether a value has the form of `openstatus.yaml`: an entry has a kind and a request. */
const isOpenStatus = (value: unknown): boolean =>
  isEntries(value) &&
  Object.values(value).some((one) => isEntries(one) && typeof one["kind"] === "string" && isEntries(one["request"]))

/**
 * Returns whether a value has the form of Cronitor's YAML: jobs or heartbeats by key, with a schedule or a list of
 * notifications.
 */
const isCronitor = (value: unknown): boolean =>
  isEntries(value) &&
  ["jobs", "heartbeats"].some((section) => {
    const monitors = Object.hasOwn(value, section) ? value[section] : null
    return (
      isEntries(monitors) &&
      Object.values(monitors).some(
        (one) => isEntries(one) && (typeof one["schedule"] === "string" || Array.isArray(one["notify"]))
      )
    )
  })

/**
 * The tests that recognize each source by a property that only texts of this source have, in the order in which they
 * run.
 */
const signs: ReadonlyArray<readonly [source: ImportSource, test: (value: unknown) => boolean]> = [
  ["changedetection", withEntries("watching")],
  ["uptime-kuma", withList("monitorList")],
  ["blackbox", withList("scrape_configs")],
  ["blackbox", withEntries("modules")],
  ["gatus", withList("endpoints", "external-endpoints", "suites")],
  ["statuspage", (value) => withEntries("page")(value) && withList("components")(value)],
  ["healthchecks", hasRecord("grace", "n_pings")],
  ["cronitor", hasRecord("key", "grace_seconds")],
  ["cronitor", isCronitor],
  ["better-stack", hasRecord("type", "attributes")],
  ["uptimerobot", hasRecord("friendlyName")],
  ["uptimerobot", hasRecord("friendly_name")],
  ["statuscake", hasRecord("website_url")],
  ["statuscake", hasRecord("test_type")],
  ["updown", hasRecord("token", "url")],
  ["openstatus", isOpenStatus],
  ["har", (value) => withEntries("log")(value) && isEntries(value) && withList("entries")(value["log"])]
]

const firstLine = (text: string): string =>
  text
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u, 1_000)
    .find((line) => line.trim() !== "" && !line.trim().startsWith("#")) ?? ""

const LINE = 2_000
const HEADER = /^[^{[]*\b(?:url|address|website|host|domain)\b/iu
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?(?:\s|$)/iu

const sourceOfLine = (line: string): ImportSource | null => {
  const text = line.slice(0, LINE).trim()
  if (/^(?:\S*\/)?curl\s/u.test(text)) return "curl"
  if (/[,;\t]/u.test(text) && HEADER.test(text)) return "csv"
  if (/^(?:url|address|website|host|domain)$/iu.test(text)) return "csv"
  return ADDRESS.test(text) ? "list" : null
}

const isConfiguration = (value: unknown): boolean =>
  isEntries(value) && Object.hasOwn(value, "version") && Object.hasOwn(value, "project")

/**
 * Detects the source of files from their names and texts. Returns null if the source cannot be recognized, or if a file
 * is a configuration file of Mon.
 *
 * @example
 * ```ts
 * detectSource(new Map([["config.yaml", "endpoints: [{ name: shop, url: https://shop.example.org }]"]])) // => "gatus"
 * detectSource(new Map([["sites.txt", "shop.example.org"]])) // => "list"
 * detectSource(new Map([["notes.txt", "Buy milk."]])) // => null
 * ```
 */
export const detectSource = (files: ReadonlyMap<string, string>): ImportSource | null => {
  if ([...files.keys()].some((name) => /(?:^|\/)(?:watch|tag)\.json$/u.test(name))) return "changedetection"
  const texts = [...files.values()]
  const values = texts.flatMap((text) => {
    const reading = readYaml(text.replace(/^\uFEFF/u, ""), { beyondJson: true })
    return reading.ok ? [reading.text.value] : []
  })
  if (values.some(isConfiguration)) return null
  const found = signs.find(([, test]) => values.some(test))?.[0]
  return found ?? texts.map((text) => sourceOfLine(firstLine(text))).find((source) => source !== null) ?? null
}
