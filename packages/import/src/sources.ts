import type { ImportDraft } from "./document/ImportDraft.ts"
import { importChangedetection } from "./changedetection/importChangedetection.ts"
import { importGatus } from "./gatus/importGatus.ts"
import { importKumaBackup, importKumaTables } from "./kuma/importKuma.ts"
import type { SourceTables } from "./kuma/KumaTables.ts"
import { importCsv } from "./lists/importCsv.ts"
import { importList } from "./lists/importList.ts"
import { importStatusPage } from "./pages/importStatusPage.ts"
import { importCurl, importHar } from "./requests/importRequests.ts"
import { importPrometheus } from "./prometheus/importPrometheus.ts"
import { importBetterStack } from "./services/importBetterStack.ts"
import { importCronitor } from "./services/importCronitor.ts"
import { importHealthchecks } from "./services/importHealthchecks.ts"
import { importOpenStatus } from "./services/importOpenStatus.ts"
import { importStatusCake } from "./services/importStatusCake.ts"
import { importUpdown } from "./services/importUpdown.ts"
import { importUptimeRobot } from "./services/importUptimeRobot.ts"
import { UnreadableSource } from "./reading/UnreadableSource.ts"

type Files = ReadonlyMap<string, string>

interface Source {
  readonly prefix: string
  readonly about: string
  readonly read: (files: Files, draft: ImportDraft, today: string) => Promise<void> | void
  readonly readTables: (tables: SourceTables, draft: ImportDraft, today: string) => void
}

const noTables = (): never => {
  throw new UnreadableSource("Only Uptime Kuma databases can be imported.")
}

const each =
  (read: (text: string, draft: ImportDraft, name: string, today: string) => void) =>
  (files: Files, draft: ImportDraft, today: string): void => {
    for (const [name, text] of files) read(text, draft, name, today)
  }

export const sources = {
  list: {
    prefix: "list",
    about: "Text with one address per line, optionally followed by tags",
    read: each(importList),
    readTables: noTables
  },
  csv: {
    prefix: "csv",
    about: "CSV with a header line, such as an UptimeRobot export",
    read: each(importCsv),
    readTables: noTables
  },
  curl: {
    prefix: "curl",
    about: "curl commands, such as those that browsers copy",
    read: each(importCurl),
    readTables: noTables
  },
  har: {
    prefix: "har",
    about: "HAR: the requests that a browser has recorded",
    read: each(importHar),
    readTables: noTables
  },
  "uptime-kuma": {
    prefix: "kuma",
    about: "Uptime Kuma: the kuma.db database from version 1 or 2, or the JSON backup from version 1",
    read: each(importKumaBackup),
    readTables: importKumaTables
  },
  gatus: {
    prefix: "gatus",
    about: "Gatus: its YAML configuration, in one or more files",
    read: importGatus,
    readTables: noTables
  },
  blackbox: {
    prefix: "probe",
    about: "blackbox_exporter: its configuration, the Prometheus configuration, and the target files that it names",
    read: importPrometheus,
    readTables: noTables
  },
  changedetection: {
    prefix: "watch",
    about: "changedetection.io: the backup (zip), or url-watches.json",
    read: importChangedetection,
    readTables: noTables
  },
  uptimerobot: {
    prefix: "robot",
    about: "UptimeRobot: responses from GET /v3/monitors, or from getMonitors in version 2 (JSON)",
    read: importUptimeRobot,
    readTables: noTables
  },
  "better-stack": {
    prefix: "better",
    about: "Better Stack Uptime: responses from GET /api/v2/monitors and /heartbeats (JSON)",
    read: importBetterStack,
    readTables: noTables
  },
  healthchecks: {
    prefix: "hc",
    about: "Healthchecks: the response from GET /api/v3/checks/, or from version 1 or 2 (JSON)",
    read: importHealthchecks,
    readTables: noTables
  },
  cronitor: {
    prefix: "cronitor",
    about: "Cronitor: responses from GET /api/monitors (JSON), or YAML with jobs and heartbeats",
    read: each(importCronitor),
    readTables: noTables
  },
  updown: {
    prefix: "updown",
    about: "updown.io: the response from GET /api/checks (JSON)",
    read: importUpdown,
    readTables: noTables
  },
  statuscake: {
    prefix: "cake",
    about: "StatusCake: responses from GET /v1/uptime (JSON)",
    read: importStatusCake,
    readTables: noTables
  },
  openstatus: {
    prefix: "openstatus",
    about: "OpenStatus: openstatus.yaml",
    read: importOpenStatus,
    readTables: noTables
  },
  statuspage: {
    prefix: "page",
    about: "A status page: /api/v2/summary.json from Statuspage, or from pages with the same JSON",
    read: importStatusPage,
    readTables: noTables
  }
} as const satisfies Readonly<Record<string, Source>>

/** The name of a source. */
export type ImportSource = keyof typeof sources

export const isSource = (name: string): name is ImportSource => Object.hasOwn(sources, name)

/** A description of a source, to show to people. */
export interface SourceDescription {
  readonly name: ImportSource
  /** A description of the input, in one line. */
  readonly about: string
}

/** All sources, in the order in which they are shown. */
export const importSources: ReadonlyArray<SourceDescription> = /* @__PURE__ */ (
  Object.keys(sources) as ReadonlyArray<ImportSource>
).map((name) => ({ name, about: sources[name].about }))
