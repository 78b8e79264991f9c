export { BackupError } from "./backup/BackupError.ts"
export { restoreBackup, verifyBackup } from "./backup/restoreBackup.ts"
export type { RestoreOptions, RestoreSummary, VerifiedBackup } from "./backup/restoreBackup.ts"
export { writeBackup, type BackupOptions, type BackupProgress, type BackupSummary } from "./backup/writeBackup.ts"
export { defaultBackupLimits, type BackupLimits } from "./backup/Snapshot.ts"
export { BlobBytes } from "./blobs/BlobBytes.ts"
export { BlobLinks, LINK_SECONDS, type LinkClaims } from "./blobs/BlobLinks.ts"
export { layerBlobBytes, readBlobStorage, type BlobStorage } from "./blobs/BlobStorage.ts"
export { readCopyBucket, type S3Options } from "./blobs/S3Options.ts"
export { type Blob, Blobs, MAX_BLOB_BYTES, type NewBlob } from "./blobs/Blobs.ts"
export { layerDiskBytes } from "./blobs/diskBytes.ts"
export { layerPostgresBytes } from "./blobs/postgresBytes.ts"
export { examineSchema, migrate, compatibleSince } from "./migrations/migrate.ts"
export type { MigrationError, Migrations, SchemaState } from "./migrations/migrate.ts"
export { examinePrivileges, privilegeText, type MissingPrivilege, type Privileges } from "./migrations/privileges.ts"
export { migrations } from "./migrations/index.ts"
export { findDatabaseUrl, findSpecialUrls, readDatabaseUrl, withOneHost } from "./sql/DatabaseUrl.ts"
export type { SpecialUrls } from "./sql/DatabaseUrl.ts"
export { examineConnections, type ConnectionFacts } from "./sql/examineConnections.ts"
export { json } from "./sql/Parameter.ts"
export { PostgresJs } from "./sql/PostgresJs.ts"
export type { DatabaseAddress } from "./sql/SeveralServers.ts"
export type { PostgresOptions } from "./sql/PostgresJs.ts"
export type { ConnectionUse, DatabaseUse } from "./sql/Pool.ts"
export { layer as layerSqlClient } from "./sql/SqlClient.ts"
export { randomBytes, Randomness } from "./sql/Randomness.ts"
export { AccountDeletions, REMINDER_DAYS } from "./accounts/AccountDeletions.ts"
export type { DeletionNotice } from "./accounts/AccountDeletions.ts"
export { AccountExports, EXPORT_MINUTES } from "./accountExport/AccountExports.ts"
export { Accounts, bootstrapOwner, type Bootstrap } from "./accounts/Accounts.ts"
export type { ListedAccount, NewAccount, Profile, SettingsPatch, SignUpOptions } from "./accounts/Accounts.ts"
export { ApiKeys, createApiKey, hashApiKey, issueApiKey, storeApiKey } from "./accounts/ApiKeys.ts"
export type { ApiKeySummary, CreateKeyResult, KeyRules, NewApiKey, IssuedApiKey, KeyWish } from "./accounts/ApiKeys.ts"
export { RateLimitedAttempts, type AttemptPolicy } from "./accounts/RateLimitedAttempts.ts"
export { AlertChannels } from "./incidents/AlertChannels.ts"
export type {
  ChannelDeliveryRow,
  ChannelDraft,
  ChannelPatch,
  CreateChannelsResult,
  SealedSettings,
  StoredChannel
} from "./incidents/AlertChannels.ts"
export { ChannelTargets } from "./incidents/ChannelTargets.ts"
export type {
  ChannelAttempt,
  ChannelTarget,
  MessageChange,
  OpenReceipt,
  ReceiptWish
} from "./incidents/ChannelTargets.ts"
export { Billing } from "./accounts/Billing.ts"
export type { CheckoutSession, NewOrder, OpenOrder, PaymentEvent, PaymentEventKind } from "./accounts/Billing.ts"
export { Credentials, type Credential } from "./accounts/Credentials.ts"
export { Deliveries } from "./incidents/deliveries/Deliveries.ts"
export { deliveryChannels } from "./incidents/deliveries/takeUndispatched.ts"
export type { AttemptResult } from "./incidents/deliveries/Deliveries.ts"
export type { AlertWindow, BurstTimings, CauseBurst, MonitorTransitions } from "./incidents/deliveries/bursts.ts"
export type {
  ChannelTraits,
  ClaimedDelivery,
  ClaimOutcome,
  DispatchedNotification
} from "./incidents/deliveries/claimDelivery.ts"
export type { DeliveryBacklog, DueDelivery, EndedWindow } from "./incidents/deliveries/dueDeliveries.ts"
export type { DeliveryChannel, DeliveryTarget, PendingNotification } from "./incidents/deliveries/takeUndispatched.ts"
export type { DispatchTarget, MessageMoment } from "./incidents/deliveries/dispatch.ts"
export { DomainFactCache } from "./monitors/DomainFactCache.ts"
export type { DomainFactClaim, DomainFactKind, FoundDomainFact } from "./monitors/DomainFactCache.ts"
export { SimulationJobs } from "./jobs/SimulationJobs.ts"
export type { SimulationClaim, SimulationOutcome, SimulationProgressReport } from "./jobs/SimulationJobs.ts"
export { SimulationShares } from "./jobs/SimulationShares.ts"
export type { CodeVerification, ShareChallenge, SharedSimulation } from "./jobs/SimulationShares.ts"
export { Simulations } from "./jobs/Simulations.ts"
export type { NewSimulation, SimulationCsvType, SimulationStart, StoredSimulation } from "./jobs/Simulations.ts"
export { Domains } from "./monitors/Domains.ts"
export { Heartbeats, replacedTokenMs } from "./monitors/heartbeats/Heartbeats.ts"
export type { NewPingToken, PingTokens } from "./monitors/heartbeats/Heartbeats.ts"
export { Services } from "./monitors/Services.ts"
export { UNUSED_DAYS, UnusedHeartbeats } from "./monitors/heartbeats/UnusedHeartbeats.ts"
export type { UnusedNotice } from "./monitors/heartbeats/UnusedHeartbeats.ts"
export { HeartbeatPings } from "./monitors/heartbeats/HeartbeatPings.ts"
export type {
  HeartbeatChange,
  NewPing,
  Reception,
  SlugFinding,
  StoredHeartbeat
} from "./monitors/heartbeats/HeartbeatPings.ts"
export { EmailHealthChecks } from "./monitors/emailHealth/EmailHealthChecks.ts"
export type {
  AlertFinding,
  ComponentScore,
  EmailHealthClaim,
  EmailHealthOutcome,
  CompareEmailHealth,
  EmailHealthEvidence,
  EmailHealthResult,
  RememberedSignature
} from "./monitors/emailHealth/recordEmailHealth.ts"
export type { SeenSignature } from "./monitors/emailHealth/seenSignatures.ts"
export type { EmailHealthPoint } from "./monitors/emailHealth/EmailHealthChecks.ts"
export { EmailHealthReports, REPORT_SECONDS } from "./monitors/emailHealth/EmailHealthReports.ts"
export { MAIL_HOST_CONTACT_SECONDS, MailHostContacts } from "./monitors/emailHealth/MailHostContacts.ts"
export type { MailHostPermit } from "./monitors/emailHealth/MailHostContacts.ts"
export type { CachedReport, ReportClaim } from "./monitors/emailHealth/EmailHealthReports.ts"
export { AcknowledgeLinks, type AcknowledgeLink } from "./incidents/AcknowledgeLinks.ts"
export { IncidentRepairs, type RepairInMotion } from "./incidents/IncidentRepairs.ts"
export { IncidentDiagnoses, type IncidentToObserve } from "./incidents/IncidentDiagnoses.ts"
export { IncidentScreenshots } from "./incidents/IncidentScreenshots.ts"
export type { IncidentShot, RecordedCheck } from "./incidents/IncidentScreenshots.ts"
export { Incidents } from "./incidents/Incidents.ts"
export type { AcknowledgeWish, IncidentPage, StoredIncident } from "./incidents/Incidents.ts"
export { AlertSources } from "./incidents/sources/AlertSources.ts"
export type {
  AdmittedSource,
  AlertSourceDraft,
  AlertSourcePatch,
  AlertSourceToken,
  CreateAlertSourceResult,
  StoredAlertSource
} from "./incidents/sources/AlertSources.ts"
export { ReceivedAlerts } from "./incidents/sources/ReceivedAlerts.ts"
export type { ReceivedAlert, ReceivedOutcome } from "./incidents/sources/ReceivedAlerts.ts"
export { SourceIncidents } from "./incidents/sources/SourceIncidents.ts"
export type { SourceIncidentPage } from "./incidents/sources/SourceIncidents.ts"
export { ContactRuleSets } from "./incidents/contacts/ContactRuleSets.ts"
export type { ContactPlan } from "./incidents/contacts/ContactRuleSets.ts"
export { LaterContacts } from "./incidents/routes/LaterContacts.ts"
export type { ClaimedContact, DueContacts, LaterContact } from "./incidents/routes/LaterContacts.ts"
export { OwnChannels } from "./incidents/contacts/OwnChannels.ts"
export type {
  CreateOwnChannelResult,
  OwnChannelDraft,
  OwnChannelPatch,
  StoredOwnChannel
} from "./incidents/contacts/OwnChannels.ts"
export { OnCallCalendars, type OnCallCalendarRow, type OpenedCalendar } from "./incidents/onCall/OnCallCalendars.ts"
export { OnCallRequests } from "./incidents/onCall/OnCallRequests.ts"
export type {
  AcceptRequestResult,
  AskRequestResult,
  NewOnCallRequest,
  StoredOnCallRequest
} from "./incidents/onCall/OnCallRequests.ts"
export { OnCallWatches } from "./incidents/onCall/OnCallWatches.ts"
export type { DueWatch, OnCallRecipient, TakenShift, WatchResult } from "./incidents/onCall/OnCallWatches.ts"
export { OnCallSchedules } from "./incidents/onCall/OnCallSchedules.ts"
export type {
  AddOverrideResult,
  NewOnCallOverride,
  NewOnCallSchedule,
  OnCallMember,
  OnCallPlan,
  OnCallSchedulePatch,
  RemoveOnCallResult,
  SaveOnCallResult,
  StoredOnCallPlan
} from "./incidents/onCall/OnCallSchedules.ts"
export { AlertRoutes } from "./incidents/routes/AlertRoutes.ts"
export type { NewRoute, RouteDraft, RoutePatch, SaveRouteResult } from "./incidents/routes/AlertRoutes.ts"
export { RoutedAlerts } from "./incidents/routes/RoutedAlerts.ts"
export type {
  AlertProgress,
  CandidateRoute,
  DueAlert,
  KeyedStep,
  ReachedTarget,
  RouteCandidates,
  RouteCourse
} from "./incidents/routes/RoutedAlerts.ts"
export { type ClaimSlugs, type ExportedPage, StatusPageExports } from "./statusPages/StatusPageExports.ts"
export { StatusPageHosts } from "./statusPages/StatusPageHosts.ts"
export type { AskResult, HostCounts, HostLookup, HostNotice, SetHostResult } from "./statusPages/StatusPageHosts.ts"
export type { StoredStatusPageHost } from "./statusPages/storedHost.ts"
export { StatusPageDocuments } from "./statusPages/pages/StatusPageDocuments.ts"
export type { KnownStatusPage, StatusPageChange } from "./statusPages/pages/StatusPageDocuments.ts"
export type { RefusedInput, StatusPageInput } from "./statusPages/pages/previewDocument.ts"
export type { ServedStatusPage } from "./statusPages/pages/composeDocument.ts"
export { StatusPages } from "./statusPages/pages/StatusPages.ts"
export type {
  ComponentDraft,
  GroupDraft,
  LayoutDraft,
  SaveStatusPageResult,
  StatusPageFields,
  StoredLogo,
  StoredStatusPage
} from "./statusPages/pages/PageLayout.ts"
export type { StoredStatusPageSummary } from "./statusPages/pages/storedPage.ts"
export type { PageReaders } from "./statusPages/subscribers/pageReaders.ts"
export { StatusSubscribers } from "./statusPages/subscribers/StatusSubscribers.ts"
export type {
  ConfirmedWebhook,
  EmailRequest,
  ChoosableComponent,
  EmailRequestResult,
  Subscription,
  SubscriptionChoice,
  WebhookResult,
  SubscriptionRefusal
} from "./statusPages/subscribers/requestSubscription.ts"
export { SubscriberDeliveries } from "./statusPages/subscribers/SubscriberDeliveries.ts"
export type {
  ClaimedSubscriberDelivery,
  SubscriberAttempt,
  SubscriberKind
} from "./statusPages/subscribers/SubscriberDeliveries.ts"
export type { AutomaticText, IncidentToPost, PageToPost, WriteText } from "./statusPages/pages/followIncidents.ts"
export type { ComponentChangeDraft, UpdateDraft } from "./statusPages/pages/publishUpdate.ts"
export type { PostDraft, PostPatch, SavePostResult, UpdatePatch } from "./statusPages/pages/savePost.ts"
export type { PostPage } from "./statusPages/pages/storedPost.ts"
export { StatusPosts } from "./statusPages/pages/StatusPosts.ts"
export { SimulatedAlerts, type SimulatedMonitor } from "./incidents/routes/SimulatedAlerts.ts"
export { Ledger } from "./accounts/Ledger.ts"
export type { CreditUsage, CreditTransaction, Reservation } from "./accounts/Ledger.ts"
export type { CreditTransactionType } from "./accounts/postEntry.ts"
export { MaintenanceWindows } from "./schedule/MaintenanceWindows.ts"
export type {
  ExpandSchedule,
  ExpiringWindow,
  MaintenancePage,
  StoredExpansion,
  StoredSchedule
} from "./schedule/WindowRow.ts"
export type {
  MaintenancePatch,
  MaintenanceTargets,
  NewMaintenanceWindow,
  SaveWindowResult
} from "./schedule/saveWindow.ts"
export { MailPreferences } from "./accounts/MailPreferences.ts"
export { Retention } from "./operator/Retention.ts"
export { AlertCounts, type ChannelCounts } from "./incidents/AlertCounts.ts"
export { type FactsOfService, ServiceFacts } from "./operator/ServiceFacts.ts"
export { OperatorChannels } from "./operator/OperatorChannels.ts"
export type { ChannelFilter, ChannelsOff } from "./operator/OperatorChannels.ts"
export { OperatorAccounts } from "./operator/OperatorAccounts.ts"
export type { AccountByUse, AccountUsage, GrantResult } from "./operator/OperatorAccounts.ts"
export { OperatorDeliveries } from "./operator/OperatorDeliveries.ts"
export type {
  RepeatedDeliveries,
  RepeatWish,
  UnsentCount,
  UnsentDelivery,
  UnsentFilter
} from "./operator/OperatorDeliveries.ts"
export { ServicePause, type Pause } from "./operator/ServicePause.ts"
export { type ReportRecipient, type ReportWeek, WeeklyReports } from "./schedule/WeeklyReports.ts"
export { type ReportFacts, Reports } from "./schedule/Reports.ts"
export type { DomainPeriod, PeriodIncident } from "./schedule/Reports.ts"
export type { AskedRecipient } from "./schedule/saveRecipients.ts"
export {
  type DueRecipient,
  type DueReport,
  type KnownRecipient,
  type NewScheduledReport,
  type SaveScheduledReportResult,
  ScheduledReports
} from "./schedule/ScheduledReports.ts"
export { MailOutbox } from "./jobs/MailOutbox.ts"
export type { NewOutboxMail, OutboxMail, PlainOutboxMail } from "./jobs/MailOutbox.ts"
export { AccountSummary, type MonitorCounts } from "./accounts/AccountSummary.ts"
export { linkSeconds, People } from "./accounts/People.ts"
export type { LinkKind, MailAudience, OpenLink } from "./accounts/People.ts"
export type { PasswordChange, Person } from "./accounts/passwordChange.ts"
export { CertificateChecks } from "./monitors/CertificateChecks.ts"
export type { CertificateClaim, SeenCertificate, StoredCertificate } from "./monitors/CertificateChecks.ts"
export { CertificateRepairs } from "./monitors/CertificateRepairs.ts"
export { RegistryDocumentCache, type RegistryDocument } from "./monitors/RegistryDocumentCache.ts"
export { HostProofChecks } from "./statusPages/HostProofChecks.ts"
export type { HostProofClaim } from "./statusPages/HostProofChecks.ts"
export type { HostProofFinding, HostProofOutcome } from "./monitors/statements/proofTimes.sql.ts"
export { ServiceProofs } from "./monitors/ServiceProofs.ts"
export type { ServiceProofClaim } from "./monitors/ServiceProofs.ts"
export { Dependencies, type DependencyFault, type ParentsVerdict } from "./monitors/Dependencies.ts"
export { DnsRepairs, type TrackedDnsRepair } from "./monitors/DnsRepairs.ts"
export { isAsBefore } from "./monitors/dnsRepairLife.ts"
export type { ChangedRecords, DnsRepairFindings, RestoredRecords } from "./monitors/dnsRepairLife.ts"
export { DnsWatches } from "./monitors/DnsWatches.ts"
export type { DnsWatchClaim, DnsWatchResult, StoredDnsWatch } from "./monitors/DnsWatches.ts"
export { Registrations } from "./monitors/Registrations.ts"
export type { RegistrationClaim, RegistrationFound, StoredRegistration } from "./monitors/Registrations.ts"
export { RollUps, type DomainSummary } from "./monitors/RollUps.ts"
export { EventStreams, eventStreamSeconds, type LiveMonitor } from "./accounts/EventStreams.ts"
export { signalKinds, Signals } from "./sql/Signals.ts"
export type { Signal, SignalListener } from "./sql/Signals.ts"
export { Repairs, type RepairPage, type RepairTimes, type UnfinishedRepair } from "./monitors/Repairs.ts"
export type { AskedRecords, FoundProblem, RepairFindings } from "./monitors/Repairs.ts"
export { type AddMarkerResult, Markers, type NewMarker } from "./monitors/Markers.ts"
export type { ListEventsResult, EventPage, StoredEvent } from "./schedule/timelines/listEvents.ts"
export { Timelines } from "./schedule/timelines/Timelines.ts"
export { MonitorLists } from "./monitors/MonitorLists.ts"
export type { MonitorSample } from "./monitors/MonitorLists.ts"
export { Locations } from "./monitors/Locations.ts"
export type { LiveLocation, ServiceStanding, StoredAdvisory, WorkerStanding } from "./monitors/Locations.ts"
export { MonitorSchedule } from "./schedule/MonitorSchedule.ts"
export type { Claim, ClaimOptions, RequestedCheck } from "./schedule/MonitorSchedule.ts"
export { ENDED_TO_QUARANTINE, type Suspicion, type SuspicionOfResult } from "./monitors/statements/suspicion.sql.ts"
export type { RecordedContent } from "./monitors/statements/monitorColumns.ts"
export type { CheckResultRow, RecordOutcome } from "./schedule/recordCheckResults.ts"
export { IdempotentRequests } from "./accounts/IdempotentRequests.ts"
export type { ClaimRequestResult, KeyedRequest, RequestLease } from "./accounts/IdempotentRequests.ts"
export { Notifications } from "./incidents/Notifications.ts"
export { EXTERNAL_KINDS, STORED } from "./incidents/outcome.ts"
export type { StoredNotification } from "./incidents/Notifications.ts"
export { EffectiveIntervals } from "./accounts/EffectiveIntervals.ts"
export { ConfigFiles } from "./accounts/ConfigFiles.ts"
export type { ConfigMonitor, ConfigKeyRow, NewConfigPlan, StoredConfigPlan } from "./accounts/ConfigFiles.ts"
export type {
  CreatedMonitor,
  CreateMonitors,
  EntryOf,
  MonitorPatch,
  MonitorToCreate,
  NewMonitor
} from "./monitors/statements/monitorRepository.ts"
export { Tags } from "./monitors/Tags.ts"
export type { AssignTagsResult, NewTag, SaveTagResult, TagPatch } from "./monitors/Tags.ts"
export { Webhooks } from "./incidents/Webhooks.ts"
export type {
  CreateWebhookResult,
  WebhookDeliveryRow,
  WebhookDraft,
  WebhookRight,
  WebhookMonitor,
  WebhookSource
} from "./incidents/Webhooks.ts"
export { AuditLog, creationEntry } from "./accounts/AuditLog.ts"
export type { CreationEntry } from "./access/CreationEntry.ts"
export type {
  AuditFilter,
  ChangedThing,
  EditedMonitors,
  NewAuditEntry,
  PersonalAuditEntry,
  StoredAuditEntry
} from "./accounts/AuditLog.ts"
export { Identities, type LinkedIdentity, type ProviderIdentity } from "./accounts/Identities.ts"
export { SecondFactors } from "./accounts/SecondFactors.ts"
export type {
  NewSecondFactor,
  RemoveSecondFactorResult,
  SecondFactorState,
  StoredSecondFactor
} from "./accounts/SecondFactors.ts"
export { Sessions, sessionSeconds } from "./accounts/Sessions.ts"
export type {
  AccountChoice,
  ListedSession,
  NewSession,
  SessionClient,
  SessionProof,
  SignedIn
} from "./accounts/Sessions.ts"
export { AccountBranding, type BrandedAccount, type StoredBranding } from "./statusPages/AccountBranding.ts"
export { type RefusalAudience, RefusedAddresses } from "./accounts/RefusedAddresses.ts"
export { Suppressions } from "./incidents/Suppressions.ts"
export { Team } from "./accounts/team/Team.ts"
export type {
  InviteRefusal,
  InviteResult,
  KnownEntrant,
  NewEntrant,
  NewInvite,
  NewMembership,
  OpenInvite,
  ResendResult
} from "./accounts/team/inviteMember.ts"
export type { UnknownShare } from "./accounts/team/shareGrants.ts"
export type { RemovalResult } from "./accounts/team/Team.ts"
export { PageChecks } from "./monitors/pages/PageChecks.ts"
export type {
  PageSnapshot,
  NewPageChange,
  NewPageScreenshot,
  PageCheckResult,
  PageClaim
} from "./monitors/pages/pageStateMachine.sql.ts"
export type { ManualClaim } from "./monitors/pages/PageChecks.ts"
export { PageMonitors } from "./monitors/pages/PageMonitors.ts"
export type { StoredPageChange, StoredPageScreenshot } from "./monitors/pages/PageMonitors.ts"
export type { NotThere } from "./monitors/pages/seenChanges.ts"
export { WhatsAppContacts } from "./incidents/WhatsAppContacts.ts"
export type { CodePolicy, PendingCode, WhatsAppContact } from "./incidents/WhatsAppContacts.ts"
export { WebhookTargets } from "./incidents/WebhookTargets.ts"
export type { WebhookAttempt, WebhookTarget } from "./incidents/WebhookTargets.ts"
export type { AccessScope } from "./access/AccessScope.ts"
export { claimFairly, makeAccountShares } from "./schedule/AccountShares.ts"
export type { AccountShares, FairClaim, FairRoom } from "./schedule/AccountShares.ts"
export { end as tarEnd, entry as tarEntry } from "./backup/Tar.ts"
export type { Entry as TarEntry } from "./backup/Tar.ts"
export { DueTimes, type DueKind } from "./DueTimes.ts"
export { Jobs } from "./jobs/Jobs.ts"
export type { EnqueueOptions, QueueCounts, TakenJob } from "./jobs/Jobs.ts"
export { StoredJobs } from "./jobs/StoredJobs.ts"
export type {
  DeadJobFilter,
  JobFilter,
  RepeatedJobs,
  StoredJob,
  StoredJobState,
  StoredQueue
} from "./jobs/StoredJobs.ts"
export { defineQueue } from "./jobs/QueueDefinition.ts"
export type { QueueDefinition } from "./jobs/QueueDefinition.ts"
export { layerRepositories, monitorRepositories } from "./Repositories.ts"
export type { Repositories } from "./Repositories.ts"
export { isUnavailable, logUnavailable, OutageLog } from "./sql/OutageLog.ts"
export { inTransaction } from "./sql/operation.ts"
export { StoreError } from "./sql/operation.ts"
export type { SecretLabel } from "./secrets/Secrets.ts"
export { readOrMakeSecretFile } from "./secrets/SecretSetting.ts"
export { type CheckOptions, plainCheck, readCheck } from "./monitors/statements/storedOptions.ts"
export type { MonitorRight, MonitorTarget } from "./monitors/statements/monitorTargets.ts"
export { SecretError } from "./secrets/Secrets.ts"
export { MIN_SECRET_LENGTH, parseSecretList } from "./secrets/SecretSetting.ts"
export { findSecrets, readSecrets, type SecretList, secretsOfFile } from "./secrets/SecretSetting.ts"
export { Secrets } from "./secrets/Secrets.ts"
export type { Page } from "./sql/Page.ts"
