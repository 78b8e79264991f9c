export { checkDueCertificate, claimCertificates } from "./certificates/checkDueCertificate.ts"
export { followCertificateRepairs } from "./certificates/followCertificateRepairs.ts"
export type { ClaimedCertificate } from "./certificates/checkDueCertificate.ts"
export { checkDomain } from "./domains/checkDomain.ts"
export { Location } from "./Location.ts"
export { checkClaimedMonitor } from "./checkClaimedMonitor.ts"
export { layerIsolatedChecks, SUSPECTS_AT_ONCE } from "./isolation/IsolatedChecks.ts"
export { Connectivity, isSilent } from "./ownNetwork/Connectivity.ts"
export type { CheckTimes } from "./ownNetwork/Connectivity.ts"
export * as OwnNetworkGuard from "./ownNetwork/OwnNetworkGuard.ts"
export type { GuardPolicy, GuardState, TestFindings } from "./ownNetwork/OwnNetworkGuard.ts"
export { emailEvidence } from "./diagnoses/emailEvidence.ts"
export type { EmailEvidence } from "./diagnoses/emailEvidence.ts"
export { observedDns } from "./diagnoses/observedDns.ts"
export { askedAboutIncident, followIncidentRepairs } from "./diagnoses/followIncidentRepairs.ts"
export { askAboutRepair } from "./diagnoses/repairedRecords.ts"
export { PortObserver } from "./diagnoses/PortObserver.ts"
export type { PortObserverSettings } from "./diagnoses/observePorts.ts"
export { observeIncident, observeIncidents } from "./diagnoses/observeIncident.ts"
export { domainOf } from "./ownNetwork/domainOf.ts"
export { layerOwnNetworkGuard } from "./ownNetwork/layerOwnNetworkGuard.ts"
export { OtherSites } from "./ownNetwork/SelfTest.ts"
export { toCheckResultRow } from "./domains/DomainCheck.ts"
export type { CheckStamp } from "./domains/DomainCheck.ts"
export { claimDomains, databaseTime, dueAtMonotonic } from "./domains/checkDomain.ts"
export type { ClaimedMonitor } from "./domains/checkDomain.ts"
export { hostLimits, makeHostConcurrency } from "./domains/HostConcurrency.ts"
export type { HostLimits, HostSlot, HostConcurrency } from "./domains/HostConcurrency.ts"
export { checkDueDnsWatch, claimDnsWatches, DNS_WATCH_WITHIN_MS } from "./dnsWatch/checkDueDnsWatch.ts"
export type { ClaimedDnsWatch, DnsWatchOutcome } from "./dnsWatch/checkDueDnsWatch.ts"
export { DnsObserver } from "./dnsWatch/DnsObserver.ts"
export { checkDueHostProof, claimHostProofs } from "./hostProofs/HostProofs.ts"
export { HostProofs } from "./hostProofs/HostProofs.ts"
export type { HostProof } from "./hostProofs/HostProofs.ts"
export { checkDueRegistration, claimRegistrations } from "./registrations/checkDueRegistration.ts"
export type { ClaimedRegistration } from "./registrations/checkDueRegistration.ts"
export { layerDomainExpiry } from "./registrations/layerDomainExpiry.ts"
export type { RegistrySettings } from "./registrations/layerDomainExpiry.ts"
export { confirmNegativeAnswers, layerResolver } from "./FallbackResolver.ts"
export { ResultBatcher, resultBatcherOptions } from "./domains/ResultBatcher.ts"
export type { ResultBatcherOptions } from "./domains/ResultBatcher.ts"
export { layerPageScreenshots, layerPageEngine } from "./pages/layerPageEngine.ts"
export type { PageEngineSettings } from "./pages/layerPageEngine.ts"
export { redirectFacts } from "./domains/DomainCheck.ts"
export { SelfTest } from "./ownNetwork/SelfTest.ts"
export type { SelfTestOptions } from "./ownNetwork/SelfTest.ts"
export { checkDueEmailHealth, claimEmailHealth } from "./emailHealth/checkDueEmailHealth.ts"
export type { ClaimedEmailHealth } from "./emailHealth/checkDueEmailHealth.ts"
export { RecordObserver, repairResolvers } from "./emailHealth/RecordObserver.ts"
export { askAboutRecords, askedRepairs, followedRepairs } from "./emailHealth/followedRepairs.ts"
export { planState, verifyRecords } from "./emailHealth/verifyRecords.ts"
export { EmailHealthReportCache, emailHealthLimits } from "./emailHealth/EmailHealthReportCache.ts"
export type { EmailHealthLimits, EmailHealthRequest } from "./emailHealth/EmailHealthReportCache.ts"
export { readContactMailHosts } from "./emailHealth/MailHostSettings.ts"
export { layerEmailHealthEngine } from "./emailHealth/layerEmailHealthEngine.ts"
export type { EmailHealthEngineSettings } from "./emailHealth/layerEmailHealthEngine.ts"
export { EmailHealthUnavailable } from "./emailHealth/EmailHealthReportCache.ts"
export { readListKeys } from "./emailHealth/ListKeySettings.ts"
export { mailDomainOf, parseMailDomain } from "./emailHealth/MailDomain.ts"
export { logoJob } from "./pages/PageThreads.ts"
export { DomainTrials } from "./domains/DomainTrials.ts"
export { testIcmp } from "@mon/uptime-probe"
export { checkService } from "./services/checkService.ts"
export { openCheck, sealCheck } from "./services/sealedCheck.ts"
export {
  addressesOfCheck,
  addressOfCheck,
  hostsOfCheck,
  namesToProve,
  serviceCheckFault,
  serviceRequest,
  unsafeSteps
} from "./services/serviceRequest.ts"
export { ServiceTrials, type TriedService } from "./services/ServiceTrials.ts"
export { CheckPageNow } from "./pages/CheckPageNow.ts"
export type { UrlCheckNow } from "./pages/CheckPageNow.ts"
export { pageRulesFault } from "./pages/pageRulesFault.ts"
export type { PageCheckOptions } from "./pages/checkPage.ts"
export { URL_LEASE_MARGIN_MS, PageChecker } from "./pages/PageChecker.ts"
export { expectationsFault } from "./requests/checkFacts.ts"
export { domainAddress, pageAddress } from "./requests/checkFacts.ts"
export { openRequest, sealRequest } from "./requests/sealedRequest.ts"
export type { EarlierRequest, SealedRequest } from "./requests/sealedRequest.ts"
export { toEmailHealthResult } from "./emailHealth/toEmailHealthResult.ts"
export { IncidentSignal, layerIncidentSignal } from "./screenshots/IncidentSignal.ts"
export { screenshotExpiresAt } from "./screenshots/ScreenshotRetention.ts"
export { takeIncidentScreenshot } from "./screenshots/takeIncidentScreenshot.ts"
export {
  type ExpectedRun,
  type HeartbeatFault,
  heartbeatLimits,
  HeartbeatMemory,
  type HeartbeatRules,
  newHeartbeat,
  type Outage,
  type Ping
} from "./heartbeats/Heartbeat.ts"
export { advisePeriod, adviseZone, type ZoneAdvice } from "./heartbeats/adviseHeartbeat.ts"
export { scheduleAdvice } from "./heartbeats/scheduleAdvice.ts"
export { expectedBy, expectedEvery } from "./heartbeats/expectedRuns.ts"
export { type FilteredPing, filterPing } from "./heartbeats/filterPing.ts"
export { type ReceivedPing, receivePing, receiveTokenPing } from "./heartbeats/receivePing.ts"
export { type HeartbeatState, judgeHeartbeat } from "./heartbeats/judgeHeartbeat.ts"
export { type RecordedPing, recordPing } from "./heartbeats/recordPing.ts"
export {
  type PingAnswer,
  type PingCall,
  pingLimits,
  type PingOutcome,
  type PingRequest,
  type PingTarget
} from "./heartbeats/wires/PingCall.ts"
export { readMailbox } from "./heartbeats/wires/readMailbox.ts"
export { readPing } from "./heartbeats/wires/readPing.ts"
