import type { ImportDraft } from "../document/ImportDraft.ts"
import { readYamlText } from "../reading/readYamlText.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { addProbe } from "./probe.ts"

/** The scrape interval of Prometheus if the configuration does not set one. */
const SCRAPE_INTERVAL = "1m"
/** The module that the exporter uses if a request does not name a module. */
const DEFAULT_MODULE = "http_2xx"
/**
 * The label that names the module. A relabelling rule or a target can set the label, which then replaces the parameter.
 */
const MODULE_LABEL = "__param_module"

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const listOf = (value: unknown): ReadonlyArray<Entries> => list(value).filter(isEntries)

interface ReadFile {
  readonly name: string
  readonly value: unknown
}

interface TargetGroup {
  readonly targets: ReadonlyArray<string>
  readonly labels: Entries
  /** The path of the targets in the configuration, for the report. */
  readonly place: string
}

const groupsOf = (value: unknown, place: string): ReadonlyArray<TargetGroup> =>
  listOf(value).map((one, index) => ({
    targets: list(one["targets"]).map(String),
    labels: isEntries(one["labels"]) ? one["labels"] : {},
    place: `${place}[${index}]`
  }))

/** Returns whether a pattern matches the name of a file. In the pattern, * stands for part of the last path segment. */
const isNamed = (file: string, pattern: string): boolean => {
  const last = pattern.split("/").at(-1) ?? ""
  const expression = last.replaceAll(/[\\^$.+?()[\]{}|]/gu, String.raw`\$&`).replaceAll("*", "[^/]*")
  return new RegExp(`(?:^|/)${expression}$`, "u").test(file)
}

interface Context {
  readonly modules: ReadonlyMap<string, unknown>
  readonly interval: string
  readonly files: ReadonlyArray<ReadFile>
  readonly used: Set<string>
}

const jobReasons: Readonly<Record<string, string>> = {
  relabel_configs: "Mon uses the targets and their labels as they are.",
  metric_relabel_configs: "Mon has its own metrics.",
  scheme: "This setting only affects the exporter.",
  scrape_timeout: "The module has a time limit.",
  basic_auth: "This setting only affects the exporter.",
  authorization: "This setting only affects the exporter.",
  tls_config: "This setting only affects the exporter."
}

const targetsOf = (job: SourceObject, { files, used }: Context): ReadonlyArray<TargetGroup> => {
  const found = [...groupsOf(job.value("static_configs"), "static_configs")]
  for (const one of listOf(job.value("file_sd_configs")))
    for (const pattern of list(one["files"]).map(String)) {
      const named = files.filter(({ name }) => isNamed(name, pattern))
      for (const { name, value } of named) {
        used.add(name)
        found.push(...groupsOf(value, name))
      }
      if (named.length === 0) job.group.leftOut("file_sd_configs", `The import was not given the file ${pattern}.`)
    }
  if (job.value("static_configs") !== undefined) job.carried("static_configs", "domains")
  if (job.value("file_sd_configs") !== undefined)
    job.changed("file_sd_configs", "domains", "Targets are imported once. Import again when they change.")
  return found
}

/**
 * Returns the module of a target according to the relabelling rules. Null if a rule is more than a copy of a label or a
 * constant.
 */
const moduleOf = (job: SourceObject, byParameter: string, labels: Entries): string | null => {
  let module = typeof labels[MODULE_LABEL] === "string" ? labels[MODULE_LABEL] : byParameter
  const known = new Map(Object.entries(labels))
  for (const rule of listOf(job.value("relabel_configs"))) {
    if (rule["target_label"] !== MODULE_LABEL) continue
    const from = list(rule["source_labels"])
    const isPlain = ["regex", "action", "separator"].every((name) => !Object.hasOwn(rule, name))
    const value =
      from.length === 0 ? rule["replacement"] : rule["replacement"] === undefined ? known.get(String(from[0])) : null
    if (!isPlain || from.length > 1 || typeof value !== "string" || value.includes("$")) return null
    module = value
  }
  return module
}

const addJob = (draft: ImportDraft, values: Entries, context: Context): void => {
  const name = String(values["job_name"] ?? "")
  const group = draft.group("file", `job ${name}`, name)
  const job = new SourceObject(group, values)
  if (values["metrics_path"] !== "/probe") {
    group.leftOut("", "The job scrapes metrics and runs no probes.")
    return
  }
  const params = job.part("params")
  const byParameter = String(list(params?.value("module"))[0] ?? params?.text("module") ?? DEFAULT_MODULE)
  params?.taken("module")
  for (const field of ["job_name", "metrics_path"]) job.used(field)
  if (job.value("scrape_interval") !== undefined) job.carried("scrape_interval", "checkInterval")
  for (const { labels, place, targets } of targetsOf(job, context)) {
    const module = moduleOf(job, byParameter, labels)
    for (const target of targets) {
      if (module === null) {
        draft.group("monitor", `${name} ${target}`, target).skip("The relabel_configs of its job choose the module.")
        continue
      }
      const definition = context.modules.get(module)
      addProbe(draft, {
        target,
        labels: Object.fromEntries(Object.entries(labels).filter(([label]) => !label.startsWith("__"))),
        place,
        job: name,
        module,
        definition: isEntries(definition) ? definition : null,
        interval: job.text("scrape_interval") ?? context.interval
      })
    }
  }
  if (params?.value("module") !== undefined) group.carried("params.module", "domains")
  job.finish({ reasons: jobReasons, otherwise: "This setting controls how Prometheus scrapes the exporter." })
}

/**
 * Imports the targets that Prometheus checks with blackbox_exporter. Reads the configurations of the exporter and of
 * Prometheus, and the target files that the configurations name.
 */
export const importPrometheus = (texts: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  const files = [...texts].map(([name, text]) => ({ name, value: readYamlText(text, name) }))
  const modules = new Map<string, unknown>()
  for (const { value } of files)
    if (isEntries(value) && isEntries(value["modules"]))
      for (const [name, module] of Object.entries(value["modules"])) modules.set(name, module)
  const configs = files.filter(({ value }) => isEntries(value) && Array.isArray(value["scrape_configs"]))
  if (modules.size === 0)
    throw new UnreadableSource("No file has modules: also include the blackbox_exporter configuration.")
  if (configs.length === 0)
    throw new UnreadableSource(
      "No file has scrape_configs: also include the Prometheus configuration, which has the targets."
    )
  const used = new Set<string>()
  for (const { name, value } of configs) {
    if (!isEntries(value)) continue
    const global = isEntries(value["global"]) ? value["global"] : {}
    const interval = typeof global["scrape_interval"] === "string" ? global["scrape_interval"] : SCRAPE_INTERVAL
    for (const job of listOf(value["scrape_configs"])) addJob(draft, job, { modules, interval, files, used })
    const file = new SourceObject(draft.group("file", name, name), value)
    file.taken("scrape_configs")
    if (value["global"] !== undefined)
      file.changed("global", "checkInterval", "Only scrape_interval matters for probes.")
    file.finish({ otherwise: "This setting does not affect probes." })
  }
  for (const { name, value } of files) {
    if (configs.some((config) => config.name === name) || used.has(name)) continue
    const group = draft.group("file", name, name)
    if (!isEntries(value) || !isEntries(value["modules"])) group.leftOut("", "No job refers to the file.")
    else {
      for (const key of Object.keys(value)) if (key !== "modules") group.leftOut(key, "It is not a module.")
      group.changed("modules", "domains", "Each monitor has the settings of its job's module.")
    }
  }
}
