export type { Assertion, AssertionResult, Json } from "./Assertion.ts"
export type { CertificateFacts, CertificateProblem, ChainLink } from "./CertificateFacts.ts"
export {
  compareDnsSnapshots,
  type DnsChange,
  type DnsComparison,
  type DnsSnapshot,
  type RecordSet,
  type WatchedType,
  watchedTypes
} from "./dns-watch/DnsSnapshot.ts"
export { type DnsSnapshotOptions, takeDnsSnapshot } from "./dns-watch/takeDnsSnapshot.ts"
export { expectationFault } from "./expectationFault.ts"
export {
  type DnsFinding,
  type DnsObservation,
  type DnsServerAnswer,
  type DnsSetName,
  type DnsWatchTarget,
  type DnsWatchType,
  dnsWatchTypes
} from "./dns-watch/DnsObservation.ts"
export type {
  DnsCandidate,
  DnsJudgement,
  DnsRecordChange,
  DnsWatchSettings,
  DnsWatchState,
  WatchedSet
} from "./dns-watch/DnsWatchState.ts"
export type { ObserveDnsOptions } from "./dns-watch/DnsWatchPorts.ts"
export { judgeDns } from "./dns-watch/judgeDns.ts"
export { observeDns } from "./dns-watch/observeDns.ts"
export { patternFault, type TextPattern, textPattern } from "./pattern/TextPattern.ts"
export type { Hop, CheckResult, CheckResponse, CheckRequest, Method, Timings } from "./CheckResult.ts"
export { type OutcomeCode, type OutcomeFacts, outcomes, type Verdict } from "./Outcome.ts"
export { check, type CheckOptions, makeProbe, type Probe, type ProbeOptions, type ProbeSettings } from "./Probe.ts"
export { classifyRedirects, type Journey, type RedirectFacts, type RedirectKind } from "./RedirectKind.ts"
