import type { FieldLine, GroupKind, ImportReport, KindCount, LostChannel, ReportGroup } from "./ImportReport.ts"

const nouns: Readonly<Record<GroupKind, readonly [one: string, several: string]>> = {
  file: ["file", "files"],
  monitor: ["monitor", "monitors"],
  tag: ["tag", "tags"],
  channel: ["channel", "channels"],
  route: ["route", "routes"],
  maintenanceWindow: ["maintenance window", "maintenance windows"],
  statusPage: ["status page", "status pages"]
}

const countText = (count: number, [one, several]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : several}`

const lostText = ({ monitors, name, reason }: LostChannel): string =>
  `Alerts no longer go to ${name}, for: ${monitors.join(", ")}. ${reason}`

const importedText = ({ imported, kind, leftOut }: KindCount): string =>
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

const groupText = (group: ReportGroup, isFull: boolean): ReadonlyArray<string> => {
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
