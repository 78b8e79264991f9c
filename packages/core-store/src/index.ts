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
export { findDatabaseUrl, readDatabaseUrl } from "./sql/DatabaseUrl.ts"
export { json } from "./sql/Parameter.ts"
export { PostgresJs } from "./sql/PostgresJs.ts"
export type { DatabaseAddress } from "./sql/Driver.ts"
export type { PostgresOptions } from "./sql/PostgresJs.ts"
export type { ConnectionUse, DatabaseUse } from "./sql/PoolUse.ts"
export { layer as layerSqlClient } from "./sql/SqlClient.ts"
export { randomBytes, Randomness } from "./sql/Randomness.ts"
export { AccountDeletions, REMINDER_DAYS } from "./repositories/accountDeletion/AccountDeletions.ts"
export type { DeletionNotice } from "./repositories/accountDeletion/AccountDeletions.ts"
export { AccountExports, EXPORT_MINUTES } from "./accountExport/AccountExports.ts"
export { Accounts, bootstrapOwner, type Bootstrap } from "./repositories/accounts/Accounts.ts"
export type { ListedAccount, NewAccount, Profile, SettingsPatch } from "./repositories/accounts/Accounts.ts"
export { ApiKeys, createApiKey, hashApiKey, issueApiKey, storeApiKey } from "./repositories/apiKeys/ApiKeys.ts"
export type {
  ApiKeySummary,
  CreateKeyResult,
  KeyRules,
  NewApiKey,
  IssuedApiKey,
  KeyWish
} from "./repositories/apiKeys/ApiKeys.ts"
export { RateLimitedAttempts, type AttemptPolicy } from "./repositories/rateLimits/RateLimitedAttempts.ts"
export { AlertChannels } from "./repositories/channels/AlertChannels.ts"
export type {
  ChannelDeliveryRow,
  ChannelDraft,
  ChannelPatch,
  CreateChannelsResult,
  SealedSettings,
  StoredChannel
} from "./repositories/channels/AlertChannels.ts"
export { ChannelTargets } from "./repositories/channels/ChannelTargets.ts"
export type {
  ChannelAttempt,
  ChannelTarget,
  MessageChange,
  OpenReceipt,
  ReceiptWish
} from "./repositories/channels/ChannelTargets.ts"
export { Billing } from "./repositories/billing/Billing.ts"
export type {
  CheckoutSession,
  NewOrder,
  OpenOrder,
  PaymentEvent,
  PaymentEventKind
} from "./repositories/billing/Billing.ts"
export { Credentials, type Credential } from "./repositories/apiKeys/Credentials.ts"
export { Deliveries } from "./repositories/deliveries/Deliveries.ts"
export { deliveryChannels } from "./repositories/deliveries/takeUndispatched.ts"
export type { AttemptResult } from "./repositories/deliveries/recordAttempt.ts"
export type { AlertWindow, BurstTimings, CauseBurst, MonitorTransitions } from "./repositories/deliveries/bursts.ts"
export type {
  ChannelSpacing,
  ClaimedDelivery,
  ClaimOutcome,
  DispatchedNotification
} from "./repositories/deliveries/claimDelivery.ts"
export type { DeliveryBacklog, DueDelivery, EndedWindow } from "./repositories/deliveries/dueDeliveries.ts"
export type {
  DeliveryChannel,
  DeliveryTarget,
  PendingNotification
} from "./repositories/deliveries/takeUndispatched.ts"
export type { DispatchTarget, MessageMoment } from "./repositories/deliveries/dispatch.ts"
export { DomainFactCache } from "./repositories/domainFacts/DomainFactCache.ts"
export type { DomainFactClaim, DomainFactKind, FoundDomainFact } from "./repositories/domainFacts/DomainFactCache.ts"
export { SimulationJobs } from "./repositories/simulations/SimulationJobs.ts"
export type {
  SimulationClaim,
  SimulationOutcome,
  SimulationProgressReport
} from "./repositories/simulations/SimulationJobs.ts"
export { SimulationShares } from "./repositories/simulationShares/SimulationShares.ts"
export type {
  CodeVerification,
  ShareChallenge,
  SharedSimulation
} from "./repositories/simulationShares/SimulationShares.ts"
export { Simulations } from "./repositories/simulations/Simulations.ts"
export type {
  NewSimulation,
  SimulationCsvType,
  SimulationStart,
  StoredSimulation
} from "./repositories/simulations/Simulations.ts"
export { Domains } from "./repositories/domains/Domains.ts"
export type { CreateDomainResult, DomainPatch, DomainRight, NewDomain } from "./repositories/domains/Domains.ts"
export { EmailHealthChecks } from "./repositories/emailHealth/EmailHealthChecks.ts"
export type {
  AlertFinding,
  ComponentScore,
  EmailHealthClaim,
  EmailHealthOutcome,
  CompareEmailHealth,
  EmailHealthEvidence,
  EmailHealthResult
} from "./repositories/emailHealth/recordEmailHealth.ts"
export type { EmailHealthPoint } from "./repositories/emailHealth/EmailHealthChecks.ts"
export { EmailHealthReports, REPORT_SECONDS } from "./repositories/emailHealth/EmailHealthReports.ts"
export { MAIL_HOST_CONTACT_SECONDS, MailHostContacts } from "./repositories/emailHealth/MailHostContacts.ts"
export type { MailHostPermit } from "./repositories/emailHealth/MailHostContacts.ts"
export type { CachedReport, ReportClaim } from "./repositories/emailHealth/EmailHealthReports.ts"
export { AcknowledgeLinks, type AcknowledgeLink } from "./repositories/incidents/AcknowledgeLinks.ts"
export { IncidentRepairs, type RepairInMotion } from "./repositories/incidents/IncidentRepairs.ts"
export { IncidentDiagnoses, type IncidentToObserve } from "./repositories/incidents/IncidentDiagnoses.ts"
export { IncidentScreenshots } from "./repositories/incidents/IncidentScreenshots.ts"
export type { IncidentShot, RecordedCheck } from "./repositories/incidents/IncidentScreenshots.ts"
export { Incidents } from "./repositories/incidents/Incidents.ts"
export type { AcknowledgeWish, IncidentPage, StoredIncident } from "./repositories/incidents/Incidents.ts"
export { AlertRoutes } from "./repositories/routes/AlertRoutes.ts"
export type { NewRoute, RouteDraft, RoutePatch, SaveRouteResult } from "./repositories/routes/AlertRoutes.ts"
export { RoutedAlerts } from "./repositories/routes/RoutedAlerts.ts"
export type {
  AlertProgress,
  CandidateRoute,
  DueAlert,
  ReachedTarget,
  RouteCandidates
} from "./repositories/routes/RoutedAlerts.ts"
export {
  type ClaimSlugs,
  type ExportedPage,
  StatusPageExports
} from "./repositories/statusPageExports/StatusPageExports.ts"
export { StatusPageHosts } from "./repositories/statusPageHosts/StatusPageHosts.ts"
export type {
  AskResult,
  HostCounts,
  HostLookup,
  HostNotice,
  SetHostResult
} from "./repositories/statusPageHosts/StatusPageHosts.ts"
export type { StoredStatusPageHost } from "./repositories/statusPageHosts/storedHost.ts"
export { StatusPageDocuments } from "./repositories/statusPages/StatusPageDocuments.ts"
export type { KnownStatusPage, StatusPageChange } from "./repositories/statusPages/StatusPageDocuments.ts"
export type { RefusedInput, StatusPageInput } from "./repositories/statusPages/previewDocument.ts"
export type { ServedStatusPage } from "./repositories/statusPages/composeDocument.ts"
export { StatusPages } from "./repositories/statusPages/StatusPages.ts"
export type {
  ComponentDraft,
  GroupDraft,
  LayoutDraft,
  SaveStatusPageResult,
  StatusPageFields,
  StoredLogo,
  StoredStatusPage
} from "./repositories/statusPages/PageLayout.ts"
export type { StoredStatusPageSummary } from "./repositories/statusPages/storedPage.ts"
export type { PageReaders } from "./repositories/statusSubscribers/pageReaders.ts"
export { StatusSubscribers } from "./repositories/statusSubscribers/StatusSubscribers.ts"
export type {
  ConfirmedWebhook,
  EmailRequest,
  ChoosableComponent,
  EmailRequestResult,
  Subscription,
  SubscriptionChoice,
  WebhookResult,
  SubscriptionRefusal
} from "./repositories/statusSubscribers/requestSubscription.ts"
export { SubscriberDeliveries } from "./repositories/statusSubscribers/SubscriberDeliveries.ts"
export type {
  ClaimedSubscriberDelivery,
  SubscriberAttempt,
  SubscriberKind
} from "./repositories/statusSubscribers/SubscriberDeliveries.ts"
export type {
  AutomaticText,
  IncidentToPost,
  PageToPost,
  WriteText
} from "./repositories/statusPages/followIncidents.ts"
export type { ComponentChangeDraft, UpdateDraft } from "./repositories/statusPages/publishUpdate.ts"
export type { PostDraft, PostPatch, SavePostResult, UpdatePatch } from "./repositories/statusPages/savePost.ts"
export type { PostPage } from "./repositories/statusPages/storedPost.ts"
export { StatusPosts } from "./repositories/statusPages/StatusPosts.ts"
export { SimulatedAlerts, type SimulatedMonitor, type SimulatedRoute } from "./repositories/routes/SimulatedAlerts.ts"
export { Ledger } from "./repositories/ledger/Ledger.ts"
export type { CreditUsage, CreditTransaction, Reservation } from "./repositories/ledger/Ledger.ts"
export type { CreditTransactionType } from "./repositories/ledger/postEntry.ts"
export { MaintenanceWindows } from "./repositories/maintenance/MaintenanceWindows.ts"
export type {
  ExpandSchedule,
  ExpiringWindow,
  MaintenancePage,
  StoredExpansion,
  StoredSchedule
} from "./repositories/maintenance/WindowRow.ts"
export type {
  MaintenancePatch,
  MaintenanceTargets,
  NewMaintenanceWindow,
  SaveWindowResult
} from "./repositories/maintenance/saveWindow.ts"
export { MailPreferences } from "./repositories/mailPreferences/MailPreferences.ts"
export { Retention } from "./repositories/retention/Retention.ts"
export { AlertCounts, type ChannelCounts } from "./repositories/alertCounts/AlertCounts.ts"
export { type FactsOfService, ServiceFacts } from "./repositories/operator/ServiceFacts.ts"
export { OperatorAccounts } from "./repositories/operator/OperatorAccounts.ts"
export type { AccountByUse, AccountUsage, GrantResult } from "./repositories/operator/OperatorAccounts.ts"
export { OperatorDeliveries } from "./repositories/operator/OperatorDeliveries.ts"
export type {
  RepeatedDeliveries,
  RepeatWish,
  UnsentCount,
  UnsentDelivery,
  UnsentFilter
} from "./repositories/operator/OperatorDeliveries.ts"
export { ServicePause, type Pause } from "./repositories/servicePause/ServicePause.ts"
export { type ReportRecipient, type ReportWeek, WeeklyReports } from "./repositories/weeklyReports/WeeklyReports.ts"
export { type ReportFacts, Reports } from "./repositories/reports/Reports.ts"
export type { DomainPeriod, PeriodIncident } from "./repositories/reports/Reports.ts"
export type { AskedRecipient } from "./repositories/scheduledReports/saveRecipients.ts"
export {
  type DueRecipient,
  type DueReport,
  type KnownRecipient,
  type NewScheduledReport,
  type SaveScheduledReportResult,
  ScheduledReports
} from "./repositories/scheduledReports/ScheduledReports.ts"
export { MailOutbox } from "./repositories/mailOutbox/MailOutbox.ts"
export type { NewOutboxMail, OutboxMail, PlainOutboxMail } from "./repositories/mailOutbox/MailOutbox.ts"
export { AccountSummary, type MonitorCounts } from "./repositories/accountSummary/AccountSummary.ts"
export { linkSeconds, People } from "./repositories/people/People.ts"
export type { LinkKind, MailAudience, OpenLink, PasswordChange, Person } from "./repositories/people/People.ts"
export { CertificateChecks } from "./repositories/certificates/CertificateChecks.ts"
export type {
  CertificateClaim,
  SeenCertificate,
  StoredCertificate
} from "./repositories/certificates/CertificateChecks.ts"
export { RegistryDocumentCache, type RegistryDocument } from "./repositories/registrations/RegistryDocumentCache.ts"
export { HostProofChecks } from "./repositories/hostProofs/HostProofChecks.ts"
export type { HostProofClaim, HostProofFinding, HostProofOutcome } from "./repositories/hostProofs/HostProofChecks.ts"
export { Dependencies, type DependencyFault, type ParentsVerdict } from "./repositories/dependencies/Dependencies.ts"
export { DnsWatches } from "./repositories/dnsWatch/DnsWatches.ts"
export type { DnsWatchClaim, DnsWatchResult, StoredDnsWatch } from "./repositories/dnsWatch/DnsWatches.ts"
export { Registrations } from "./repositories/registrations/Registrations.ts"
export type {
  RegistrationClaim,
  RegistrationFound,
  StoredRegistration
} from "./repositories/registrations/Registrations.ts"
export { RollUps, type DomainSummary } from "./repositories/rollups/RollUps.ts"
export { EventStreams, eventStreamSeconds, type LiveMonitor } from "./repositories/eventStreams/EventStreams.ts"
export { signalKinds, Signals } from "./repositories/signals/Signals.ts"
export type { Signal, SignalListener } from "./repositories/signals/Signals.ts"
export { Repairs, type RepairPage, type RepairTimes, type UnfinishedRepair } from "./repositories/repairs/Repairs.ts"
export type { AskedRecords, FoundProblem, RepairFindings } from "./repositories/repairs/Repairs.ts"
export { type AddMarkerResult, Markers, type NewMarker } from "./repositories/markers/Markers.ts"
export type { ListEventsResult, EventPage, StoredEvent } from "./repositories/timelines/listEvents.ts"
export { Timelines } from "./repositories/timelines/Timelines.ts"
export { MonitorLists } from "./repositories/monitors/MonitorLists.ts"
export type { MonitorSample } from "./repositories/monitors/MonitorLists.ts"
export { Locations } from "./repositories/locations/Locations.ts"
export type { LiveLocation, ServiceStanding, WorkerStanding } from "./repositories/locations/Locations.ts"
export { MonitorSchedule } from "./repositories/schedule/MonitorSchedule.ts"
export type { Claim, ClaimOptions } from "./repositories/schedule/MonitorSchedule.ts"
export type { CheckResultRow, RecordOutcome } from "./repositories/schedule/recordCheckResults.ts"
export { IdempotentRequests } from "./repositories/idempotency/IdempotentRequests.ts"
export type { ClaimRequestResult, KeyedRequest, RequestLease } from "./repositories/idempotency/IdempotentRequests.ts"
export { Notifications } from "./repositories/notifications/Notifications.ts"
export { STORED } from "./repositories/deliveryRecords/outcome.ts"
export type { StoredNotification } from "./repositories/notifications/Notifications.ts"
export { EffectiveIntervals } from "./repositories/plans/EffectiveIntervals.ts"
export { ConfigFiles } from "./repositories/configFiles/ConfigFiles.ts"
export type {
  ConfigDomainRow,
  ConfigKeyRow,
  ConfigUrlRow,
  NewConfigPlan,
  StoredConfigPlan
} from "./repositories/configFiles/ConfigFiles.ts"
export type { CreatedMonitor, MonitorToCreate } from "./repositories/monitors/createMonitors.ts"
export { Tags } from "./repositories/tags/Tags.ts"
export type { AssignTagsResult, NewTag, SaveTagResult, Tagged, TagPatch } from "./repositories/tags/Tags.ts"
export { Webhooks } from "./repositories/webhooks/Webhooks.ts"
export type {
  CreateWebhookResult,
  WebhookDeliveryRow,
  WebhookDraft,
  WebhookRight,
  WebhookMonitor,
  WebhookSource
} from "./repositories/webhooks/Webhooks.ts"
export { AuditLog } from "./repositories/auditLog/AuditLog.ts"
export type {
  AuditFilter,
  ChangedThing,
  EditedMonitors,
  NewAuditEntry,
  PersonalAuditEntry,
  StoredAuditEntry
} from "./repositories/auditLog/AuditLog.ts"
export { Identities, type LinkedIdentity, type ProviderIdentity } from "./repositories/identities/Identities.ts"
export { SecondFactors } from "./repositories/secondFactors/SecondFactors.ts"
export type {
  NewSecondFactor,
  RemoveSecondFactorResult,
  SecondFactorState,
  StoredSecondFactor
} from "./repositories/secondFactors/SecondFactors.ts"
export { Sessions, sessionSeconds } from "./repositories/sessions/Sessions.ts"
export type {
  AccountChoice,
  ListedSession,
  NewSession,
  SessionClient,
  SignedIn
} from "./repositories/sessions/Sessions.ts"
export { AccountBranding, type BrandedAccount, type StoredBranding } from "./repositories/branding/AccountBranding.ts"
export { type RefusalAudience, RefusedAddresses } from "./repositories/refusedAddresses/RefusedAddresses.ts"
export { Suppressions } from "./repositories/suppressions/Suppressions.ts"
export { Team } from "./repositories/team/Team.ts"
export type {
  InviteRefusal,
  InviteResult,
  NewInvite,
  NewMembership,
  OpenInvite,
  ResendResult
} from "./repositories/team/inviteMember.ts"
export type { RemovalResult } from "./repositories/team/Team.ts"
export { UrlChecks } from "./repositories/urls/UrlChecks.ts"
export type {
  PageSnapshot,
  NewUrlChange,
  NewUrlScreenshot,
  UrlCheckResult,
  UrlClaim
} from "./repositories/urls/urlStateMachine.sql.ts"
export type { ManualClaim } from "./repositories/urls/UrlChecks.ts"
export { UrlMonitors } from "./repositories/urls/UrlMonitors.ts"
export type {
  CreateUrlResult,
  NewUrlMonitor,
  StoredUrlChange,
  StoredUrlScreenshot,
  UrlRight,
  UrlMonitorPatch
} from "./repositories/urls/UrlMonitors.ts"
export type { NotThere } from "./repositories/urls/seenChanges.ts"
export { WhatsAppContacts } from "./repositories/whatsapp/WhatsAppContacts.ts"
export type { CodePolicy, PendingCode, WhatsAppContact } from "./repositories/whatsapp/WhatsAppContacts.ts"
export { WebhookTargets } from "./repositories/webhooks/WebhookTargets.ts"
export type { WebhookAttempt, WebhookTarget } from "./repositories/webhooks/WebhookTargets.ts"
export type { AccessScope } from "./repositories/access/AccessScope.ts"
export { claimFairly, makeAccountShares } from "./repositories/schedule/AccountShares.ts"
export type { AccountShares, FairClaim, FairRoom } from "./repositories/schedule/AccountShares.ts"
export { end as tarEnd, entry as tarEntry } from "./backup/Tar.ts"
export type { Entry as TarEntry } from "./backup/Tar.ts"
export { Jobs } from "./repositories/jobs/Jobs.ts"
export type { EnqueueOptions, QueueCounts, TakenJob } from "./repositories/jobs/Jobs.ts"
export { StoredJobs } from "./repositories/jobs/StoredJobs.ts"
export type {
  DeadJobFilter,
  JobFilter,
  RepeatedJobs,
  StoredJob,
  StoredJobState,
  StoredQueue
} from "./repositories/jobs/StoredJobs.ts"
export { defineQueue } from "./repositories/jobs/QueueDefinition.ts"
export type { QueueDefinition } from "./repositories/jobs/QueueDefinition.ts"
export { layerRepositories } from "./repositories/Repositories.ts"
export type { Repositories } from "./repositories/Repositories.ts"
export { isUnavailable, logUnavailable, OutageLog } from "./sql/OutageLog.ts"
export { StoreError } from "./sql/StoreError.ts"
export type { SecretLabel } from "./secrets/keyring.ts"
export { readOrMakeSecretFile } from "./secrets/secretFile.ts"
export { type CheckOptions, plainCheck } from "./repositories/monitors/storedOptions.ts"
export type { MonitorTarget } from "./repositories/monitors/monitorTargets.ts"
export { SecretError } from "./secrets/SecretError.ts"
export { MIN_SECRET_LENGTH, parseSecretList } from "./secrets/SecretList.ts"
export { findSecrets, readSecrets, type SecretList, secretsOfFile } from "./secrets/SecretSetting.ts"
export { Secrets } from "./secrets/Secrets.ts"
export type { Page } from "./sql/Page.ts"
