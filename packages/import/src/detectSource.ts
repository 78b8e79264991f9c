import { readYaml } from "@mon/api-contract/config-file"
import { type Entries, isEntries } from "./reading/SourceObject.ts"
import type { ImportSource } from "./sources.ts"

const isListOf = (value: unknown, test: (entries: Entries) => boolean): boolean =>
  Array.isArray(value) && value.some((one) => isEntries(one) && test(one))

/** Whether a record, or the first lists that an answer has, contain a record with all these fields. */
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

/** An entry of `openstatus.yaml`: its kind, and what it requests. */
const isOpenStatus = (value: unknown): boolean =>
  isEntries(value) &&
  Object.values(value).some((one) => isEntries(one) && typeof one["kind"] === "string" && isEntries(one["request"]))

/** The signs that only the texts of one source have, in the order in which they are tried. */
const signs: ReadonlyArray<readonly [source: ImportSource, test: (value: unknown) => boolean]> = [
  ["changedetection", withEntries("watching")],
  ["uptime-kuma", withList("monitorList")],
  ["blackbox", withList("scrape_configs")],
  ["blackbox", withEntries("modules")],
  ["gatus", withList("endpoints", "external-endpoints", "suites")],
  ["statuspage", (value) => withEntries("page")(value) && withList("components")(value)],
  ["better-stack", hasRecord("type", "attributes")],
  ["uptimerobot", hasRecord("friendlyName")],
  ["uptimerobot", hasRecord("friendly_name")],
  ["statuscake", hasRecord("website_url")],
  ["statuscake", hasRecord("test_type")],
  ["updown", hasRecord("token", "url")],
  ["openstatus", isOpenStatus]
]

/** The first line that is no comment. */
const firstLine = (text: string): string =>
  text
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u, 1_000)
    .find((line) => line.trim() !== "" && !line.trim().startsWith("#")) ?? ""

/** Most characters of a line that is judged. */
const LINE = 2_000
const HEADER = /^[^{[]*\b(?:url|address|website|host|domain)\b/iu
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?(?:\s|$)/iu

const sourceOfLine = (line: string): ImportSource | null => {
  const text = line.slice(0, LINE).trim()
  if (/[,;\t]/u.test(text) && HEADER.test(text)) return "csv"
  if (/^(?:url|address|website|host|domain)$/iu.test(text)) return "csv"
  return ADDRESS.test(text) ? "list" : null
}

/** Whether a value is a configuration file of Mon. */
const isConfiguration = (value: unknown): boolean =>
  isEntries(value) && Object.hasOwn(value, "version") && Object.hasOwn(value, "project")

/**
 * The source that texts come from, by their names, as far as their form shows it. Null: choose one, or it is a
 * configuration file of Mon.
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
