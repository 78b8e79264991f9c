export {
  type DnsList,
  keyedLists,
  type ListCode,
  type ListKeys,
  type ListingKind,
  OPEN_LISTS
} from "./blacklist/lists.ts"
export { type ListVerdict, readListAnswer } from "./blacklist/readListAnswer.ts"
export { buildReport, type ReportMetadata } from "./buildReport.ts"
export { checkEmailHealth, checkSpf } from "./checkEmailHealth.ts"
export type { CheckEmailHealthOptions, ResolverOptions } from "./CheckOptions.ts"
export { correctDkim } from "./dkim/DkimCorrection.ts"
export { type DkimFaultCode, type DkimKey, type DkimKeyStatus, parseDkimKey } from "./dkim/DkimKey.ts"
export { type CommonSelector, COMMON_SELECTORS } from "./dkim/selectors.ts"
export { correctDmarc } from "./dmarc/DmarcCorrection.ts"
export {
  type Alignment,
  type DmarcFault,
  type DmarcParseResult,
  type DmarcPolicy,
  type DmarcRecord,
  type DmarcWarning,
  type DmarcWarningCode,
  parseDmarc,
  policyFor,
  type PolicySubject,
  type PublicSuffixTag,
  type ReportAddress
} from "./dmarc/DmarcRecord.ts"
export { type DomainInput, parseDomainInput } from "./DomainInput.ts"
export { EmailHealthError } from "./EmailHealthError.ts"
export type {
  BlacklistReport,
  DkimKeyReport,
  DkimReport,
  DmarcReport,
  EmailHealthReport,
  ExtrasReport,
  MxReport,
  SpfReport
} from "./EmailHealthReport.ts"
export type { BimiCertificateProblem, BimiFileCheck, BimiLogoProblem, FileProblem } from "./extras/bimi.ts"
export { type BimiRecord, parseBimi } from "./extras/parseBimi.ts"
export type { DaneStatus } from "./extras/dane.ts"
export { type MtaStsFault, type MtaStsPolicy, type MtaStsPolicyResult, parseMtaStsPolicy } from "./extras/mtaSts.ts"
export { type BulkSenderRequirement, type MailboxProvider, type SenderRuleId } from "./extras/senderRules.ts"
export { type LogoProblem, logoProblems } from "./extras/tinyPs.ts"
export { parseTlsRpt } from "./extras/tlsRpt.ts"
export type { CertificateFingerprints } from "./network/CertificateFingerprints.ts"
export type { CertificateProblem, MailHostCertificate } from "./network/judgeCertificate.ts"
export { openTransport, type TransportSettings } from "./network/openTransport.ts"
export {
  type HttpsAnswer,
  type HttpsFault,
  type MailHostContact,
  notContacted,
  type OpenTransport,
  type Transport
} from "./network/Transport.ts"
export type { DomainFacts } from "./assessment/Assessment.ts"
export { detectProvider } from "./mx/detectProvider.ts"
export type { MailProvider, ProviderKind } from "./mx/providers.ts"
export type {
  FormField,
  RecordForm,
  RepairOptions,
  RepairPlan,
  RepairRecord,
  RepairStep,
  RepairType
} from "./repair/RepairPlan.ts"
export { planRepair } from "./repair/planRepair.ts"
export type { Finding, FindingData, Fix } from "./rubric/Finding.ts"
export {
  type FindingCode,
  type FindingComponent,
  type Grade,
  GRADES,
  OVERALL_CAPS,
  type OverallCap,
  RUBRIC,
  RUBRIC_VERSION,
  type RubricRule,
  WEIGHTS
} from "./rubric/Rubric.ts"
export type { ComponentName, Severity } from "./rubric/Rule.ts"
export { type ComponentScore, type ComponentStatus, gradeOf } from "./rubric/score.ts"
export { correctSpf } from "./spf/SpfCorrection.ts"
export {
  type Mechanism,
  type Modifier,
  parseSpf,
  type SpfSyntaxError,
  type SpfSyntaxErrorCode,
  type SpfRecord,
  type SpfTerm
} from "./spf/SpfRecord.ts"
export type { SpfNode, SpfNodeStatus, SpfTermCost } from "./spf/SpfTree.ts"
export { CHECK_DEADLINE_MS, CHECK_QUERY_BUDGET, type CheckPart, QUERY_BUDGET } from "./CheckLimits.ts"
export type { CheckOptions, EmailHealthSettings } from "./CheckOptions.ts"
export type { BlacklistFacts, ListCheck, Listing } from "./blacklist/BlacklistFacts.ts"
export type { DanglingSelector } from "./dkim/DkimScan.ts"
export type { DmarcOutcome } from "./dmarc/DmarcOutcome.ts"
export type { ReportTarget } from "./dmarc/DmarcFacts.ts"
export type {
  BimiFacts,
  DaneHost,
  ExtraFacts,
  MailHostTls,
  MtaStsFacts,
  TextRecordStatus,
  TlsRptFacts
} from "./extras/ExtraFacts.ts"
export type { MxAddress, MxFacts, MxHost, MxHostStatus, ReverseStatus } from "./mx/MxFacts.ts"
export type { SpfAnalysis, SpfPermerrorCause, VoidTerm } from "./spf/SpfAnalysis.ts"
export type { SpfFault, SpfOutcome, SpfRequest, SpfResult } from "./spf/SpfOutcome.ts"
