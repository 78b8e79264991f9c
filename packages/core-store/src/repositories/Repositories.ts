import type { AccountDeletions } from "./accountDeletion/AccountDeletions.ts"
import { layerAccountDeletions } from "./accountDeletion/layerAccountDeletions.ts"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { PostgresJs } from "../sql/PostgresJs.ts"
import type { Accounts } from "./accounts/Accounts.ts"
import { layerAccounts } from "./accounts/layerAccounts.ts"
import { type RateLimitedAttempts, layerRateLimitedAttempts } from "./rateLimits/RateLimitedAttempts.ts"
import type { ApiKeys } from "./apiKeys/ApiKeys.ts"
import { layerApiKeys } from "./apiKeys/layerApiKeys.ts"
import type { Billing } from "./billing/Billing.ts"
import { layerBilling } from "./billing/layerBilling.ts"
import { type Credentials, layerCredentials } from "./apiKeys/Credentials.ts"
import type { AlertChannels } from "./channels/AlertChannels.ts"
import type { ChannelTargets } from "./channels/ChannelTargets.ts"
import { layerAlertChannels } from "./channels/layerAlertChannels.ts"
import { layerChannelTargets } from "./channels/layerChannelTargets.ts"
import type { Deliveries } from "./deliveries/Deliveries.ts"
import { layerDeliveries } from "./deliveries/layerDeliveries.ts"
import { layerRefusedAddresses } from "./refusedAddresses/layerRefusedAddresses.ts"
import type { AccountBranding } from "./branding/AccountBranding.ts"
import { layerAccountBranding } from "./branding/layerAccountBranding.ts"
import type { RefusedAddresses } from "./refusedAddresses/RefusedAddresses.ts"
import { layerSuppressions, type Suppressions } from "./suppressions/Suppressions.ts"
import { layerWebhookTargets, type WebhookTargets } from "./webhooks/WebhookTargets.ts"
import { layerWhatsAppContacts, type WhatsAppContacts } from "./whatsapp/WhatsAppContacts.ts"
import { type Dependencies, layerDependencies } from "./dependencies/Dependencies.ts"
import type { ConfigFiles } from "./configFiles/ConfigFiles.ts"
import { layerConfigFiles } from "./configFiles/layerConfigFiles.ts"
import type { Domains } from "./domains/Domains.ts"
import type { HostProofChecks } from "./hostProofs/HostProofChecks.ts"
import { layerHostProofChecks } from "./hostProofs/layerHostProofChecks.ts"
import type { DnsWatches } from "./dnsWatch/DnsWatches.ts"
import { layerDnsWatches } from "./dnsWatch/layerDnsWatches.ts"
import { layerDomains } from "./domains/layerDomains.ts"
import type { EmailHealthChecks } from "./emailHealth/EmailHealthChecks.ts"
import { layerEmailHealthChecks } from "./emailHealth/layerEmailHealthChecks.ts"
import { type EmailHealthReports, layerEmailHealthReports } from "./emailHealth/EmailHealthReports.ts"
import { layerMailHostContacts, type MailHostContacts } from "./emailHealth/MailHostContacts.ts"
import { type AcknowledgeLinks, layerAcknowledgeLinks } from "./incidents/AcknowledgeLinks.ts"
import type { IncidentRepairs } from "./incidents/IncidentRepairs.ts"
import { layerIncidentRepairs } from "./incidents/layerIncidentRepairs.ts"
import { type IncidentDiagnoses, layerIncidentDiagnoses } from "./incidents/IncidentDiagnoses.ts"
import { type IncidentScreenshots, layerIncidentScreenshots } from "./incidents/IncidentScreenshots.ts"
import type { Incidents } from "./incidents/Incidents.ts"
import { layerIncidents } from "./incidents/layerIncidents.ts"
import type { Ledger } from "./ledger/Ledger.ts"
import { layerLedger } from "./ledger/layerLedger.ts"
import { layerMaintenanceWindows } from "./maintenance/layerMaintenanceWindows.ts"
import type { MaintenanceWindows } from "./maintenance/MaintenanceWindows.ts"
import { layerMailPreferences, type MailPreferences } from "./mailPreferences/MailPreferences.ts"
import { layerRetention, type Retention } from "./retention/Retention.ts"
import { layerServicePause, type ServicePause } from "./servicePause/ServicePause.ts"
import { layerReports, type Reports } from "./reports/Reports.ts"
import { layerScheduledReports } from "./scheduledReports/layerScheduledReports.ts"
import type { ScheduledReports } from "./scheduledReports/ScheduledReports.ts"
import type { WeeklyReports } from "./weeklyReports/WeeklyReports.ts"
import { layerWeeklyReports } from "./weeklyReports/layerWeeklyReports.ts"
import { layerMailOutbox, type MailOutbox } from "./mailOutbox/MailOutbox.ts"
import { type DueTimes, layerDueTimes } from "./DueTimes.ts"
import { type Jobs, layerJobs } from "./jobs/Jobs.ts"
import { layerAccountSummary, type AccountSummary } from "./accountSummary/AccountSummary.ts"
import type { People } from "./people/People.ts"
import { layerPeople } from "./people/layerPeople.ts"
import type { CertificateChecks } from "./certificates/CertificateChecks.ts"
import { layerCertificateChecks } from "./certificates/layerCertificateChecks.ts"
import { type RegistryDocumentCache, layerRegistryDocumentCache } from "./registrations/RegistryDocumentCache.ts"
import type { Registrations } from "./registrations/Registrations.ts"
import { layerRegistrations } from "./registrations/layerRegistrations.ts"
import { layerRollUps, type RollUps } from "./rollups/RollUps.ts"
import type { EventStreams } from "./eventStreams/EventStreams.ts"
import { layerEventStreams } from "./eventStreams/layerEventStreams.ts"
import { layerSignals } from "./signals/layerSignals.ts"
import type { Signals } from "./signals/Signals.ts"
import { layerMarkers, type Markers } from "./markers/Markers.ts"
import { layerRepairs } from "./repairs/layerRepairs.ts"
import type { Repairs } from "./repairs/Repairs.ts"
import { layerTimelines, type Timelines } from "./timelines/Timelines.ts"
import { layerMonitorLists, type MonitorLists } from "./monitors/MonitorLists.ts"
import { layerLocations, type Locations } from "./locations/Locations.ts"
import type { MonitorSchedule } from "./schedule/MonitorSchedule.ts"
import { layerMonitorSchedule } from "./schedule/layerMonitorSchedule.ts"
import { type DomainFactCache, layerDomainFactCache } from "./domainFacts/DomainFactCache.ts"
import type { SimulationJobs } from "./simulations/SimulationJobs.ts"
import { layerSimulationShares } from "./simulationShares/layerSimulationShares.ts"
import type { SimulationShares } from "./simulationShares/SimulationShares.ts"
import type { AlertRoutes } from "./routes/AlertRoutes.ts"
import { type AlertCounts, layerAlertCounts } from "./alertCounts/AlertCounts.ts"
import { layerAlertRoutes } from "./routes/layerAlertRoutes.ts"
import { layerRoutedAlerts } from "./routes/layerRoutedAlerts.ts"
import type { RoutedAlerts } from "./routes/RoutedAlerts.ts"
import { layerSimulatedAlerts, type SimulatedAlerts } from "./routes/SimulatedAlerts.ts"
import type { Simulations } from "./simulations/Simulations.ts"
import { layerSimulationJobs, layerSimulations } from "./simulations/layerSimulations.ts"
import { layerStatusPageExports, type StatusPageExports } from "./statusPageExports/StatusPageExports.ts"
import { layerStatusPageDocuments } from "./statusPages/layerStatusPageDocuments.ts"
import { layerStatusPages, layerStatusPosts } from "./statusPages/layerStatusPages.ts"
import type { StatusPageDocuments } from "./statusPages/StatusPageDocuments.ts"
import type { StatusPages } from "./statusPages/StatusPages.ts"
import type { StatusPosts } from "./statusPages/StatusPosts.ts"
import { layerStatusPageHosts } from "./statusPageHosts/layerStatusPageHosts.ts"
import type { StatusPageHosts } from "./statusPageHosts/StatusPageHosts.ts"
import { layerStatusSubscribers, layerSubscriberDeliveries } from "./statusSubscribers/layerStatusSubscribers.ts"
import type { StatusSubscribers } from "./statusSubscribers/StatusSubscribers.ts"
import type { SubscriberDeliveries } from "./statusSubscribers/SubscriberDeliveries.ts"
import type { AuditLog } from "./auditLog/AuditLog.ts"
import { layerAuditLog } from "./auditLog/layerAuditLog.ts"
import type { Identities } from "./identities/Identities.ts"
import { layerIdentities } from "./identities/layerIdentities.ts"
import type { SecondFactors } from "./secondFactors/SecondFactors.ts"
import { layerSecondFactors } from "./secondFactors/layerSecondFactors.ts"
import type { Sessions } from "./sessions/Sessions.ts"
import { layerSessions } from "./sessions/layerSessions.ts"
import type { Team } from "./team/Team.ts"
import { layerTeam } from "./team/layerTeam.ts"
import type { UrlChecks } from "./urls/UrlChecks.ts"
import { layerUrlChecks } from "./urls/layerUrlChecks.ts"
import type { UrlMonitors } from "./urls/UrlMonitors.ts"
import { layerUrlMonitors } from "./urls/layerUrlMonitors.ts"
import { type IdempotentRequests, layerIdempotentRequests } from "./idempotency/IdempotentRequests.ts"
import { layerNotifications, type Notifications } from "./notifications/Notifications.ts"
import { layerEffectiveIntervals, type EffectiveIntervals } from "./plans/EffectiveIntervals.ts"
import type { Tags } from "./tags/Tags.ts"
import { layerTags } from "./tags/layerTags.ts"
import type { Webhooks } from "./webhooks/Webhooks.ts"
import { layerWebhooks } from "./webhooks/layerWebhooks.ts"

/** Every repository of the store. */
export type Repositories =
  | AccountBranding
  | AccountDeletions
  | Accounts
  | AlertChannels
  | AlertCounts
  | ApiKeys
  | ChannelTargets
  | ConfigFiles
  | RateLimitedAttempts
  | Billing
  | Credentials
  | Deliveries
  | Dependencies
  | DnsWatches
  | HostProofChecks
  | Domains
  | EmailHealthChecks
  | EmailHealthReports
  | AlertRoutes
  | RoutedAlerts
  | StatusPageDocuments
  | StatusPageExports
  | StatusPages
  | StatusPosts
  | StatusPageHosts
  | StatusSubscribers
  | SubscriberDeliveries
  | SimulatedAlerts
  | MailHostContacts
  | AcknowledgeLinks
  | IncidentDiagnoses
  | IncidentRepairs
  | IncidentScreenshots
  | Incidents
  | Ledger
  | MailPreferences
  | MaintenanceWindows
  | DueTimes
  | Jobs
  | MailOutbox
  | AccountSummary
  | People
  | CertificateChecks
  | RegistryDocumentCache
  | Registrations
  | RollUps
  | Locations
  | MonitorLists
  | Markers
  | Repairs
  | Timelines
  | EventStreams
  | Signals
  | MonitorSchedule
  | DomainFactCache
  | SimulationJobs
  | SimulationShares
  | Simulations
  | AuditLog
  | Identities
  | SecondFactors
  | Sessions
  | Team
  | UrlChecks
  | UrlMonitors
  | RefusedAddresses
  | Suppressions
  | IdempotentRequests
  | Notifications
  | EffectiveIntervals
  | Tags
  | Webhooks
  | WebhookTargets
  | WeeklyReports
  | Retention
  | Reports
  | ScheduledReports
  | ServicePause
  | WhatsAppContacts

/** All repositories over one database. */
export const layerRepositories: Layer.Layer<Repositories, never, SqlClient.SqlClient | PostgresJs> = Layer.mergeAll(
  layerAccountBranding,
  layerAccountDeletions,
  layerAccounts,
  layerAlertChannels,
  layerAlertCounts,
  layerApiKeys,
  layerChannelTargets,
  layerConfigFiles,
  layerRateLimitedAttempts,
  layerBilling,
  layerCredentials,
  layerDeliveries,
  layerDependencies,
  layerDnsWatches,
  layerHostProofChecks,
  layerDomains,
  layerEmailHealthChecks,
  layerEmailHealthReports,
  layerAlertRoutes,
  layerRoutedAlerts,
  layerSimulatedAlerts,
  Layer.provide(layerStatusPageDocuments, layerSignals),
  layerStatusPageExports,
  layerStatusPages,
  layerStatusPosts,
  layerStatusPageHosts,
  layerStatusSubscribers,
  layerSubscriberDeliveries,
  layerMailHostContacts,
  layerAcknowledgeLinks,
  layerIncidentDiagnoses,
  layerIncidentRepairs,
  layerIncidentScreenshots,
  layerIncidents,
  layerLedger,
  layerMailPreferences,
  layerMaintenanceWindows,
  layerDueTimes,
  layerJobs,
  layerMailOutbox,
  layerRetention,
  layerServicePause,
  layerReports,
  layerScheduledReports,
  layerWeeklyReports,
  layerAccountSummary,
  layerPeople,
  layerCertificateChecks,
  layerRegistryDocumentCache,
  layerRegistrations,
  layerRollUps,
  layerLocations,
  layerMonitorLists,
  layerMarkers,
  layerRepairs,
  layerTimelines,
  layerEventStreams,
  layerSignals,
  layerMonitorSchedule,
  layerDomainFactCache,
  layerSimulationJobs,
  layerSimulationShares,
  layerSimulations,
  layerAuditLog,
  layerIdentities,
  layerSecondFactors,
  layerSessions,
  layerTeam,
  layerUrlChecks,
  layerUrlMonitors,
  layerIdempotentRequests,
  layerNotifications,
  layerEffectiveIntervals,
  layerTags,
  layerWebhooks,
  layerWebhookTargets,
  layerWhatsAppContacts,
  layerRefusedAddresses,
  layerSuppressions
)
