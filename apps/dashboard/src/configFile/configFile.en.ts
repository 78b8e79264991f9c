import { capital, textsOfKinds } from "../api/generalKinds.ts"
import type { ConfigSection } from "./configFileEndpoints.ts"

const sections: Readonly<Record<ConfigSection, string>> = {
  tags: "Tag",
  domains: "Domain",
  urls: "URL monitor",
  ...textsOfKinds("plural", ({ noun }) => capital(noun)),
  channels: "Channel",
  onCallSchedules: "On-call schedule",
  routes: "Route",
  maintenanceWindows: "Maintenance window",
  statusPages: "Status page",
  scheduledReports: "Scheduled report"
}

const objects = (count: number): string => (count === 1 ? "1 object" : `${count} objects`)

export const configFileEn = {
  title: "Configuration file",
  note: "Keep all of the account's monitors and alerts in one file, for example in a repository.",
  reference: "File format",
  exportTitle: "Download",
  exportHint:
    "The file contains all monitors, tags, channels, routes, maintenance windows and status pages, except those of other projects. It contains hashes in place of secrets.",
  project: "Project",
  projectHint:
    "If several configuration files describe this account, enter the project name of the file that you want to download. Otherwise, leave this field empty.",
  download: "Download the file",
  planTitle: "Change the account with a file",
  planHint:
    "Mon first shows what would change. Nothing changes until you apply the plan. Variables such as ${env:TOKEN} only work with the “mon plan” command.",
  file: "Choose a file",
  fileHint: "YAML or JSON, at most 4 MiB. You can also drop the file here.",
  large: "The file is larger than 4 MiB.",
  text: "Or paste the file",
  plan: "Show what would change",
  planning: "Comparing…",
  result: "What would change",
  nothing: "The account already matches the file. Nothing would change.",
  only: "Applying the plan only records the file. It changes nothing else.",
  create: (count: number) => `Create ${objects(count)}`,
  update: (count: number) => `Change ${objects(count)}`,
  remove: (count: number) => `Delete ${objects(count)}`,
  adopt: (count: number) => `Manage ${count === 1 ? "1 existing object" : `${count} existing objects`} with the file`,
  kept: (count: number) => `Already in the account: ${count}`,
  keptHint: "These objects keep their names and settings. The file only adds what is missing.",
  order: "Route order",
  drift: (count: number) => `Changed by hand since the file was applied: ${count}`,
  driftHint: "Applying the plan undoes these changes.",
  unmanaged: (count: number) => `Not in any file: ${count}`,
  unmanagedHint: "These objects stay the same.",
  refused: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
  refusedHint: "Correct the file first. Until then, you cannot apply anything.",
  /** Translates a sentence about a fault in the value at a path. An empty path stands for the whole file. */
  fault: (sentence: string, _path: string): string => sentence,
  section: (section: ConfigSection) => sections[section],
  line: (line: number) => `line ${line}`,
  replaces: "replaces a deleted object",
  replaced: "a new object takes its place",
  fields: "Fields",
  from: "From",
  to: "To",
  none: "none",
  allowDelete: (count: number) => `Also delete ${objects(count)}`,
  allowHint: "If you delete a monitor, its history is deleted too.",
  apply: "Apply the plan",
  again: "Another file",
  appliedTitle: "The plan was applied",
  applied: (created: number, updated: number, deleted: number) =>
    `Created: ${created}. Changed: ${updated}. Deleted: ${deleted}.`
}

export type ConfigFileWords = typeof configFileEn
