import { type MonitorKind, monitorKindNames, monitorKinds } from "@mon/model"

/** The section of the monitors of each kind. */
export type MonitorSection = (typeof monitorKinds)[MonitorKind]["plural"]

/** The sections of monitors. */
export const monitorSections: ReadonlyArray<MonitorSection> = monitorKindNames.map((kind) => monitorKinds[kind].plural)

const others = ["channels", "routes", "maintenanceWindows", "statusPages", "scheduledReports"] as const

/** A section of a file, which is also the name of a kind of object. */
export type Section = "tags" | MonitorSection | (typeof others)[number]

/** The sections of a file, in the order in which they are written and applied. Each is a kind of object. */
export const sections: ReadonlyArray<Section> = ["tags", ...monitorSections, ...others]

const kinds: ReadonlyMap<string, MonitorKind> = new Map(
  monitorKindNames.map((kind) => [monitorKinds[kind].plural, kind])
)

/** The kind of the monitors of a section. */
export const kindOfSection = (section: MonitorSection): MonitorKind => {
  const kind = kinds.get(section)
  if (kind === undefined) throw new Error(`No kind of monitor has the section ${section}.`)
  return kind
}

/** Whether the objects of a section are monitors. */
export const isMonitorSection = (section: string): section is MonitorSection => kinds.has(section)

/** Returns the group of sections in which a key is unique: monitors of all kinds share their keys. */
export const keySpaceOf = (section: Section): "monitors" | Exclude<Section, MonitorSection> =>
  isMonitorSection(section) ? "monitors" : section

/** Makes a value for the section of each kind of monitor. */
export const ofMonitorSections = <A>(of: (kind: MonitorKind) => A) =>
  Object.fromEntries(monitorKindNames.map((kind) => [monitorKinds[kind].plural, of(kind)])) as Record<MonitorSection, A>

/** The noun for one object of each section in sentences. */
export const sectionNouns: Readonly<Record<Section, string>> = {
  ...ofMonitorSections((kind) => monitorKinds[kind].noun),
  tags: "tag",
  channels: "channel",
  routes: "route",
  maintenanceWindows: "maintenance window",
  statusPages: "status page",
  scheduledReports: "scheduled report"
}

/** Fields that no change can alter: another value means a new object in the place of the old one. */
export const fixedFields: Readonly<Partial<Record<Section, ReadonlyArray<string>>>> = {
  ...ofMonitorSections(() => ["url"]),
  channels: ["kind"]
}

/** Limits of a file. */
export const configLimits = {
  /** In bytes of UTF-8. */
  bytes: 4 * 1_024 * 1_024,
  /** The deepest nesting of values. The deepest of the schema are at 8. */
  depth: 32,
  /** The most names and values of a file. A thousand monitors with many options have 20,000. */
  values: 100_000,
  keyLength: 64
} as const
