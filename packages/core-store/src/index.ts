export { BackupError } from "./backup/BackupError.ts"
export { restoreBackup, verifyBackup } from "./backup/restoreBackup.ts"
export type { RestoreOptions, RestoreSummary, VerifiedBackup } from "./backup/restoreBackup.ts"
export { writeBackup } from "./backup/writeBackup.ts"
export type { BackupOptions, BackupProgress, BackupSummary } from "./backup/writeBackup.ts"
export { defaultBackupLimits } from "./backup/Snapshot.ts"
export type { BackupLimits } from "./backup/Snapshot.ts"
export { BlobBytes } from "./blobs/BlobBytes.ts"
export { BlobLinks, LINK_SECONDS } from "./blobs/BlobLinks.ts"
export type { LinkClaims } from "./blobs/BlobLinks.ts"
export { layerBlobBytes, readBlobStorage } from "./blobs/BlobStorage.ts"
export type { BlobStorage } from "./blobs/BlobStorage.ts"
export { Blobs, MAX_BLOB_BYTES } from "./blobs/Blobs.ts"
export type { Blob, NewBlob } from "./blobs/Blobs.ts"
export { layerDiskBytes } from "./blobs/diskBytes.ts"
export { layerPostgresBytes } from "./blobs/postgresBytes.ts"
export { examineSchema, migrate, compatibleSince } from "./migrations/migrate.ts"
export type { MigrationError, Migrations, SchemaState } from "./migrations/migrate.ts"
export { examinePrivileges, privilegeText } from "./migrations/privileges.ts"
export type { MissingPrivilege, Privileges } from "./migrations/privileges.ts"
export { migrations } from "./migrations/index.ts"
export { findDatabaseUrl, readDatabaseUrl } from "./sql/DatabaseUrl.ts"
export { json } from "./sql/Parameter.ts"
export { PostgresJs } from "./sql/PostgresJs.ts"
export type { DatabaseAddress } from "./sql/Driver.ts"
export type { PostgresOptions } from "./sql/PostgresJs.ts"
export type { ConnectionUse, DatabaseUse } from "./sql/PoolUse.ts"
export { layer as layerSqlClient } from "./sql/SqlClient.ts"
export { randomBytes, Randomness } from "./sql/Randomness.ts"
export { Accounts } from "./repositories/accounts/Accounts.ts"
export type { ListedAccount, NewAccount, Profile, SettingsPatch } from "./repositories/accounts/Accounts.ts"
export { bootstrapOwner } from "./repositories/accounts/bootstrapOwner.ts"
export type { Bootstrap } from "./repositories/accounts/bootstrapOwner.ts"
export { ApiKeys } from "./repositories/apiKeys/ApiKeys.ts"
export type { ApiKeySummary, CreateKeyResult, KeyRules, NewApiKey } from "./repositories/apiKeys/ApiKeys.ts"
export { createApiKey, hashApiKey, issueApiKey, storeApiKey } from "./repositories/apiKeys/issueApiKey.ts"
export type { IssuedApiKey, KeyWish } from "./repositories/apiKeys/issueApiKey.ts"
export { RateLimitedAttempts } from "./repositories/rateLimits/RateLimitedAttempts.ts"
export type { AttemptPolicy } from "./repositories/rateLimits/RateLimitedAttempts.ts"
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
export { Credentials } from "./repositories/apiKeys/Credentials.ts"
export type { Credential } from "./repositories/apiKeys/Credentials.ts"
export { Deliveries } from "./repositories/deliveries/Deliveries.ts"
export type {
  AttemptResult,
  CauseBurst,
  ChannelSpacing,
  ClaimedDelivery,
  ClaimOutcome,
  DeliveryChannel,
  DeliveryTarget,
  DispatchTarget,
  MessageMoment,
  Overdue,
  QueuedDelivery,
  DispatchedNotification,
  PendingNotification
} from "./repositories/deliveries/Deliveries.ts"
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
  EmailHealthPoint,
  EmailHealthResult
} from "./repositories/emailHealth/EmailHealthChecks.ts"
export { EmailHealthReports, REPORT_SECONDS } from "./repositories/emailHealth/EmailHealthReports.ts"
export { MAIL_HOST_CONTACT_SECONDS, MailHostContacts } from "./repositories/emailHealth/MailHostContacts.ts"
export type { MailHostPermit } from "./repositories/emailHealth/MailHostContacts.ts"
export type { CachedReport, ReportClaim } from "./repositories/emailHealth/EmailHealthReports.ts"
export { AcknowledgeLinks } from "./repositories/incidents/AcknowledgeLinks.ts"
export type { AcknowledgeLink } from "./repositories/incidents/AcknowledgeLinks.ts"
export { IncidentScreenshots } from "./repositories/incidents/IncidentScreenshots.ts"
export type { IncidentShot, RecordedCheck } from "./repositories/incidents/IncidentScreenshots.ts"
export { Incidents } from "./repositories/incidents/Incidents.ts"
export type { AcknowledgeWish, IncidentPage } from "./repositories/incidents/Incidents.ts"
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
export { type ExportedPage, StatusPageExports } from "./repositories/statusPageExports/StatusPageExports.ts"
export { StatusPageDocuments } from "./repositories/statusPages/StatusPageDocuments.ts"
export type {
  KnownStatusPage,
  RefusedInput,
  ServedStatusPage,
  StatusPageChange,
  StatusPageInput
} from "./repositories/statusPages/StatusPageDocuments.ts"
export { StatusPages } from "./repositories/statusPages/StatusPages.ts"
export type {
  ComponentDraft,
  GroupDraft,
  LayoutDraft,
  SaveStatusPageResult,
  StatusPageFields,
  StoredLogo,
  StoredStatusPage,
  StoredStatusPageSummary
} from "./repositories/statusPages/StatusPages.ts"
export { StatusSubscribers } from "./repositories/statusSubscribers/StatusSubscribers.ts"
export type {
  ChoosableComponent,
  EmailRequestResult,
  Subscription,
  SubscriptionChoice,
  WebhookResult
} from "./repositories/statusSubscribers/StatusSubscribers.ts"
export { SubscriberDeliveries } from "./repositories/statusSubscribers/SubscriberDeliveries.ts"
export type {
  ClaimedSubscriberDelivery,
  SubscriberAttempt,
  SubscriberKind
} from "./repositories/statusSubscribers/SubscriberDeliveries.ts"
export { StatusPosts } from "./repositories/statusPages/StatusPosts.ts"
export type {
  AutomaticText,
  ComponentChangeDraft,
  PostDraft,
  PostPage,
  PostPatch,
  SavePostResult,
  UpdateDraft,
  UpdatePatch,
  WriteText
} from "./repositories/statusPages/StatusPosts.ts"
export { SimulatedAlerts } from "./repositories/routes/SimulatedAlerts.ts"
export type { SimulatedMonitor, SimulatedRoute } from "./repositories/routes/SimulatedAlerts.ts"
export { Ledger } from "./repositories/ledger/Ledger.ts"
export type {
  CreditUsage,
  CreditTransaction,
  CreditTransactionType,
  Reservation
} from "./repositories/ledger/Ledger.ts"
export { MaintenanceWindows } from "./repositories/maintenance/MaintenanceWindows.ts"
export type {
  ExpandSchedule,
  ExpiringWindow,
  MaintenancePage,
  MaintenancePatch,
  MaintenanceTargets,
  NewMaintenanceWindow,
  SaveWindowResult,
  StoredExpansion,
  StoredSchedule
} from "./repositories/maintenance/MaintenanceWindows.ts"
export { MailPreferences } from "./repositories/mailPreferences/MailPreferences.ts"
export { Retention } from "./repositories/retention/Retention.ts"
export { AlertCounts, layerAlertCounts } from "./repositories/alertCounts/AlertCounts.ts"
export type { ChannelCounts } from "./repositories/alertCounts/AlertCounts.ts"
export { layerServicePause, ServicePause } from "./repositories/servicePause/ServicePause.ts"
export type { Pause } from "./repositories/servicePause/ServicePause.ts"
export { WeeklyReports } from "./repositories/weeklyReports/WeeklyReports.ts"
export type { ReportRecipient, ReportWeek } from "./repositories/weeklyReports/WeeklyReports.ts"
export { layerMailOutbox, MailOutbox } from "./repositories/mailOutbox/MailOutbox.ts"
export type { NewOutboxMail, OutboxMail, PlainOutboxMail } from "./repositories/mailOutbox/MailOutbox.ts"
export { AccountSummary } from "./repositories/accountSummary/AccountSummary.ts"
export type { MonitorCounts } from "./repositories/accountSummary/AccountSummary.ts"
export { linkSeconds, People } from "./repositories/people/People.ts"
export type { LinkKind, OpenLink, PasswordChange, Person } from "./repositories/people/People.ts"
export { CertificateChecks } from "./repositories/certificates/CertificateChecks.ts"
export type { CertificateClaim, SeenCertificate } from "./repositories/certificates/CertificateChecks.ts"
export { RegistryDocumentCache } from "./repositories/registrations/RegistryDocumentCache.ts"
export type { RegistryDocument } from "./repositories/registrations/RegistryDocumentCache.ts"
export { HostProofChecks } from "./repositories/hostProofs/HostProofChecks.ts"
export type { HostProofClaim, HostProofFinding, HostProofOutcome } from "./repositories/hostProofs/HostProofChecks.ts"
export { Dependencies } from "./repositories/dependencies/Dependencies.ts"
export type { DependencyFault, ParentsVerdict } from "./repositories/dependencies/Dependencies.ts"
export { DnsWatches } from "./repositories/dnsWatch/DnsWatches.ts"
export type { DnsWatchClaim, DnsWatchResult, StoredDnsWatch } from "./repositories/dnsWatch/DnsWatches.ts"
export { Registrations } from "./repositories/registrations/Registrations.ts"
export type {
  RegistrationClaim,
  RegistrationFound,
  StoredRegistration
} from "./repositories/registrations/Registrations.ts"
export { RollUps } from "./repositories/rollups/RollUps.ts"
export type { DomainSummary } from "./repositories/rollups/RollUps.ts"
export { EventStreams, eventStreamSeconds } from "./repositories/eventStreams/EventStreams.ts"
export type { LiveMonitor } from "./repositories/eventStreams/EventStreams.ts"
export { signalKinds, Signals } from "./repositories/signals/Signals.ts"
export type { Signal, SignalListener } from "./repositories/signals/Signals.ts"
export { Timelines } from "./repositories/timelines/Timelines.ts"
export { MonitorLists } from "./repositories/monitors/MonitorLists.ts"
export type { MonitorSample } from "./repositories/monitors/readMonitorSamples.ts"
export { Locations } from "./repositories/locations/Locations.ts"
export type { LiveLocation, ServiceStanding, WorkerStanding } from "./repositories/locations/Locations.ts"
export { MonitorSchedule } from "./repositories/schedule/MonitorSchedule.ts"
export type { Claim, ClaimOptions, CheckResultRow, RecordOutcome } from "./repositories/schedule/MonitorSchedule.ts"
export { IdempotentRequests } from "./repositories/idempotency/IdempotentRequests.ts"
export type { ClaimRequestResult, KeyedRequest, RequestLease } from "./repositories/idempotency/IdempotentRequests.ts"
export { Notifications } from "./repositories/notifications/Notifications.ts"
export type { StoredNotification } from "./repositories/notifications/Notifications.ts"
export { EffectiveIntervals } from "./repositories/plans/EffectiveIntervals.ts"
export { Tags } from "./repositories/tags/Tags.ts"
export type { AssignTagsResult, NewTag, SaveTagResult, Tagged, TagPatch } from "./repositories/tags/Tags.ts"
export { Webhooks } from "./repositories/webhooks/Webhooks.ts"
export type {
  CreateWebhookResult,
  WebhookDeliveryRow,
  WebhookDraft,
  WebhookRight
} from "./repositories/webhooks/Webhooks.ts"
export { Sessions, sessionSeconds } from "./repositories/sessions/Sessions.ts"
export type { AccountChoice, SignedIn } from "./repositories/sessions/Sessions.ts"
export { Suppressions } from "./repositories/suppressions/Suppressions.ts"
export { Team } from "./repositories/team/Team.ts"
export type {
  InviteRefusal,
  InviteResult,
  NewInvite,
  NewMembership,
  OpenInvite,
  RemovalResult,
  ResendResult
} from "./repositories/team/Team.ts"
export { UrlChecks } from "./repositories/urls/UrlChecks.ts"
export type {
  PageSnapshot,
  ManualClaim,
  NewUrlChange,
  NewUrlScreenshot,
  UrlCheckResult,
  UrlClaim
} from "./repositories/urls/UrlChecks.ts"
export { UrlMonitors } from "./repositories/urls/UrlMonitors.ts"
export type {
  CreateUrlResult,
  NewUrlMonitor,
  NotThere,
  StoredUrlChange,
  StoredUrlScreenshot,
  UrlMonitorPatch
} from "./repositories/urls/UrlMonitors.ts"
export { WhatsAppContacts } from "./repositories/whatsapp/WhatsAppContacts.ts"
export type { CodePolicy, PendingCode, WhatsAppContact } from "./repositories/whatsapp/WhatsAppContacts.ts"
export { WebhookTargets } from "./repositories/webhooks/WebhookTargets.ts"
export type { WebhookAttempt, WebhookTarget } from "./repositories/webhooks/WebhookTargets.ts"
export type { WebhookMonitor, WebhookSource } from "./repositories/webhooks/Webhooks.ts"
export type { AccessScope } from "./repositories/access/AccessScope.ts"
export { claimFairly, makeAccountShares } from "./queue/AccountShares.ts"
export type { AccountShares, FairClaim, FairRoom } from "./queue/AccountShares.ts"
export { Queue } from "./queue/Queue.ts"
export type { ConsumeOptions, EnqueueOptions, QueueCounts } from "./queue/Queue.ts"
export type { Attempt, Handler } from "./queue/JobHandler.ts"
export { defineQueue } from "./queue/QueueDefinition.ts"
export type { QueueDefinition } from "./queue/QueueDefinition.ts"
export { layerRepositories } from "./repositories/Repositories.ts"
export type { Repositories } from "./repositories/Repositories.ts"
export { isUnavailable, logUnavailable, OutageLog } from "./sql/OutageLog.ts"
export { StoreError } from "./sql/StoreError.ts"
export type { SecretLabel } from "./secrets/keyring.ts"
export { readOrMakeSecretFile } from "./secrets/secretFile.ts"
export { plainCheck } from "./repositories/monitors/storedOptions.ts"
export type { CheckOptions } from "./repositories/monitors/storedOptions.ts"
export type { MonitorTarget } from "./repositories/monitors/monitorTargets.ts"
export { SecretError } from "./secrets/SecretError.ts"
export { MIN_SECRET_LENGTH, parseSecretList } from "./secrets/SecretList.ts"
export { findSecrets, readSecrets, secretsOfFile } from "./secrets/SecretSetting.ts"
export type { SecretList } from "./secrets/SecretSetting.ts"
export { Secrets } from "./secrets/Secrets.ts"
export type { Page } from "./sql/Page.ts"
export type { StoredCertificate } from "./repositories/certificates/certificateFacts.ts"
