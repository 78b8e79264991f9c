import { type ConfigDocument, ofMonitorSections, readConfig, type Section } from "@mon/api-contract/config-file"
import { monitorKinds } from "@mon/model"
import type { Group } from "./Group.ts"

export type Draft = Record<Section, Record<string, Record<string, unknown>>>

/** The fields that an object must have. An object without a required field is left out. */
const required: Readonly<Record<Section, ReadonlyArray<string>>> = {
  tags: ["name"],
  ...ofMonitorSections((kind) => [monitorKinds[kind].address ?? "schedule"]),
  channels: ["kind", "settings"],
  onCallSchedules: ["name", "timezone", "layers"],
  routes: ["name", "steps"],
  maintenanceWindows: ["name", "startsAt", "minutes", "recurrence"],
  statusPages: ["name", "slug"],
  scheduledReports: ["name", "every", "recipients"]
}

const isRequired = (section: string, field: string): boolean =>
  Object.hasOwn(required, section) && required[section as Section].includes(field)

/**
 * The maximum number of rounds of removal. Each round removes at least one value, and the next round removes the
 * references to it.
 */
const ROUNDS = 20

/** Splits a path such as "domains.kuma-1.expect[0].status" into parts. Keys of imported objects contain no dots. */
const partsOf = (path: string): ReadonlyArray<string | number> =>
  path.split(/\.|(?=\[\d+\])/u).map((part) => (/^\[\d+\]$/u.test(part) ? Number(part.slice(1, -1)) : part))

const isContainer = (value: unknown): value is Record<string, unknown> | Array<unknown> =>
  typeof value === "object" && value !== null

const fieldText = (parts: ReadonlyArray<string | number>): string =>
  parts.map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`)).join("")

/**
 * Returns a sentence about a fault of a field. Adds the field's name unless the message is a whole sentence or begins
 * with a name from the path.
 */
const faultText = (field: string, message: string): string => {
  const [word = ""] = /^[A-Za-z]+/u.exec(message) ?? []
  const isWhole = field === "" || /^[\p{Lu}"]/u.test(message) || field.split(/[.[\]]+/u).includes(word)
  return isWhole ? message : `${field} ${message}`
}

/**
 * Returns the number of path parts that identify the value to remove: a list entry, a field of a component or group of
 * a status page, a field of a request, or otherwise the whole field.
 */
const removedDepth = (section: string, parts: ReadonlyArray<string | number>): number => {
  const [, , field, next] = parts
  if (typeof next === "number") return 4
  if (section === "statusPages" && (field === "components" || field === "groups"))
    return Math.min(parts.length, typeof parts[5] === "number" ? 6 : 5)
  return field === "request" ? 4 : 3
}

const PRUNED = Symbol("pruned")

/**
 * Removes the value at a path. List entries are only marked and removed later, so that the positions of the other
 * entries do not change.
 */
const remove = (root: Draft, path: ReadonlyArray<string | number>): void => {
  let parent: unknown = root
  for (const part of path.slice(0, -1)) {
    if (!isContainer(parent) || !Object.hasOwn(parent, part)) return
    parent = Reflect.get(parent, part)
  }
  const last = path.at(-1)
  if (!isContainer(parent) || last === undefined) return
  if (Array.isArray(parent)) parent[Number(last)] = PRUNED
  else delete parent[String(last)]
}

const prune = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== PRUNED).map(prune)
  if (!isContainer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, prune(inner)]))
}

export type Settled =
  | { readonly ok: true; readonly document: ConfigDocument }
  | { readonly ok: false; readonly message: string }

/**
 * Removes values that the schema of the configuration file refuses, and reports each in its object's group. Therefore,
 * importers do not have to repeat the limits of fields that the schema defines.
 */
export const settleDocument = (
  project: string,
  found: Draft,
  groups: ReadonlyMap<string, Pick<Group, "refuse" | "skip">>
): Settled => {
  let draft = found
  for (let round = 0; round < ROUNDS; round++) {
    const sections = Object.entries(draft).filter(([, objects]) => Object.keys(objects).length > 0)
    const reading = readConfig(JSON.stringify({ version: 1, project, addOnly: true, ...Object.fromEntries(sections) }))
    if (reading.ok) return { ok: true, document: reading.document }
    for (const { message, path } of reading.faults) {
      const parts = partsOf(path)
      const [section, key] = parts
      if (parts.length < 2) return { ok: false, message: `${path === "" ? "" : `${path}: `}${message}` }
      const depth = Math.min(parts.length, removedDepth(String(section), parts))
      const isWhole = parts.length === 2 || isRequired(String(section), String(parts[2]))
      const group = groups.get(`${section}.${key}`)
      if (isWhole) group?.skip(`Mon rejects it: ${faultText(fieldText(parts.slice(2)), message)}`)
      else group?.refuse(fieldText(parts.slice(2, depth)), message)
      remove(draft, parts.slice(0, isWhole ? 2 : depth))
    }
    draft = prune(draft) as Draft
  }
  return { ok: false, message: "The result is not a valid configuration file." }
}
