import { MonitorKind, monitorKinds } from "@mon/model"

/** The sections of a file, in the order in which they are written and applied. Each is a kind of object. */
export const sections = [
  "tags",
  "domains",
  "urls",
  "channels",
  "routes",
  "maintenanceWindows",
  "statusPages",
  "scheduledReports"
] as const

/** A section of a file, which is also the name of a kind of object. */
export type Section = (typeof sections)[number]

/** The sections of monitors, by kind. */
export type MonitorSection = (typeof monitorKinds)[MonitorKind]["plural"]

/** The kind of the monitors of a section; null: its objects are no monitors. */
export const kindOfSection = (section: string): MonitorKind | null =>
  MonitorKind.literals.find((kind) => monitorKinds[kind].plural === section) ?? null

/** Whether the objects of a section are monitors. */
export const isMonitorSection = (section: string): section is MonitorSection => kindOfSection(section) !== null

/** Returns the group of sections in which a key is unique: monitors of all kinds share their keys. */
export const keySpaceOf = (section: Section): "monitors" | Exclude<Section, MonitorSection> =>
  isMonitorSection(section) ? "monitors" : section

/** The noun for one object of each section in sentences. */
export const sectionNouns: Readonly<Record<Section, string>> = {
  tags: "tag",
  domains: "domain",
  urls: "URL monitor",
  channels: "channel",
  routes: "route",
  maintenanceWindows: "maintenance window",
  statusPages: "status page",
  scheduledReports: "scheduled report"
}

/** Fields that no change can alter: another value means a new object in the place of the old one. */
export const fixedFields: Readonly<Partial<Record<Section, ReadonlyArray<string>>>> = {
  domains: ["url"],
  urls: ["url"],
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
