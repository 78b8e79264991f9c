export { decodeFact } from "./decodeFact.ts"
export { durationParts, type DurationUnit, secondsBetween } from "./durationParts.ts"
export { flapping } from "./flapping.ts"
export { factKey } from "./factKey.ts"
export { isBadGrade } from "./isBadGrade.ts"
export { type MonitorKind, monitorKinds } from "./monitorKinds.ts"
export { notificationTypeOf } from "./factKey.ts"
export type {
  Fact,
  FactCertificate,
  FactCheck,
  FactDiagnosis,
  FactFinding,
  FactIncident,
  FactKind,
  FactMonitor,
  FactOf,
  FactSource,
  Fault,
  NotificationType,
  ReportDomain,
  ReportUrl
} from "./PlainFact.ts"
