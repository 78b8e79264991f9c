export { Account, Language, MemberRole, personLimits, Role, Settings, showLimits, ShownLimits } from "./Account.ts"
export type { Principal } from "./Account.ts"
export {
  AlertChannel,
  ChannelAttemptRecord,
  ChannelDeliveryRecord,
  ChannelKind,
  ChannelKindRecord,
  channelLimits,
  ChannelTest,
  isChannelInPlan,
  paidChannelKinds,
  TranslatedChannel
} from "./AlertChannel.ts"
export {
  AlertRoute,
  AlertSeverity,
  builtInTargets,
  ChannelQuietHours,
  isAddressTarget,
  isBuiltInTarget,
  OnCallReason,
  OnCallTarget,
  onCallTargetOf,
  OnCallWho,
  RoutedFactKind,
  RouteRepeat,
  RouteScope,
  RoutePerson,
  RouteSimulation,
  RouteStep,
  RouteTarget,
  routeTargetKey,
  routeTargetOfKey,
  SimulatedMoment,
  SimulatedRecipient,
  SimulationNote,
  StepHours
} from "./AlertRoute.ts"
export type { BuiltInTarget } from "./AlertRoute.ts"
export { routedFactKinds, routeLimits } from "./routeLimits.ts"
export {
  AlertFacts,
  AlertLabel,
  AlertSource,
  AlertSourceKind,
  NewAlertSource,
  SourceIncident,
  SourceIncidentDetails
} from "./AlertSource.ts"
export { alertSourceKinds, alertSourceLimits } from "./alertSourceLimits.ts"
export {
  CONTACT_EMAIL,
  contactLimits,
  ContactRule,
  ContactRules,
  ContactTest,
  ContactUrgency,
  defaultContactRules,
  OwnChannel
} from "./Contact.ts"
export {
  OnCallBalance,
  OnCallCalendar,
  OnCallCalendarFault,
  OnCallCalendarImport,
  OnCallCalendarOverride,
  OnCallClockChange,
  OnCallDefinition,
  OnCallDifference,
  OnCallGap,
  OnCallHandOff,
  OnCallHours,
  OnCallLayer,
  OnCallMember,
  OnCallMode,
  OnCallNext,
  OnCallNow,
  OnCallOverride,
  OnCallPerson,
  OnCallPreview,
  OnCallSchedule,
  onCallScheduleLimits,
  OnCallShift,
  OnCallShifts
} from "./OnCallSchedule.ts"
export { OnCallRequest, onCallRequestLimits, OnCallRequestState } from "./OnCallRequest.ts"
export { apiKeyDisplay, apiKeyRandomBytes, isApiKey, makeApiKey } from "./ApiKey.ts"
export { apiKeyLimits, ApiKeyRecord, KeyScope, KeyState, keyStateOf, NewApiKeyRecord, unnamedKey } from "./ApiKey.ts"
export { CheckRecord } from "./CheckRecord.ts"
export { ConfirmationPolicy, defaultConfirmationPolicy } from "./ConfirmationPolicy.ts"
export { described } from "./Described.ts"
export {
  Access,
  Domain,
  DomainExpiry,
  domainLimits,
  DomainStatus,
  EmailHealthGrade,
  RedirectFacts,
  RedirectHop,
  ResponseTime,
  SslFacts,
  Tag
} from "./Domain.ts"
export type { WatchedState } from "./Domain.ts"
export {
  DnsChange,
  DnsObserved,
  DnsPending,
  DnsRecordSet,
  DnsRecordType,
  DnsServerState,
  DnsTypeChange,
  DnsWatchFinding,
  dnsWatchLimits,
  DnsWatchRecord
} from "./DnsWatch.ts"
export { domainDefaults, domainFields } from "./domainFields.ts"
export type { DomainInputs, DomainSettings } from "./domainFields.ts"
export { NotificationStatus, NotificationType } from "./Event.ts"
export { decodeFact } from "./decodeFact.ts"
export {
  Fact,
  FactCertificate,
  FactCheck,
  FactDiagnosis,
  FactFinding,
  FactIncident,
  FactMonitor,
  FactSource
} from "./Fact.ts"
export type { FactKind, FactOf } from "./Fact.ts"
export { factKey, factKeyPaths, toStoredFact } from "./factKey.ts"
export type { FactPath, StoredFact } from "./factKey.ts"
export { ContentFaultFacts } from "./ContentFaultFacts.ts"
export { Fault } from "./Fault.ts"
export { controlCharactersMessage, field, hasControlCharacters, isVisibleName } from "./Field.ts"
export { flapping } from "./flapping.ts"
export {
  Heartbeat,
  HeartbeatAdvice,
  HeartbeatDetails,
  HeartbeatPing,
  HeartbeatPingBody,
  PingKey,
  PingKind
} from "./Heartbeat.ts"
export { heartbeatDefaults, heartbeatFields, heartbeatLimits, isPingToken } from "./heartbeatFields.ts"
export { mailboxKey } from "./mailboxKey.ts"
export { durationParts, type DurationUnit, secondsBetween } from "./durationParts.ts"
export {
  AcknowledgedVia,
  Acknowledgement,
  acknowledgementLimits,
  Incident,
  IncidentCheck,
  CauseEvidence,
  IncidentCause,
  IncidentDetails,
  IncidentDiagnosis,
  RelatedIncident,
  Resolution,
  SharedCause,
  sharedCauseLimits,
  SharedCauseKind
} from "./Incident.ts"
export { liveEvents } from "./LiveEvent.ts"
export type { LiveEvent } from "./LiveEvent.ts"
export { LocationAdvisory } from "./LocationAdvisory.ts"
export {
  ActiveMaintenance,
  maintenanceLimits,
  MaintenanceName,
  MaintenanceOccurrence,
  MaintenancePreview,
  MaintenanceState,
  MaintenanceWindow
} from "./MaintenanceWindow.ts"
export { isBadGrade } from "./isBadGrade.ts"
export { defaultsOf, inputOf, monitorLimits, outputOf } from "./MonitorField.ts"
export type { InputsOf, MonitorField, MonitorFields, SettingsOf } from "./MonitorField.ts"
export { monitorFields, monitorRecords, newMonitorSecrets, newMonitorTexts } from "./monitorFields.ts"
export type { MonitorInputs, MonitorRecord } from "./monitorFields.ts"
export { byKind, fieldsByKind, isMonitorKind, monitorKindNames, monitorKinds } from "./monitorKinds.ts"
export { type SealedField, sealedField } from "./sealedField.ts"
export { shortestInterval } from "./shortestInterval.ts"
export type { CheckedKind, KindWithIncidents, RequestedKind, StateOf } from "./monitorKinds.ts"
export { MonitorKind } from "./MonitorKind.ts"
export { MonitorList, monitorListFields, MonitorListRow, MonitorState } from "./MonitorList.ts"
export {
  type DeliveryOutcome,
  deliveryOutcomes,
  type DeliveryReason,
  type SuppressionReason
} from "./DeliveryOutcome.ts"
export {
  DownParent,
  Notification,
  NotificationChannel,
  NotificationDelivery,
  notificationLimits,
  PauseState
} from "./Notification.ts"
export { notificationTypeOf } from "./factKey.ts"
export { part } from "./Part.ts"
export type { Part } from "./Part.ts"
export { hasSealed, isChosen, mapSealed, nameOfChoice, SEALED, sealedTexts, tagOf } from "./PartForm.ts"
export type { NamedPartForm, PartForm } from "./PartForm.ts"
export {
  contentFaultModes,
  headersFault,
  isUnsafeMethod,
  requestFields,
  requestLimits,
  unsafeMethods
} from "./requestFields.ts"
export { effectivePlan, PlanName, Plans, planTable } from "./Plan.ts"
export type { PlanLimits, PlanTable } from "./Plan.ts"
export { readPlan } from "./planSetting.ts"
export { isPublicId, uuidv7 } from "./PublicId.ts"
export { asSettingError, givenSetting, readSetting, SettingError, wholeNumber } from "./Setting.ts"
export type { Environment } from "./Setting.ts"
export {
  AvailabilityReport,
  ReportedDomain,
  ReportedIncident,
  ReportedShare,
  ReportedTag,
  reportLimits
} from "./AvailabilityReport.ts"
export {
  ReportAddress,
  reportIntervals,
  ReportRecipientState,
  ScheduledReport,
  scheduledReportLimits
} from "./ScheduledReport.ts"
export type { ReportInterval } from "./ScheduledReport.ts"
export { retentionDays, screenshotDays } from "./retentionDays.ts"
export { Branding, brandingLimits } from "./Branding.ts"
export { readRetentionDays, retentionSettings } from "./retentionSettings.ts"
export type { RetentionDays, RetentionSetting } from "./retentionSettings.ts"
export { AuditActor, AuditChange, AuditEntry, auditLimits } from "./AuditEntry.ts"
export { RecoveryCodes, SecondFactorRecord, SecondFactorSetup } from "./SecondFactor.ts"
export { SessionRecord } from "./SessionRecord.ts"
export { ServiceStatus } from "./ServiceStatus.ts"
export { Service, ServiceTrial } from "./Service.ts"
export { methodOfStep } from "./httpSteps.ts"
export {
  defaultServiceTimeout,
  serviceCheck,
  serviceTimeout,
  serviceTimeoutFault,
  serviceTypes,
  shortestServiceInterval
} from "./serviceCheck.ts"
export { serviceLimits } from "./serviceParts.ts"
export type { ServiceCheck, ServiceCheckSchema, ServiceTimeout, ServiceType } from "./serviceCheck.ts"
export { serviceDefaults, serviceFields } from "./serviceFields.ts"
export type { ServiceSettings } from "./serviceFields.ts"
export {
  AutomaticPosts,
  ChosenComponentState,
  finalPostStates,
  PostFilter,
  PostImpact,
  PostKind,
  PostState,
  postStates,
  ShownComponentState,
  StatusPage,
  StatusPageAccess,
  StatusPageComponent,
  StatusPageLink,
  StatusPageSummary,
  StatusPost,
  StatusPostDraft
} from "./StatusPage.ts"
export type { StatusPostUpdate } from "./StatusPage.ts"
export {
  StatusPageHost,
  StatusPageHostAddress,
  statusPageHostLimits,
  StatusPageHostState,
  statusPageHostUrl
} from "./StatusPageHost.ts"
export { StatusAudience, StatusSubscriber, SubscriberEnd, SubscriberKind, SubscriberState } from "./StatusSubscriber.ts"
export { statusPageLimits } from "./statusPageLimits.ts"
export { MissingProof, StoppedOption, stoppedCheck, stoppedOptions, stoppedRequest } from "./stoppedOptions.ts"
export type { LimitedOptions, LimitedRequest } from "./stoppedOptions.ts"
export {
  CreditBooking,
  SimulationCredits,
  SimulationEstimate,
  SimulationJob,
  simulationLimits,
  SimulationPhase,
  SimulationProgress,
  SimulationShare,
  SimulationStatus
} from "./Simulation.ts"
export { markerLimits, MarkerRecord, markerText } from "./Marker.ts"
export {
  IncidentRepair,
  IncidentRepairAnswers,
  incidentRepairLimits,
  RepairLocation,
  repairSights
} from "./IncidentRepair.ts"
export {
  agreeingResolvers,
  isResolver,
  publishedStates,
  recordStates,
  Repair,
  RepairAnswers,
  RepairInboxes,
  RepairEvent,
  repairLimits,
  RepairRecordSet,
  RepairSight,
  repairRecordTypes,
  type RepairState,
  repairStates
} from "./Repair.ts"
export { tagLimits, TagRecord } from "./Tag.ts"
export {
  ChangedBox,
  ChangeHunk,
  ChangeLine,
  ChangeSpan,
  CheckedPage,
  SeenChanges,
  unseenChangesShown,
  PageChange,
  PageDetails,
  pageLimits,
  PageMonitor,
  PageScreenshot,
  VisualChange
} from "./PageMonitor.ts"
export { PageStatus } from "./PageStatus.ts"
export { Timeline, timelineFields, TimelineRange, timelineRanges, PageTimeline } from "./Timeline.ts"
export { Timestamp } from "./Timestamp.ts"
export { TimelineEvent, type TimelineEventKind, timelineEventKinds, timelineEventLimits } from "./TimelineEvent.ts"
export { DomainTrial, EXCERPT_CHARACTERS } from "./DomainTrial.ts"
export { PagePreview, previewLimits } from "./PagePreview.ts"
export { pageDefaults, pageFields } from "./pageFields.ts"
export type { PageRules, PageInputs, PageSettings } from "./pageFields.ts"
export { ReportDomain, ReportUrl } from "./WeeklyReport.ts"
export {
  NewWebhook,
  Webhook,
  WebhookAttemptRecord,
  WebhookDeliveryRecord,
  WebhookEvent,
  WebhookScope,
  webhookLimits,
  WebhookTest
} from "./Webhook.ts"
export { nextTime, nextTimes } from "./schedules/nextTime.ts"
export { parseCron } from "./schedules/parseCron.ts"
export { parseOnCalendar } from "./schedules/parseOnCalendar.ts"
export { scheduleLimits } from "./schedules/Schedule.ts"
export type { ParsedSchedule, Schedule } from "./schedules/Schedule.ts"
export { canonicalTimeZone, isTimeZone, timeZones } from "./TimeZone.ts"
export { WhatsAppNumbers } from "./WhatsAppNumbers.ts"
export {
  ChangedTeamMember,
  defaultMemberRole,
  EndedAdditions,
  InvitationLink,
  InviteStatus,
  type MonitorAccess,
  type SharedMonitors,
  TagAccess,
  teamLimits,
  TeamMember
} from "./TeamMember.ts"
export { BillingAddon, BillingStanding, Checkout, Payment, PaymentStatus, PriceTable } from "./Billing.ts"
export { LICENCE_DAYS, priceList, Prices } from "./Catalogue.ts"
export type { Article, PriceList, Sku } from "./Catalogue.ts"
