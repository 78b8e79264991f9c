export { CAMPAIGN_COLUMNS, campaignCsv, campaignCsvHeader, campaignCsvLine } from "./csv/campaignCsv.ts"
export { csvLine } from "./csv/CsvLine.ts"
export { SENDER_COLUMNS, senderCsv } from "./csv/senderCsv.ts"
export { SUGGESTION_COLUMNS, suggestionCsv } from "./csv/suggestionCsv.ts"
export type {
  BreakdownRow,
  CampaignEvaluation,
  CampaignResults,
  Classification,
  Confidence,
  Expected,
  GatewayRow,
  OutcomeVerdict,
  ProspectOutcome,
  RoutingRow,
  SenderResult,
  Severity,
  Suggestion
} from "./evaluate/CampaignResults.ts"
export { type CampaignFactSet, evaluateCampaign, PREVIEW_ROWS, STATEMENT } from "./evaluate/evaluateCampaign.ts"
export type { SendingOptions } from "./evaluate/SendingOptions.ts"
export {
  type DomainFacts,
  FACTS_VERSION,
  type MailboxHint,
  type MailHost,
  type MailStatus,
  type PublishedPolicy,
  unknownFacts
} from "./facts/DomainFacts.ts"
export { parseDomainFacts, parseSenderFacts } from "./facts/parseFacts.ts"
export {
  type DkimState,
  type DmarcState,
  type DnsRecord,
  type RecordFix,
  type SenderFacts,
  type SenderListing,
  type SpfState,
  unknownSender
} from "./facts/SenderFacts.ts"
export { type Flow, type FlowProblem, routeFlow } from "./flow/routeFlow.ts"
export {
  type EvidenceGrade,
  MODEL_SOURCES,
  MODEL_VERSION,
  OUTCOME_MODEL,
  type ReceiverFamily
} from "./model/OutcomeModel.ts"
export {
  CLEAN_SENDER,
  type Outcome,
  predictOutcome,
  type SegmentTraits,
  type SenderTraits
} from "./model/predictOutcome.ts"
export {
  type CampaignInput,
  type CampaignPlan,
  LIMITS,
  type MailClassOf,
  planCampaign,
  type PlannedClass,
  type PlannedProspect,
  type RejectedSender
} from "./plan/planCampaign.ts"
export { type EntryFault, parseProspect, type ProspectEntry } from "./plan/ProspectEntry.ts"
export { providerOfHost, RECEIVER_PROVIDERS } from "./receiver/providers.ts"
export type { GatewayClass, ReceiverKind, ReceiverProvider } from "./receiver/ReceiverProvider.ts"
export { type Evidence, type Receiver, recogniseReceiver } from "./receiver/recogniseReceiver.ts"
export { RECEIVER_SOURCES } from "./receiver/sources.ts"
