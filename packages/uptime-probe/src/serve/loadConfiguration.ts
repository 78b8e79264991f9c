import { CommandError } from "@mon/bundled/command-line"
import { readFileSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { parseDocument, stringify } from "yaml"
import { isSecretHeader } from "../probe/RequestPlan.ts"
import type { Configuration } from "./probeServer.ts"
import { readModules } from "./readModules.ts"

const LARGEST_FILE = 1024 * 1024

/** The names of options whose values can be secret, including options of modules that cannot be used. */
const SECRET_OPTIONS: ReadonlySet<string> = new Set([
  "bearer_token",
  "body",
  "client_secret",
  "credentials",
  "endpoint_params",
  "key",
  "metadata",
  "password",
  "proxy_connect_header",
  "proxy_url",
  "secrets"
])

const HEADER_OPTIONS: ReadonlySet<string> = new Set(["headers", "http_headers"])

const masked = (value: unknown, name = "", inside = ""): unknown => {
  const isOption = inside !== "modules"
  if ((isOption && SECRET_OPTIONS.has(name)) || (HEADER_OPTIONS.has(inside) && isSecretHeader(name))) return "<secret>"
  if (Array.isArray(value)) return value.map((one) => masked(one, name, inside))
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, key, name)]))
  return value
}

const readText = (file: string): string => {
  if (statSync(file).size > LARGEST_FILE) throw new Error("It is larger than 1 MiB")
  return readFileSync(file, "utf8")
}

const parse = (file: string): unknown => {
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const document = parseDocument(text, { merge: true, customTags: ["binary"] })
  const [fault] = document.errors
  if (fault !== undefined) throw new CommandError(`${file} is not valid YAML: ${fault.message}`)
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new CommandError(`${file} is not valid YAML: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const refusal = (file: string, faults: ReadonlyArray<string>, advice: string): CommandError =>
  new CommandError(`${file} cannot be used:\n${faults.map((one) => `  ${one}`).join("\n")}${advice}`)

const ADVICE = "\n--skip-unsupported starts without these modules."

/**
 * Reads a blackbox_exporter configuration. Throws a CommandError that names each unsupported option. If `skipsUnusable`
 * is true, leaves out modules that cannot be used, but still throws if no module is left.
 */
export const loadConfiguration = (file: string, skipsUnusable = false): Configuration => {
  const value = parse(file)
  const { faults, modules, unusable } = readModules(value, (named) => readText(resolve(dirname(file), named)))
  const all = [...faults, ...[...unusable.values()].flat()]
  const canSkip = faults.length === 0 && modules.size > 0
  if (all.length > 0 && !(skipsUnusable && canSkip)) throw refusal(file, all, canSkip ? ADVICE : "")
  return { modules, unusable, shown: stringify(masked(value), { customTags: ["binary"] }) }
}
