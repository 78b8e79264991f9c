import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { PostgresJs } from "./postgres/PostgresJs.ts"
import type { Accounts } from "./repositories/Accounts.ts"
import { layerAccounts } from "./repositories/accounts/layerAccounts.ts"
import type { Attempts } from "./repositories/Attempts.ts"
import { layerAttempts } from "./repositories/attempts/layerAttempts.ts"
import type { ApiKeys } from "./repositories/ApiKeys.ts"
import { layerApiKeys } from "./repositories/keys/layerApiKeys.ts"
import type { Billing } from "./repositories/Billing.ts"
import { layerBilling } from "./repositories/billing/layerBilling.ts"
import type { Credentials } from "./repositories/Credentials.ts"
import { layerCredentials } from "./repositories/keys/layerCredentials.ts"
import type { Deliveries } from "./repositories/Deliveries.ts"
import { layerDeliveries } from "./repositories/deliveries/layerDeliveries.ts"
import { layerSuppressions } from "./repositories/deliveries/layerSuppressions.ts"
import { layerWebhookTargets } from "./repositories/deliveries/layerWebhookTargets.ts"
import type { WebhookTargets } from "./repositories/WebhookTargets.ts"
import { layerWhatsAppContacts } from "./repositories/deliveries/layerWhatsAppContacts.ts"
import type { WhatsAppContacts } from "./repositories/WhatsAppContacts.ts"
import type { Domains } from "./repositories/Domains.ts"
import { layerDomains } from "./repositories/domains/layerDomains.ts"
import type { EmailHealthChecks } from "./repositories/EmailHealthChecks.ts"
import { layerEmailHealthChecks } from "./repositories/emailHealth/layerEmailHealthChecks.ts"
import type { EmailHealthReports } from "./repositories/EmailHealthReports.ts"
import { layerEmailHealthReports } from "./repositories/emailHealth/layerEmailHealthReports.ts"
import type { IncidentScreenshots } from "./repositories/IncidentScreenshots.ts"
import { layerIncidentScreenshots } from "./repositories/incidents/layerIncidentScreenshots.ts"
import type { Incidents } from "./repositories/Incidents.ts"
import { layerIncidents } from "./repositories/incidents/layerIncidents.ts"
import type { Ledger } from "./repositories/Ledger.ts"
import { layerLedger } from "./repositories/ledger/layerLedger.ts"
import type { MailChoices } from "./repositories/MailChoices.ts"
import { layerMailChoices } from "./repositories/deliveries/layerMailChoices.ts"
import type { Retention } from "./repositories/Retention.ts"
import { layerRetention } from "./repositories/retention/layerRetention.ts"
import type { WeeklyReports } from "./repositories/WeeklyReports.ts"
import { layerWeeklyReports } from "./repositories/reports/layerWeeklyReports.ts"
import type { MailOutbox } from "./repositories/MailOutbox.ts"
import { layerMailOutbox } from "./repositories/mail/layerMailOutbox.ts"
import type { Overview } from "./repositories/Overview.ts"
import { layerOverview } from "./repositories/overview/layerOverview.ts"
import type { People } from "./repositories/People.ts"
import { layerPeople } from "./repositories/people/layerPeople.ts"
import type { CertificateLooks } from "./repositories/CertificateLooks.ts"
import { layerCertificateLooks } from "./repositories/certificates/layerCertificateLooks.ts"
import type { KeptDocuments } from "./repositories/KeptDocuments.ts"
import { layerKeptDocuments } from "./repositories/registrations/layerKeptDocuments.ts"
import type { Registrations } from "./repositories/Registrations.ts"
import { layerRegistrations } from "./repositories/registrations/layerRegistrations.ts"
import type { RollUps } from "./repositories/RollUps.ts"
import { layerRollUps } from "./repositories/rollups/layerRollUps.ts"
import type { Locations } from "./repositories/Locations.ts"
import { layerLocations } from "./repositories/locations/layerLocations.ts"
import type { Schedule } from "./repositories/Schedule.ts"
import { layerSchedule } from "./repositories/schedule/layerSchedule.ts"
import type { DomainFactCache } from "./repositories/DomainFactCache.ts"
import { layerDomainFactCache } from "./repositories/facts/layerDomainFactCache.ts"
import type { SimulationJobs } from "./repositories/SimulationJobs.ts"
import { layerSimulationShares } from "./repositories/shares/layerSimulationShares.ts"
import type { SimulationShares } from "./repositories/SimulationShares.ts"
import type { Simulations } from "./repositories/Simulations.ts"
import { layerSimulationJobs, layerSimulations } from "./repositories/simulations/layerSimulations.ts"
import type { Sessions } from "./repositories/Sessions.ts"
import { layerSessions } from "./repositories/sessions/layerSessions.ts"
import type { Team } from "./repositories/Team.ts"
import { layerTeam } from "./repositories/team/layerTeam.ts"
import type { UrlChecks } from "./repositories/UrlChecks.ts"
import { layerUrlChecks } from "./repositories/urls/layerUrlChecks.ts"
import type { UrlMonitors } from "./repositories/UrlMonitors.ts"
import { layerUrlMonitors } from "./repositories/urls/layerUrlMonitors.ts"
import type { Suppressions } from "./repositories/Suppressions.ts"
import type { IdempotentRequests } from "./repositories/IdempotentRequests.ts"
import { layerIdempotentRequests } from "./repositories/idempotency/layerIdempotentRequests.ts"
import type { Notifications } from "./repositories/Notifications.ts"
import { layerNotifications } from "./repositories/notifications/layerNotifications.ts"
import type { ServedIntervals } from "./repositories/ServedIntervals.ts"
import { layerServedIntervals } from "./repositories/plans/layerServedIntervals.ts"
import type { Tags } from "./repositories/Tags.ts"
import { layerTags } from "./repositories/tags/layerTags.ts"
import type { Webhooks } from "./repositories/Webhooks.ts"
import { layerWebhooks } from "./repositories/webhooks/layerWebhooks.ts"

/** Every repository of the store. */
export type Repositories =
  | Accounts
  | ApiKeys
  | Attempts
  | Billing
  | Credentials
  | Deliveries
  | Domains
  | EmailHealthChecks
  | EmailHealthReports
  | IncidentScreenshots
  | Incidents
  | Ledger
  | MailChoices
  | MailOutbox
  | Overview
  | People
  | CertificateLooks
  | KeptDocuments
  | Registrations
  | RollUps
  | Locations
  | Schedule
  | DomainFactCache
  | SimulationJobs
  | SimulationShares
  | Simulations
  | Sessions
  | Team
  | UrlChecks
  | UrlMonitors
  | Suppressions
  | IdempotentRequests
  | Notifications
  | ServedIntervals
  | Tags
  | Webhooks
  | WebhookTargets
  | WeeklyReports
  | Retention
  | WhatsAppContacts

/** All repositories over one database. */
export const layerRepositories: Layer.Layer<Repositories, never, SqlClient.SqlClient | PostgresJs> = Layer.mergeAll(
  layerAccounts,
  layerApiKeys,
  layerAttempts,
  layerBilling,
  layerCredentials,
  layerDeliveries,
  layerDomains,
  layerEmailHealthChecks,
  layerEmailHealthReports,
  layerIncidentScreenshots,
  layerIncidents,
  layerLedger,
  layerMailChoices,
  layerMailOutbox,
  layerRetention,
  layerWeeklyReports,
  layerOverview,
  layerPeople,
  layerCertificateLooks,
  layerKeptDocuments,
  layerRegistrations,
  layerRollUps,
  layerLocations,
  layerSchedule,
  layerDomainFactCache,
  layerSimulationJobs,
  layerSimulationShares,
  layerSimulations,
  layerSessions,
  layerTeam,
  layerUrlChecks,
  layerUrlMonitors,
  layerIdempotentRequests,
  layerNotifications,
  layerServedIntervals,
  layerTags,
  layerWebhooks,
  layerWebhookTargets,
  layerWhatsAppContacts,
  layerSuppressions
)
