export { detectSource } from "./detectSource.ts"
export { envFile, type EnvFile } from "./envFile.ts"
export { fillSecrets, type FilledDocument } from "./fillSecrets.ts"
export type { Imported } from "./Imported.ts"
export { importMonitors, type ImportInput, type ImportOptions } from "./importMonitors.ts"
export type {
  FieldLine,
  FieldOutcome,
  FoundSecret,
  GroupKind,
  ImportReport,
  KindCount,
  LostChannel,
  ReportGroup
} from "./ImportReport.ts"
export type { SourceTables } from "./kuma/KumaTables.ts"
export { onCallReportText, reportText, type ReportTextOptions } from "./reportText.ts"
export { type ImportSource, importSources, type SourceDescription } from "./sources.ts"
