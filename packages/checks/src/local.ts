// Checks without a store, for the command line. From the request to the verdict, they use the same functions as the
// service.

export { type EvidenceStamp, incidentEvidence } from "./diagnoses/incidentEvidence.ts"
export { observedDns, observedTypes } from "./diagnoses/observedDns.ts"
export { observePorts, silentServer } from "./diagnoses/observePorts.ts"
export { layerResolver } from "./FallbackResolver.ts"
export { domainVerdict, recordedContent } from "./requests/checkFacts.ts"
export { expectationsFault } from "./requests/checkFacts.ts"
export { domainAddress, pageAddress } from "./requests/checkFacts.ts"
export { performCheck } from "./requests/performCheck.ts"
export { plainRequest, type PlainTarget } from "./requests/performCheck.ts"
export { isSecretRequest } from "./requests/performCheck.ts"
export { type CheckFault, examineResponse, pageVerdict } from "./pages/examineResponse.ts"
export { defaultFetchPolicy, type FetchPolicy, fetchUrl, repeatFailed } from "./pages/fetchUrl.ts"
export { pageRulesFault } from "./pages/pageRulesFault.ts"
export { performService } from "./services/performService.ts"
export { changesSomething, type PlainService, serviceCheckFault, serviceRequest } from "./services/serviceRequest.ts"
export { isSecretCheck, serviceVerdict } from "./services/serviceVerdict.ts"
