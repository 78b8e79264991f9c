import type { GroupKind, ImportSource } from "@mon/import"
import type { FileProblem } from "./chosenFiles.ts"

const sources: Readonly<Record<ImportSource, string>> = {
  list: "List of addresses",
  csv: "CSV, such as an UptimeRobot export",
  curl: "curl commands",
  har: "HAR: requests that a browser has recorded",
  "uptime-kuma": "Uptime Kuma: JSON backup",
  gatus: "Gatus: configuration",
  blackbox: "blackbox_exporter and Prometheus",
  changedetection: "changedetection.io: url-watches.json",
  uptimerobot: "UptimeRobot: API responses",
  "better-stack": "Better Stack: API responses",
  healthchecks: "Healthchecks: API response",
  cronitor: "Cronitor: API responses or YAML",
  updown: "updown.io: API responses",
  statuscake: "StatusCake: API responses",
  openstatus: "OpenStatus: openstatus.yaml",
  statuspage: "Status page: summary.json"
}

const nouns: Readonly<Record<GroupKind, readonly [one: string, several: string]>> = {
  file: ["file", "files"],
  monitor: ["monitor", "monitors"],
  tag: ["tag", "tags"],
  channel: ["channel", "channels"],
  route: ["route", "routes"],
  maintenanceWindow: ["maintenance window", "maintenance windows"],
  statusPage: ["status page", "status pages"]
}

const counted = (count: number, kind: GroupKind): string => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`

const problems: Readonly<Record<FileProblem, string>> = {
  large: "The files are larger than 4 MiB in total. Run “mon import” on your computer.",
  many: "Choose at most 100 files.",
  binary: "One of the files is not UTF-8 text.",
  program:
    "The browser cannot read databases and archives. Run “mon import” on your computer, for example: mon import uptime-kuma kuma.db"
}

export const importEn = {
  title: "Import",
  note: "Copy your monitors from another tool.",
  toConfig: "Configuration file",
  link: "Import from another tool",
  chooseTitle: "Choose the file exported from the other tool",
  chooseHint:
    "You can import files from Uptime Kuma, UptimeRobot, Better Stack, updown.io, StatusCake, Gatus and other tools. Your browser reads the file and does not send the secrets in it. You see the result before anything changes.",
  file: "Choose files",
  fileHint: "JSON, YAML, CSV or a list, at most 4 MiB. You can also drop files here.",
  kind: "Which tool",
  detect: "Detect automatically",
  source: (source: ImportSource) => sources[source],
  problem: (problem: FileProblem) => problems[problem],
  unknown: "Mon does not recognise this file. Choose the tool.",
  stopped: "Reading the files took too long. Run “mon import” on your computer.",
  foreign: (source: string) => `This is not a configuration file. It looks like a file from another tool: ${source}.`,
  importIt: "Import it",
  reading: "Reading…",
  missingTitle: (count: number) => `${counted(count, "monitor")} of types Mon does not support`,
  missing: (kind: string, count: number) => `${count} × ${kind}`,
  resultTitle: "What was found",
  nothing: "The file contains nothing that Mon can import.",
  imported: (count: number, total: number, kind: GroupKind) =>
    count === total ? counted(count, kind) : `${count} of ${counted(total, kind)}`,
  lostTitle: (count: number) =>
    count === 1 ? "1 channel no longer receives alerts" : `${count} channels no longer receive alerts`,
  lostHint: "These channels are not imported. The alerts go to the account's other recipients.",
  lost: (name: string, monitors: ReadonlyArray<string>) => `${name} receives no alerts about: ${monitors.join(", ")}`,
  fields: (carried: number, changed: number, leftOut: number) =>
    `Fields: ${carried} carried over, ${changed} changed, ${leftOut} left out.`,
  secretsTitle: (count: number) => (count === 1 ? "1 secret" : `${count} secrets`),
  secretsHint:
    "Enter the secrets Mon should use. A channel is not imported without its secret. A monitor is imported without the header, body or credentials that contain it. You can add them later. A heartbeat without its token gets a new ping URL.",
  moreSecrets: (count: number) =>
    `${count} more are left out. “mon import” writes all of them to a file on your computer.`,
  reportTitle: "Changed or left out",
  object: (kind: GroupKind) => nouns[kind][0],
  changed: "changed",
  to: "to",
  out: "left out",
  more: (count: number) => `Show ${count} more`,
  plan: "Show what would change",
  planning: "Comparing…",
  withoutSecrets: (count: number) => `Left out because a secret is empty: ${count}`
}

export type ImportWords = typeof importEn
