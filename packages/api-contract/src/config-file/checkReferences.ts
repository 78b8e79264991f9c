import { builtInTargets, isAddressTarget, isBuiltInTarget, type RouteTarget } from "@mon/model"
import type { ConfigDocument } from "./ConfigDocument.ts"
import type { ConfigPath } from "./ConfigFault.ts"
import type { ValueFault } from "./decodeConfig.ts"
import { monitorSections, type Section } from "./sections.ts"

/**
 * Returns whether a key belongs to another project. Only the service can check a key of another project, which contains
 * a slash.
 */
const isForeign = (reference: string): boolean => reference.includes("/")

interface Reference {
  readonly path: ConfigPath
  readonly to: ReadonlyArray<Section>
  readonly key: string
}

interface WithReferences {
  readonly monitors?: ReadonlyArray<string> | undefined
  readonly tags?: ReadonlyArray<string> | undefined
  readonly dependsOn?: ReadonlyArray<string> | undefined
}

const ofLists = (
  path: ConfigPath,
  { dependsOn = [], monitors = [], tags = [] }: WithReferences
): ReadonlyArray<Reference> => {
  const listed = (name: string, keys: ReadonlyArray<string>, to: ReadonlyArray<Section>) =>
    keys.map((key, index) => ({ path: [...path, name, index], to, key }))
  return [
    ...listed("monitors", monitors, monitorSections),
    ...listed("tags", tags, ["tags"]),
    ...listed("dependsOn", dependsOn, monitorSections)
  ]
}

const entriesOf = <A>(entries: { readonly [key: string]: A } | undefined): ReadonlyArray<[string, A]> =>
  Object.entries(entries ?? {})

/** Returns the channel or the on-call schedule that a target of a route refers to. */
const ofTarget = (path: ConfigPath, target: RouteTarget): ReadonlyArray<Reference> => {
  if (typeof target !== "string")
    return [{ path: [...path, "schedule"], to: ["onCallSchedules"], key: target.schedule }]
  return isBuiltInTarget(target) || isAddressTarget(target) ? [] : [{ path, to: ["channels"], key: target }]
}

const referencesOf = (document: ConfigDocument): ReadonlyArray<Reference> => [
  ...monitorSections.flatMap((section) => ofLists(["defaults", section], document.defaults?.[section] ?? {})),
  ...monitorSections.flatMap((section) =>
    entriesOf<WithReferences>(document[section]).flatMap(([key, monitor]) => ofLists([section, key], monitor))
  ),
  ...entriesOf(document.routes).flatMap(([key, route]) => [
    ...ofLists(["routes", key], route),
    ...route.steps.flatMap(({ targets }, step) =>
      targets.flatMap((target, index) => ofTarget(["routes", key, "steps", step, "targets", index], target))
    ),
    ...(route.fallback ?? []).flatMap((target, index) => ofTarget(["routes", key, "fallback", index], target))
  ]),
  ...entriesOf(document.maintenanceWindows).flatMap(([key, window]) => ofLists(["maintenanceWindows", key], window)),
  ...entriesOf(document.statusPages).flatMap(([page, { components }]) =>
    entriesOf(components).flatMap(([key, component]) => ofLists(["statusPages", page, "components", key], component))
  ),
  ...entriesOf(document.scheduledReports).flatMap(([key, { tag = null }]) =>
    tag === null ? [] : [{ path: ["scheduledReports", key, "tag"], to: ["tags" as const], key: tag }]
  )
]

const has = (entries: object | undefined, key: string): boolean => entries !== undefined && Object.hasOwn(entries, key)

const nouns: Readonly<Partial<Record<Section, string>>> = {
  tags: "tag",
  channels: "channel",
  onCallSchedules: "on-call schedule"
}

export const checkReferences = (document: ConfigDocument): ReadonlyArray<ValueFault> => {
  const unknown = referencesOf(document)
    .filter(({ key, to }) => !isForeign(key) && !to.some((section) => has(document[section], key)))
    .map(({ key, path, to }) => ({
      path,
      message: `The file has no ${nouns[to[0] ?? "domains"] ?? "monitor"} with the key ${JSON.stringify(key)}.`
    }))
  const twice = monitorSections.flatMap((section, index) =>
    Object.keys(document[section] ?? {})
      .filter((key) => monitorSections.slice(0, index).some((earlier) => has(document[earlier], key)))
      .map((key) => ({ path: [section, key], message: "Another monitor in the file has the same key." }))
  )
  const groupless = entriesOf(document.statusPages).flatMap(([page, { components, groups }]) =>
    entriesOf(components)
      .filter(([, { group = null }]) => group !== null && !has(groups, group))
      .map(([key, { group }]) => ({
        path: ["statusPages", page, "components", key, "group"],
        message: `The page has no group with the key ${JSON.stringify(group)}.`
      }))
  )
  const builtIn = Object.keys(document.channels ?? {})
    .filter(isBuiltInTarget)
    .map((key) => ({ path: ["channels", key], message: `The key must not be one of: ${builtInTargets.join(", ")}.` }))
  return [...unknown, ...twice, ...groupless, ...builtIn]
}
