export type { CertificateFacts, CertificateProblem, ChainLink } from "./CertificateFacts.ts"
export type { Hop, Look, LookRequest, Timings } from "./Look.ts"
export { type OutcomeCode, type OutcomeFacts, outcomes, type Verdict } from "./Outcome.ts"
export { look, type LookOptions, makeProbe, type Probe, type ProbeOptions, type ProbeSettings } from "./Probe.ts"
