import type { FieldLine, GroupKind, ImportReport, KindCount, LostChannel, ReportGroup } from "./ImportReport.ts"
import type { OnCallGroupKind, OnCallReport } from "./on-call/ImportedOnCall.ts"

type AnyKind = GroupKind | OnCallGroupKind

const nouns: Readonly<Record<AnyKind, readonly [one: string, several: string]>> = {
  file: ["file", "files"],
  monitor: ["monitor", "monitors"],
  tag: ["tag", "tags"],
  channel: ["channel", "channels"],
  route: ["route", "routes"],
  maintenanceWindow: ["maintenance window", "maintenance windows"],
  statusPage: ["status page", "status pages"],
  schedule: ["schedule", "schedules"],
  shift: ["shift", "shifts"],
  override: ["override", "overrides"],
  step: ["step", "steps"],
  person: ["person", "people"],
  rule: ["rule", "rules"],
  team: ["team", "teams"]
}

const countText = (count: number, [one, several]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : several}`

const lostText = ({ monitors, name, reason }: LostChannel): string =>
  `Alerts no longer go to ${name}, for: ${monitors.join(", ")}. ${reason}`

const importedText = ({ imported, kind, leftOut }: KindCount<AnyKind>): string =>
  leftOut === 0
    ? `${countText(imported, nouns[kind])} imported.`
    : `${imported} of ${countText(imported + leftOut, nouns[kind])} imported.`

const lineText = ({ field, note, outcome, to }: FieldLine): string => {
  const name = field === "" ? "" : `${field}: `
  if (outcome === "carried") return `${name}carried over to ${to}.`
  if (outcome === "changed") return `${name}changed${to === null ? "" : ` to ${to}`}. ${note}`
  return `${name}left out. ${note}`
}

/** The options for the text of a report. */
export interface ReportTextOptions {
  /** Whether to also list fields that were carried over and fields that are empty. Default: false. */
  readonly isFull?: boolean
}

const groupText = (group: ReportGroup<AnyKind>, isFull: boolean): ReadonlyArray<string> => {
  const head = `${nouns[group.kind][0]} ${group.name === group.id ? group.id : `${group.name} (${group.id})`}`
  if (group.reason !== null) return [`${head}: left out. ${group.reason}`]
  const lines = group.lines
    .filter(({ outcome }) => isFull || outcome !== "carried")
    .map((line) => `  ${lineText(line)}`)
  if (isFull && group.unset.length > 0) lines.push(`  Empty or default: ${group.unset.join(", ")}.`)
  return lines.length === 0 ? [] : [`${head}${group.path === null ? "" : ` → ${group.path}`}`, ...lines]
}

/**
 * Returns a report as text for people: the kinds of checks that Mon does not have, the counts, the channels that no
 * longer receive alerts, and then the changed and left-out fields by object.
 */
export const reportText = (report: ImportReport, { isFull = false }: ReportTextOptions = {}): string => {
  const { counts, fields, groups, lostChannels, missingKinds, secrets, source } = report
  const missing = missingKinds.reduce((sum, { count }) => sum + count, 0)
  const lines: Array<string> = []
  if (missing > 0)
    lines.push(
      `${countText(missing, nouns.monitor)} of kinds that Mon does not have: ` +
        `${missingKinds.map(({ count, kind }) => `${count} ${kind}`).join(", ")}.`
    )
  lines.push(...counts.map(importedText))
  lines.push(`Fields: ${fields.carried} carried over, ${fields.changed} changed, ${fields.leftOut} left out.`)
  if (secrets.length > 0) lines.push(`${countText(secrets.length, ["secret", "secrets"])} found.`)
  lines.push(...lostChannels.map(lostText))
  if (counts.length === 0) lines.push(`Nothing from ${source} was found in the file.`)
  const details = groups.flatMap((group) => groupText(group, isFull))
  return `${[...lines, ...(details.length === 0 ? [] : ["", ...details])].join("\n")}\n`
}

/**
 * Returns the report of an import of on-call schedules as text for people: the counts, the people without an address,
 * and then the changed and left-out fields by object.
 *
 * @example
 * ```ts
 * const fields = { carried: 0, changed: 0, leftOut: 0 }
 * const counts = [{ kind: "schedule", imported: 1, leftOut: 0 }] as const
 * const report = { source: "pagerduty", counts, fields, unknownPeople: ["Ann"], groups: [] } as const
 * onCallReportText(report).split("\n")[0] // => "1 schedule imported."
 * ```
 */
export const onCallReportText = (
  { counts, fields, groups, unknownPeople }: OnCallReport,
  { isFull = false }: ReportTextOptions = {}
): string => {
  const lines = counts.map(importedText)
  lines.push(`Fields: ${fields.carried} carried over, ${fields.changed} changed, ${fields.leftOut} left out.`)
  if (unknownPeople.length > 0)
    lines.push(`The export has no email address of: ${unknownPeople.join(", ")}. Replace these names in the file.`)
  const details = groups.flatMap((group) => groupText(group, isFull))
  return `${[...lines, ...(details.length === 0 ? [] : ["", ...details])].join("\n")}\n`
}
