export type { BlacklistFacts, ListCheck, Listing } from "./blacklist/examineBlacklists.ts"
export {
  type DnsList,
  keyedLists,
  type ListCode,
  type ListKeys,
  type ListingKind,
  OPEN_LISTS
} from "./blacklist/lists.ts"
export { type ListVerdict, readListAnswer } from "./blacklist/readListAnswer.ts"
export { buildReport, type CheckStamp } from "./buildReport.ts"
export { checkEmailHealth, type CheckEmailHealthOptions, checkSpf, type ResolverChoice } from "./checkEmailHealth.ts"
export { CHECK_QUERY_BUDGET, QUERY_BUDGET } from "./ComponentBudget.ts"
export { type DkimFaultCode, type DkimKey, type DkimKeyStatus, parseDkimKey } from "./dkim/DkimKey.ts"
export { type CommonSelector, COMMON_SELECTORS } from "./dkim/selectors.ts"
export type { DanglingSelector } from "./dkim/scanDkim.ts"
export {
  type Alignment,
  type DmarcFault,
  type DmarcParsing,
  type DmarcPolicy,
  type DmarcRecord,
  type DmarcWarning,
  type DmarcWarningCode,
  parseDmarc,
  policyFor,
  type PolicySubject,
  type ReportAddress
} from "./dmarc/DmarcRecord.ts"
export type { ReportTarget } from "./dmarc/examineDmarc.ts"
export { type DomainInput, parseDomainInput } from "./DomainInput.ts"
export type { CheckOptions, EmailHealthSettings } from "./EmailHealth.ts"
export { EmailHealthError } from "./EmailHealthError.ts"
export type {
  BlacklistReport,
  Demand,
  DkimKeyReport,
  DkimReport,
  DmarcReport,
  EmailHealthReport,
  ExtrasReport,
  MxReport,
  SpfReport
} from "./EmailHealthReport.ts"
export { CHECK_DEADLINE_MS, type ProgressPart } from "./examineDomain.ts"
export type { DaneHost, ExtraFacts, FetchPolicy, TextRecord } from "./extras/examineExtras.ts"
export { type MtaStsPolicy, parseMtaStsPolicy } from "./extras/mtaSts.ts"
export type { DomainFacts } from "./judge/Judgement.ts"
export { detectProvider } from "./mx/detectProvider.ts"
export type { MxAddress, MxFacts, MxHost, MxHostStatus, ReverseStatus } from "./mx/examineMx.ts"
export type { MailProvider, ProviderKind } from "./mx/providers.ts"
export type { Finding, Fix } from "./rubric/Finding.ts"
export {
  type FindingCode,
  type FindingComponent,
  type Grade,
  GRADES,
  RUBRIC,
  RUBRIC_VERSION,
  type RubricRule,
  WEIGHTS
} from "./rubric/Rubric.ts"
export type { ComponentName, Severity } from "./rubric/Rule.ts"
export { type ComponentScore, type ComponentStatus, gradeOf } from "./rubric/score.ts"
export type { SpfAnalysis, SpfBreak, VoidTerm } from "./spf/analyseSpf.ts"
export type { SpfOutcome, SpfRequest } from "./spf/evaluateSpf.ts"
export { correctSpf } from "./spf/SpfCorrection.ts"
export {
  type Mechanism,
  type Modifier,
  parseSpf,
  type SpfError,
  type SpfErrorCode,
  type SpfRecord,
  type SpfTerm
} from "./spf/SpfRecord.ts"
export type { SpfFault, SpfResult } from "./spf/SpfSession.ts"
export type { SpfNode, SpfNodeStatus, SpfTermCost } from "./spf/SpfTree.ts"
