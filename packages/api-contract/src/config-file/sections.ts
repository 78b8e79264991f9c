import { type MonitorKind, monitorKindNames, monitorKinds } from "@mon/model"

export type SectionOf<Kind extends MonitorKind> = (typeof monitorKinds)[Kind]["plural"]

/** The name of a section that contains monitors of one kind. */
export type MonitorSection = SectionOf<MonitorKind>

/** The sections that contain monitors. */
export const monitorSections: ReadonlyArray<MonitorSection> = monitorKindNames.map((kind) => monitorKinds[kind].plural)

const others = [
  "channels",
  "onCallSchedules",
  "routes",
  "maintenanceWindows",
  "statusPages",
  "scheduledReports"
] as const

/** The name of a section of a file, which also names the kind of the objects in the section. */
export type Section = "tags" | MonitorSection | (typeof others)[number]

/** The sections of a file, in the order in which they are written and applied. */
export const sections: ReadonlyArray<Section> = ["tags", ...monitorSections, ...others]

const kinds: ReadonlyMap<string, MonitorKind> = new Map(
  monitorKindNames.map((kind) => [monitorKinds[kind].plural, kind])
)

/** Returns the kind of monitor that a section contains. */
export const kindOfSection = (section: MonitorSection): MonitorKind => {
  const kind = kinds.get(section)
  if (kind === undefined) throw new Error(`No kind of monitor has the section ${section}.`)
  return kind
}

/** Returns whether a section contains monitors. */
export const isMonitorSection = (section: string): section is MonitorSection => kinds.has(section)

/**
 * Returns the name of the group of sections in which a key must be unique. The monitors of all kinds are in one group.
 */
export const keySpaceOf = (section: Section): "monitors" | Exclude<Section, MonitorSection> =>
  isMonitorSection(section) ? "monitors" : section

/** Builds an object with one value for each section that contains monitors. */
export const ofMonitorSections = <A>(of: (kind: MonitorKind) => A) =>
  Object.fromEntries(monitorKindNames.map((kind) => [monitorKinds[kind].plural, of(kind)])) as Record<MonitorSection, A>

/** The noun for one object of each section, for use in sentences. */
export const sectionNouns: Readonly<Record<Section, string>> = {
  ...ofMonitorSections((kind) => monitorKinds[kind].noun),
  tags: "tag",
  channels: "channel",
  onCallSchedules: "on-call schedule",
  routes: "route",
  maintenanceWindows: "maintenance window",
  statusPages: "status page",
  scheduledReports: "scheduled report"
}

/** Fields that cannot be changed. If a file has another value, a new object replaces the old one. */
export const fixedFields: Readonly<Partial<Record<Section, ReadonlyArray<string>>>> = {
  ...ofMonitorSections(() => ["url"]),
  channels: ["kind"]
}

/** Limits of a file. */
export const configLimits = {
  /** The size of the text in UTF-8, in bytes. */
  bytes: 4 * 1_024 * 1_024,
  /** The deepest nesting of values. The schema needs 8 levels. */
  depth: 32,
  /** The largest number of names and values. A thousand monitors with many options have 20,000. */
  values: 100_000,
  keyLength: 64
} as const
