export {
  type CauseArea,
  causeAreas,
  type CauseClass,
  causeClasses,
  type CauseClassFacts,
  causeClassNames,
  type Responsible
} from "./CauseClass.ts"
export { diagnose, type DiagnosisOptions, KNOWN_FROM, RULES_VERSION, SHOWN_FROM } from "./diagnose.ts"
export type { Cause, Diagnosis, Evidence, MissingFact } from "./Diagnosis.ts"
export type {
  AddressResult,
  CertificateState,
  CheckFacts,
  DeploymentFacts,
  DiagnosisFacts,
  DiagnosisSubject,
  EarlierCheck,
  EditFacts,
  ExpectationFacts,
  LocationResult,
  OwnNetworkFacts,
  PageFacts,
  PhaseFacts,
  PortResult,
  RedirectFacts,
  SharedFeature,
  TargetFacts,
  WindowFacts
} from "./facts/DiagnosisFacts.ts"
export { readDiagnosisFacts } from "./facts/readDiagnosisFacts.ts"
export { pageExcerpt } from "./signatures/pageExcerpt.ts"
export type {
  DkimKeyFacts,
  DmarcState,
  ListingFacts,
  MailFacts,
  MailHostTls,
  MxRecord,
  SigningFacts,
  SpfFacts
} from "./facts/MailFacts.ts"
export type {
  AliasFacts,
  DelegationFacts,
  DnsChangeFacts,
  DnsFacts,
  DnssecFacts,
  RegistrationFacts,
  ResolverAnswer,
  ZoneAnswer,
  ZoneServer
} from "./facts/NameFacts.ts"
export { causeTitle } from "./words/causeTitle.ts"
export { type Outside, plainText, type Text, type TextPart } from "./words/Text.ts"
export type { DiagnosisLanguage, MissingId } from "./words/Words.ts"
