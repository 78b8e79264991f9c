export { compareShifts, type ShiftDifference } from "./on-call/compareShifts.ts"
export { detectOnCallSource } from "./on-call/detectOnCallSource.ts"
export { engineSchedule } from "./on-call/engineSchedule.ts"
export {
  type ImportedHours,
  type ImportedLayer,
  type ImportedOnCall,
  type ImportedOverride,
  type ImportedPerson,
  type ImportedRoute,
  type ImportedSchedule,
  type ImportedStep,
  type ImportedTarget,
  type OnCallGroupKind,
  type OnCallReport,
  type OnCallSource,
  onCallSources,
  type RenderedSchedule,
  type RenderedShift
} from "./on-call/ImportedOnCall.ts"
export { importOnCall, type OnCallImportOptions } from "./on-call/importOnCall.ts"
export type { FieldLine, FieldOutcome, KindCount, ReportGroup } from "./ImportReport.ts"
