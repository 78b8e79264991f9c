import {
  type ConfigDocument,
  isMonitorSection,
  type MonitorSection,
  type Section,
  sections
} from "@mon/api-contract/config-file"
import { isAddressTarget, isBuiltInTarget, type RouteTarget } from "@mon/model"

type Entry<S extends Section> = NonNullable<ConfigDocument[S]>[string]

export type FileObject = {
  [Name in Section]: { readonly section: Name; readonly key: string; readonly entry: Entry<Name> }
}[Section]

export type MonitorObject = Extract<FileObject, { readonly section: MonitorSection }>

export const isMonitorObject = (object: FileObject): object is MonitorObject => isMonitorSection(object.section)

const isDefined = (entry: readonly [string, unknown]): boolean => entry[1] !== undefined

const merged = <A extends object>(defaults: object | undefined, entry: A): A =>
  ({ ...defaults, ...Object.fromEntries(Object.entries(entry).filter(isDefined)) }) as A

/** Returns all objects of a file, section by section, without applying the defaults of the file. */
export const objectsOf = (document: ConfigDocument): ReadonlyArray<FileObject> =>
  sections.flatMap((section) =>
    Object.entries(document[section] ?? {}).map(([key, entry]) => ({ section, key, entry }) as FileObject)
  )

export const withDefaults = (object: FileObject, defaults: ConfigDocument["defaults"]): FileObject =>
  isMonitorObject(object)
    ? ({ ...object, entry: merged(defaults?.[object.section], object.entry) } as MonitorObject)
    : object

/** Functions that convert the references of an object. The input is keys; the output is keys or ids. */
export interface References {
  readonly monitors: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly tags: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly channel: (key: string) => string
  readonly onCallSchedule: (key: string) => string
}

export const asKeys: References = {
  monitors: (keys) => keys,
  tags: (keys) => keys,
  channel: (key) => key,
  onCallSchedule: (key) => key
}

/** Converts a target of a route. Converts the key of a channel; a person stays an email address. */
const targetOf = (target: string, { channel }: References): string => {
  if (isBuiltInTarget(target)) return target
  return isAddressTarget(target) ? target.trim().toLowerCase() : channel(target)
}

const stepTargetOf = (target: RouteTarget, references: References): RouteTarget =>
  typeof target === "string"
    ? targetOf(target, references)
    : { ...target, schedule: references.onCallSchedule(target.schedule) }

export const stepsOf = ({ steps }: Entry<"routes">, references: References) =>
  steps.map(({ targets, ...step }) => ({
    ...step,
    targets: targets.map((target) => stepTargetOf(target, references))
  }))

export const fallbackOf = ({ fallback = [] }: Entry<"routes">, references: References): ReadonlyArray<string> =>
  fallback.map((target) => targetOf(target, references))

/** The ids of a status page's existing groups and components, by key. */
interface Parts {
  readonly groups: Readonly<Record<string, string>>
  readonly components: Readonly<Record<string, string>>
}

/**
 * Returns the id for a key, or the key itself. Reads only own properties, because a key can equal an inherited name,
 * such as "constructor".
 */
const idOf = (ids: Readonly<Record<string, string>>, key: string): string =>
  (Object.hasOwn(ids, key) ? ids[key] : undefined) ?? key

/**
 * Returns the groups and components of a status page in the form of a request. A new group or component has its key as
 * id.
 */
export const layoutOf = (
  { components = {}, groups = {} }: Entry<"statusPages">,
  parts: Parts,
  { monitors, tags }: References
) => {
  const groupId = (key: string) => idOf(parts.groups, key)
  return {
    groups: Object.entries(groups).map(([key, group]) => ({ ...group, id: groupId(key) })),
    components: Object.entries(components).map(([key, component]) => {
      const { group = null, monitors: monitorKeys = [], tags: tagKeys = [], ...rest } = component
      return {
        ...rest,
        id: idOf(parts.components, key),
        groupId: group === null ? null : groupId(group),
        monitorIds: monitors(monitorKeys),
        tagIds: tags(tagKeys)
      }
    })
  }
}

export const referencesOf = (object: FileObject): ReadonlyArray<readonly [section: Section, key: string]> => {
  const found: Array<readonly [Section, string]> = []
  const references: References = {
    monitors: (keys) => {
      for (const key of keys) found.push(["domains", key])
      return keys
    },
    tags: (keys) => {
      for (const key of keys) found.push(["tags", key])
      return keys
    },
    channel: (key) => {
      found.push(["channels", key])
      return key
    },
    onCallSchedule: (key) => {
      found.push(["onCallSchedules", key])
      return key
    }
  }
  if (isMonitorObject(object)) {
    references.monitors(object.entry.dependsOn ?? [])
    references.tags(object.entry.tags ?? [])
    return found
  }
  switch (object.section) {
    case "routes":
      references.monitors(object.entry.monitors ?? [])
      references.tags(object.entry.tags ?? [])
      stepsOf(object.entry, references)
      fallbackOf(object.entry, references)
      break
    case "maintenanceWindows":
      references.monitors(object.entry.monitors ?? [])
      references.tags(object.entry.tags ?? [])
      break
    case "statusPages":
      layoutOf(object.entry, { groups: {}, components: {} }, references)
      break
    case "scheduledReports":
      references.tags(object.entry.tag === null || object.entry.tag === undefined ? [] : [object.entry.tag])
      break
    default:
      break
  }
  return found
}
