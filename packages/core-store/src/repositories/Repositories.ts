import * as Layer from "effect/Layer"
import { AccountDeletions } from "./accountDeletion/AccountDeletions.ts"
import { AccountSummary } from "./accountSummary/AccountSummary.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { AlertCounts } from "./alertCounts/AlertCounts.ts"
import { ApiKeys } from "./apiKeys/ApiKeys.ts"
import { Credentials } from "./apiKeys/Credentials.ts"
import { AuditLog } from "./auditLog/AuditLog.ts"
import { Billing } from "./billing/Billing.ts"
import { AccountBranding } from "./branding/AccountBranding.ts"
import { CertificateChecks } from "./certificates/CertificateChecks.ts"
import { AlertChannels } from "./channels/AlertChannels.ts"
import { ChannelTargets } from "./channels/ChannelTargets.ts"
import { ConfigFiles } from "./configFiles/ConfigFiles.ts"
import { Deliveries } from "./deliveries/Deliveries.ts"
import { Dependencies } from "./dependencies/Dependencies.ts"
import { DnsWatches } from "./dnsWatch/DnsWatches.ts"
import { DomainFactCache } from "./domainFacts/DomainFactCache.ts"
import { Domains } from "./domains/Domains.ts"
import { EmailHealthChecks } from "./emailHealth/EmailHealthChecks.ts"
import { EmailHealthReports } from "./emailHealth/EmailHealthReports.ts"
import { MailHostContacts } from "./emailHealth/MailHostContacts.ts"
import { EventStreams } from "./eventStreams/EventStreams.ts"
import { HostProofChecks } from "./hostProofs/HostProofChecks.ts"
import { IdempotentRequests } from "./idempotency/IdempotentRequests.ts"
import { Identities } from "./identities/Identities.ts"
import { AcknowledgeLinks } from "./incidents/AcknowledgeLinks.ts"
import { IncidentDiagnoses } from "./incidents/IncidentDiagnoses.ts"
import { IncidentRepairs } from "./incidents/IncidentRepairs.ts"
import { IncidentScreenshots } from "./incidents/IncidentScreenshots.ts"
import { Incidents } from "./incidents/Incidents.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { Locations } from "./locations/Locations.ts"
import { MailOutbox } from "./mailOutbox/MailOutbox.ts"
import { MailPreferences } from "./mailPreferences/MailPreferences.ts"
import { MaintenanceWindows } from "./maintenance/MaintenanceWindows.ts"
import { Markers } from "./markers/Markers.ts"
import { MonitorLists } from "./monitors/MonitorLists.ts"
import { Notifications } from "./notifications/Notifications.ts"
import { People } from "./people/People.ts"
import { EffectiveIntervals } from "./plans/EffectiveIntervals.ts"
import { RateLimitedAttempts } from "./rateLimits/RateLimitedAttempts.ts"
import { RefusedAddresses } from "./refusedAddresses/RefusedAddresses.ts"
import { Registrations } from "./registrations/Registrations.ts"
import { RegistryDocumentCache } from "./registrations/RegistryDocumentCache.ts"
import { Repairs } from "./repairs/Repairs.ts"
import { Reports } from "./reports/Reports.ts"
import { Retention } from "./retention/Retention.ts"
import { RollUps } from "./rollups/RollUps.ts"
import { AlertRoutes } from "./routes/AlertRoutes.ts"
import { RoutedAlerts } from "./routes/RoutedAlerts.ts"
import { SimulatedAlerts } from "./routes/SimulatedAlerts.ts"
import { MonitorSchedule } from "./schedule/MonitorSchedule.ts"
import { ScheduledReports } from "./scheduledReports/ScheduledReports.ts"
import { SecondFactors } from "./secondFactors/SecondFactors.ts"
import { ServicePause } from "./servicePause/ServicePause.ts"
import { Sessions } from "./sessions/Sessions.ts"
import { Signals } from "./signals/Signals.ts"
import { SimulationShares } from "./simulationShares/SimulationShares.ts"
import { SimulationJobs } from "./simulations/SimulationJobs.ts"
import { Simulations } from "./simulations/Simulations.ts"
import { StatusPageExports } from "./statusPageExports/StatusPageExports.ts"
import { StatusPageHosts } from "./statusPageHosts/StatusPageHosts.ts"
import { StatusPageDocuments } from "./statusPages/StatusPageDocuments.ts"
import { StatusPages } from "./statusPages/StatusPages.ts"
import { StatusPosts } from "./statusPages/StatusPosts.ts"
import { StatusSubscribers } from "./statusSubscribers/StatusSubscribers.ts"
import { SubscriberDeliveries } from "./statusSubscribers/SubscriberDeliveries.ts"
import { Suppressions } from "./suppressions/Suppressions.ts"
import { Tags } from "./tags/Tags.ts"
import { Team } from "./team/Team.ts"
import { Timelines } from "./timelines/Timelines.ts"
import { UrlChecks } from "./urls/UrlChecks.ts"
import { UrlMonitors } from "./urls/UrlMonitors.ts"
import { WebhookTargets } from "./webhooks/WebhookTargets.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"
import { WeeklyReports } from "./weeklyReports/WeeklyReports.ts"
import { WhatsAppContacts } from "./whatsapp/WhatsAppContacts.ts"

/** All repositories over one database. */
export const layerRepositories = Layer.mergeAll(
  AccountBranding.layer,
  AccountDeletions.layer,
  Accounts.layer,
  AlertChannels.layer,
  AlertCounts.layer,
  ApiKeys.layer,
  ChannelTargets.layer,
  ConfigFiles.layer,
  RateLimitedAttempts.layer,
  Billing.layer,
  Credentials.layer,
  Deliveries.layer,
  Dependencies.layer,
  DnsWatches.layer,
  HostProofChecks.layer,
  Domains.layer,
  EmailHealthChecks.layer,
  EmailHealthReports.layer,
  AlertRoutes.layer,
  RoutedAlerts.layer,
  SimulatedAlerts.layer,
  Layer.provide(StatusPageDocuments.layer, Signals.layer),
  StatusPageExports.layer,
  StatusPages.layer,
  StatusPosts.layer,
  StatusPageHosts.layer,
  StatusSubscribers.layer,
  SubscriberDeliveries.layer,
  MailHostContacts.layer,
  AcknowledgeLinks.layer,
  IncidentDiagnoses.layer,
  IncidentRepairs.layer,
  IncidentScreenshots.layer,
  Incidents.layer,
  Ledger.layer,
  MailPreferences.layer,
  MaintenanceWindows.layer,
  Jobs.layer,
  MailOutbox.layer,
  Retention.layer,
  ServicePause.layer,
  Reports.layer,
  ScheduledReports.layer,
  WeeklyReports.layer,
  AccountSummary.layer,
  People.layer,
  CertificateChecks.layer,
  RegistryDocumentCache.layer,
  Registrations.layer,
  RollUps.layer,
  Locations.layer,
  MonitorLists.layer,
  Markers.layer,
  Repairs.layer,
  Timelines.layer,
  EventStreams.layer,
  Signals.layer,
  MonitorSchedule.layer,
  DomainFactCache.layer,
  SimulationJobs.layer,
  SimulationShares.layer,
  Simulations.layer,
  AuditLog.layer,
  Identities.layer,
  SecondFactors.layer,
  Sessions.layer,
  Team.layer,
  UrlChecks.layer,
  UrlMonitors.layer,
  IdempotentRequests.layer,
  Notifications.layer,
  EffectiveIntervals.layer,
  Tags.layer,
  Webhooks.layer,
  WebhookTargets.layer,
  WhatsAppContacts.layer,
  RefusedAddresses.layer,
  Suppressions.layer
)

/** Every repository of the store. */
export type Repositories = Layer.Success<typeof layerRepositories>
