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
export type { Hop, Look, LookAnswer, LookRequest, Method, Timings } from "./Look.ts"
export { type OutcomeCode, type OutcomeFacts, outcomes, type Verdict } from "./Outcome.ts"
export { look, type LookOptions, makeProbe, type Probe, type ProbeOptions, type ProbeSettings } from "./Probe.ts"
export { classifyRedirects, type Journey, type RedirectFacts, type RedirectKind } from "./RedirectKind.ts"
