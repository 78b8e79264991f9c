// Checks without a store, for commands. They use the functions of the service from the request to the verdict.

export { type EvidenceStamp, incidentEvidence } from "./diagnoses/incidentEvidence.ts"
export { observedDns } from "./diagnoses/observedDns.ts"
export { layerResolver } from "./FallbackResolver.ts"
export { domainVerdict, recordedContent } from "./requests/checkFacts.ts"
export { expectationsFault } from "./requests/expectationsFault.ts"
export { domainAddress, pageAddress } from "./requests/monitorAddress.ts"
export { performCheck } from "./requests/performCheck.ts"
export { plainRequest, type PlainTarget } from "./requests/plainRequest.ts"
export { isSecretRequest } from "./requests/secretRequest.ts"
export { type CheckFault, examineResponse, pageVerdict } from "./urls/examineResponse.ts"
export { defaultFetchPolicy, type FetchPolicy, fetchUrl, repeatFailed } from "./urls/fetchUrl.ts"
export { pageRulesFault } from "./urls/pageRulesFault.ts"
