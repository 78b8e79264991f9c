import type { MonitorKind } from "@mon/model"
import * as Layer from "effect/Layer"
import { AccountDeletions } from "./accounts/AccountDeletions.ts"
import { AccountSummary } from "./accounts/AccountSummary.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { AlertCounts } from "./incidents/AlertCounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Credentials } from "./accounts/Credentials.ts"
import { AuditLog } from "./accounts/AuditLog.ts"
import { Billing } from "./accounts/Billing.ts"
import { AccountBranding } from "./statusPages/AccountBranding.ts"
import { CertificateChecks } from "./monitors/CertificateChecks.ts"
import { CertificateRepairs } from "./monitors/CertificateRepairs.ts"
import { AlertChannels } from "./incidents/AlertChannels.ts"
import { ChannelTargets } from "./incidents/ChannelTargets.ts"
import { ConfigFiles } from "./accounts/ConfigFiles.ts"
import { Deliveries } from "./incidents/deliveries/Deliveries.ts"
import { Dependencies } from "./monitors/Dependencies.ts"
import { DnsRepairs } from "./monitors/DnsRepairs.ts"
import { DnsWatches } from "./monitors/DnsWatches.ts"
import { DomainFactCache } from "./monitors/DomainFactCache.ts"
import { Domains } from "./monitors/Domains.ts"
import { HeartbeatPings } from "./monitors/heartbeats/HeartbeatPings.ts"
import { Heartbeats } from "./monitors/heartbeats/Heartbeats.ts"
import { UnusedHeartbeats } from "./monitors/heartbeats/UnusedHeartbeats.ts"
import { EmailHealthChecks } from "./monitors/emailHealth/EmailHealthChecks.ts"
import { EmailHealthReports } from "./monitors/emailHealth/EmailHealthReports.ts"
import { MailHostContacts } from "./monitors/emailHealth/MailHostContacts.ts"
import { EventStreams } from "./accounts/EventStreams.ts"
import { HostProofChecks } from "./statusPages/HostProofChecks.ts"
import { IdempotentRequests } from "./accounts/IdempotentRequests.ts"
import { Identities } from "./accounts/Identities.ts"
import { AcknowledgeLinks } from "./incidents/AcknowledgeLinks.ts"
import { IncidentDiagnoses } from "./incidents/IncidentDiagnoses.ts"
import { IncidentRepairs } from "./incidents/IncidentRepairs.ts"
import { IncidentScreenshots } from "./incidents/IncidentScreenshots.ts"
import { Incidents } from "./incidents/Incidents.ts"
import { DueTimes } from "./DueTimes.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { Ledger } from "./accounts/Ledger.ts"
import { Locations } from "./monitors/Locations.ts"
import { MailOutbox } from "./jobs/MailOutbox.ts"
import { MailPreferences } from "./accounts/MailPreferences.ts"
import { MaintenanceWindows } from "./schedule/MaintenanceWindows.ts"
import { Markers } from "./monitors/Markers.ts"
import { MonitorLists } from "./monitors/MonitorLists.ts"
import { Notifications } from "./incidents/Notifications.ts"
import { People } from "./accounts/People.ts"
import { EffectiveIntervals } from "./accounts/EffectiveIntervals.ts"
import { RateLimitedAttempts } from "./accounts/RateLimitedAttempts.ts"
import { RefusedAddresses } from "./accounts/RefusedAddresses.ts"
import { Registrations } from "./monitors/Registrations.ts"
import { RegistryDocumentCache } from "./monitors/RegistryDocumentCache.ts"
import { Repairs } from "./monitors/Repairs.ts"
import { Reports } from "./schedule/Reports.ts"
import { Retention } from "./operator/Retention.ts"
import { RollUps } from "./monitors/RollUps.ts"
import { AlertRoutes } from "./incidents/routes/AlertRoutes.ts"
import { AlertSources } from "./incidents/sources/AlertSources.ts"
import { ReceivedAlerts } from "./incidents/sources/ReceivedAlerts.ts"
import { SourceIncidents } from "./incidents/sources/SourceIncidents.ts"
import { OnCallCalendars } from "./incidents/onCall/OnCallCalendars.ts"
import { OnCallRequests } from "./incidents/onCall/OnCallRequests.ts"
import { OnCallSchedules } from "./incidents/onCall/OnCallSchedules.ts"
import { ContactRuleSets } from "./incidents/contacts/ContactRuleSets.ts"
import { LaterContacts } from "./incidents/routes/LaterContacts.ts"
import { OwnChannels } from "./incidents/contacts/OwnChannels.ts"
import { OnCallWatches } from "./incidents/onCall/OnCallWatches.ts"
import { RoutedAlerts } from "./incidents/routes/RoutedAlerts.ts"
import { SimulatedAlerts } from "./incidents/routes/SimulatedAlerts.ts"
import { MonitorSchedule } from "./schedule/MonitorSchedule.ts"
import { ScheduledReports } from "./schedule/ScheduledReports.ts"
import { SecondFactors } from "./accounts/SecondFactors.ts"
import { ServiceProofs } from "./monitors/ServiceProofs.ts"
import { Services } from "./monitors/Services.ts"
import { ServicePause } from "./operator/ServicePause.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { Signals } from "./sql/Signals.ts"
import { SimulationShares } from "./jobs/SimulationShares.ts"
import { SimulationJobs } from "./jobs/SimulationJobs.ts"
import { Simulations } from "./jobs/Simulations.ts"
import { StatusPageExports } from "./statusPages/StatusPageExports.ts"
import { StatusPageHosts } from "./statusPages/StatusPageHosts.ts"
import { StatusPageDocuments } from "./statusPages/pages/StatusPageDocuments.ts"
import { StatusPages } from "./statusPages/pages/StatusPages.ts"
import { StatusPosts } from "./statusPages/pages/StatusPosts.ts"
import { StatusSubscribers } from "./statusPages/subscribers/StatusSubscribers.ts"
import { SubscriberDeliveries } from "./statusPages/subscribers/SubscriberDeliveries.ts"
import { Suppressions } from "./incidents/Suppressions.ts"
import { Tags } from "./monitors/Tags.ts"
import { Team } from "./accounts/team/Team.ts"
import { Timelines } from "./schedule/timelines/Timelines.ts"
import { PageChecks } from "./monitors/pages/PageChecks.ts"
import { PageMonitors } from "./monitors/pages/PageMonitors.ts"
import { WebhookTargets } from "./incidents/WebhookTargets.ts"
import { Webhooks } from "./incidents/Webhooks.ts"
import { WeeklyReports } from "./schedule/WeeklyReports.ts"
import { WhatsAppContacts } from "./incidents/WhatsAppContacts.ts"

/** The layer of all repositories, which share one database. */
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
  DnsRepairs.layer,
  DnsWatches.layer,
  HeartbeatPings.layer,
  Heartbeats.layer,
  UnusedHeartbeats.layer,
  HostProofChecks.layer,
  ServiceProofs.layer,
  Domains.layer,
  EmailHealthChecks.layer,
  EmailHealthReports.layer,
  AlertRoutes.layer,
  OnCallCalendars.layer,
  OnCallRequests.layer,
  OnCallSchedules.layer,
  OnCallWatches.layer,
  OwnChannels.layer,
  ContactRuleSets.layer,
  LaterContacts.layer,
  RoutedAlerts.layer,
  AlertSources.layer,
  ReceivedAlerts.layer,
  SourceIncidents.layer,
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
  DueTimes.layer,
  Jobs.layer,
  MailOutbox.layer,
  Retention.layer,
  ServicePause.layer,
  Services.layer,
  Reports.layer,
  ScheduledReports.layer,
  WeeklyReports.layer,
  AccountSummary.layer,
  People.layer,
  CertificateChecks.layer,
  CertificateRepairs.layer,
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
  PageChecks.layer,
  PageMonitors.layer,
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

/** The repository for each kind of monitor. */
export const monitorRepositories = {
  domain: Domains,
  url: PageMonitors,
  heartbeat: Heartbeats,
  service: Services
} as const satisfies Readonly<Record<MonitorKind, unknown>>

/** The union of all repositories of the store. */
export type Repositories = Layer.Success<typeof layerRepositories>
