export { BackupError } from "./backup/BackupError.ts"
export { restoreBackup, verifyBackup } from "./backup/restoreBackup.ts"
export type { RestoreSummary, VerifiedBackup } from "./backup/restoreBackup.ts"
export { writeBackup } from "./backup/writeBackup.ts"
export type { BackupOptions, BackupProgress, BackupSummary } from "./backup/writeBackup.ts"
export { BlobBytes } from "./blobs/BlobBytes.ts"
export { BlobLinks, LINK_SECONDS } from "./blobs/BlobLinks.ts"
export type { LinkClaims } from "./blobs/BlobLinks.ts"
export { layerBlobBytes, readBlobPlace } from "./blobs/BlobPlace.ts"
export type { BlobPlace } from "./blobs/BlobPlace.ts"
export { Blobs, MAX_BLOB_BYTES } from "./blobs/Blobs.ts"
export type { Blob, NewBlob } from "./blobs/Blobs.ts"
export { layerDiskBytes } from "./blobs/diskBytes.ts"
export { layerPostgresBytes } from "./blobs/postgresBytes.ts"
export { examineSchema, migrate, survivedBy } from "./migrate.ts"
export type { MigrationError, Migrations, SchemaState } from "./migrate.ts"
export { migrations } from "./migrations/index.ts"
export { findDatabaseUrl, readDatabaseUrl } from "./postgres/DatabaseUrl.ts"
export { json } from "./postgres/Parameter.ts"
export { PostgresJs } from "./postgres/PostgresJs.ts"
export type { PostgresOptions } from "./postgres/PostgresJs.ts"
export type { ConnectionUse, DatabaseUse } from "./postgres/PoolUse.ts"
export { layer as layerSqlClient } from "./postgres/SqlClient.ts"
export { randomBytes, Randomness } from "./Randomness.ts"
export { Accounts } from "./repositories/Accounts.ts"
export type { AccountSummary, NewAccount, Profile, SettingsPatch } from "./repositories/Accounts.ts"
export { bootstrapOwner } from "./repositories/accounts/bootstrapOwner.ts"
export type { Bootstrap } from "./repositories/accounts/bootstrapOwner.ts"
export { ApiKeys } from "./repositories/ApiKeys.ts"
export type { ApiKeySummary, NewApiKey } from "./repositories/ApiKeys.ts"
export { hashApiKey, issueApiKey, storeApiKey } from "./repositories/keys/issueApiKey.ts"
export type { IssuedApiKey } from "./repositories/keys/issueApiKey.ts"
export { Attempts } from "./repositories/Attempts.ts"
export type { AttemptPolicy } from "./repositories/Attempts.ts"
export { Billing } from "./repositories/Billing.ts"
export type { CheckoutSession, NewOrder, OpenOrder, PaymentEvent, PaymentEventKind } from "./repositories/Billing.ts"
export { Credentials } from "./repositories/Credentials.ts"
export type { Credential } from "./repositories/Credentials.ts"
export { Deliveries } from "./repositories/Deliveries.ts"
export type {
  AttemptResult,
  ClaimedDelivery,
  ClaimOutcome,
  DeliveryChannel,
  DeliveryTarget,
  Overdue,
  QueuedDelivery,
  ToldNotification,
  UntoldNotification,
  WatchedMonitor
} from "./repositories/Deliveries.ts"
export { DomainFactCache } from "./repositories/DomainFactCache.ts"
export type { DomainFactClaim, DomainFactKind, FoundDomainFact } from "./repositories/DomainFactCache.ts"
export { SimulationJobs } from "./repositories/SimulationJobs.ts"
export type { SimulationClaim, SimulationOutcome, SimulationProgressReport } from "./repositories/SimulationJobs.ts"
export { SimulationShares } from "./repositories/SimulationShares.ts"
export type { CodeTried, ShareChallenge, SharedSimulation } from "./repositories/SimulationShares.ts"
export { Simulations } from "./repositories/Simulations.ts"
export type { NewSimulation, SimulationCsvType, SimulationStart, StoredSimulation } from "./repositories/Simulations.ts"
export { Domains } from "./repositories/Domains.ts"
export type { CreateDomainResult, DomainPatch, DomainRight, NewDomain, Page } from "./repositories/Domains.ts"
export { EmailHealthChecks } from "./repositories/EmailHealthChecks.ts"
export type {
  AlertFinding,
  ComponentScore,
  EmailHealthClaim,
  EmailHealthOutcome,
  EmailHealthPoint,
  EmailHealthResult
} from "./repositories/EmailHealthChecks.ts"
export { EmailHealthReports, REPORT_SECONDS } from "./repositories/EmailHealthReports.ts"
export type { KeptReport, Turn } from "./repositories/EmailHealthReports.ts"
export { IncidentScreenshots } from "./repositories/IncidentScreenshots.ts"
export type { IncidentShot, RecordedLook } from "./repositories/IncidentScreenshots.ts"
export { Incidents } from "./repositories/Incidents.ts"
export { Ledger } from "./repositories/Ledger.ts"
export type { CreditStanding, CreditTransaction, CreditTransactionType, Reservation } from "./repositories/Ledger.ts"
export { MailChoices } from "./repositories/MailChoices.ts"
export { Retention } from "./repositories/Retention.ts"
export { WeeklyReports } from "./repositories/WeeklyReports.ts"
export type { DomainWeek, NewReport, ReportRecipient, ReportWeek, UrlWeek } from "./repositories/WeeklyReports.ts"
export { MailOutbox } from "./repositories/MailOutbox.ts"
export { layerMailOutbox } from "./repositories/mail/layerMailOutbox.ts"
export type { NewOutboxMail, OutboxMail } from "./repositories/MailOutbox.ts"
export { Overview } from "./repositories/Overview.ts"
export type { MonitorCounts } from "./repositories/Overview.ts"
export { linkSeconds, People } from "./repositories/People.ts"
export type { LinkKind, OpenLink, Person } from "./repositories/People.ts"
export { CertificateLooks } from "./repositories/CertificateLooks.ts"
export type { CertificateClaim, SeenCertificate } from "./repositories/CertificateLooks.ts"
export { KeptDocuments } from "./repositories/KeptDocuments.ts"
export type { KeptDocument } from "./repositories/KeptDocuments.ts"
export { Registrations } from "./repositories/Registrations.ts"
export type { RegistrationClaim, RegistrationFound, StoredRegistration } from "./repositories/Registrations.ts"
export { RollUps } from "./repositories/RollUps.ts"
export type { DomainSummary } from "./repositories/RollUps.ts"
export { Locations } from "./repositories/Locations.ts"
export type { LiveLocation } from "./repositories/Locations.ts"
export { Schedule } from "./repositories/Schedule.ts"
export type { Claim, ClaimOptions, LookRow, RecordOutcome, StoredCertificate } from "./repositories/Schedule.ts"
export { IdempotentRequests } from "./repositories/IdempotentRequests.ts"
export type { ClaimRequestResult, KeyedRequest } from "./repositories/IdempotentRequests.ts"
export { Notifications } from "./repositories/Notifications.ts"
export { ServedIntervals } from "./repositories/ServedIntervals.ts"
export { Tags } from "./repositories/Tags.ts"
export type { AssignTagsResult, NewTag, SaveTagResult, Tagged, TagPatch } from "./repositories/Tags.ts"
export { Webhooks } from "./repositories/Webhooks.ts"
export type { CreateWebhookResult, WebhookDraft, WebhookRight } from "./repositories/Webhooks.ts"
export { Sessions, sessionSeconds } from "./repositories/Sessions.ts"
export type { AccountChoice, SignedIn } from "./repositories/Sessions.ts"
export { Suppressions } from "./repositories/Suppressions.ts"
export { Team } from "./repositories/Team.ts"
export type {
  InviteRefusal,
  InviteResult,
  NewInvite,
  NewMembership,
  OpenInvite,
  RemovalResult,
  ResendResult
} from "./repositories/Team.ts"
export { UrlChecks } from "./repositories/UrlChecks.ts"
export type {
  KeptPage,
  ManualClaim,
  NewUrlChange,
  NewUrlScreenshot,
  UrlCheckResult,
  UrlClaim
} from "./repositories/UrlChecks.ts"
export { UrlMonitors } from "./repositories/UrlMonitors.ts"
export type {
  CreateUrlResult,
  NewUrlMonitor,
  StoredUrlChange,
  StoredUrlScreenshot,
  UrlMonitorPatch
} from "./repositories/UrlMonitors.ts"
export { WhatsAppContacts } from "./repositories/WhatsAppContacts.ts"
export type { CodePolicy, PendingCode, WhatsAppContact } from "./repositories/WhatsAppContacts.ts"
export { WebhookTargets } from "./repositories/WebhookTargets.ts"
export type { WebhookAttempt, WebhookTarget } from "./repositories/WebhookTargets.ts"
export type { Viewer } from "./repositories/Viewer.ts"
export { Queue } from "./queue/Queue.ts"
export type { ConsumeOptions, EnqueueOptions, QueueCounts } from "./queue/Queue.ts"
export type { Attempt, Handler } from "./queue/JobHandler.ts"
export { defineQueue } from "./queue/QueueDefinition.ts"
export type { QueueDefinition } from "./queue/QueueDefinition.ts"
export { layerRepositories } from "./Repositories.ts"
export type { Repositories } from "./Repositories.ts"
export { StoreError } from "./StoreError.ts"
export type { SecretLabel } from "./secrets/keyring.ts"
export { readOrMakeSecretFile } from "./secrets/secretFile.ts"
export { SecretError } from "./secrets/SecretError.ts"
export { MIN_SECRET_LENGTH, parseSecretList } from "./secrets/SecretList.ts"
export { findSecrets, readSecrets, secretsOfFile } from "./secrets/SecretSetting.ts"
export type { SecretList } from "./secrets/SecretSetting.ts"
export { Secrets } from "./secrets/Secrets.ts"
