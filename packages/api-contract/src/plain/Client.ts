// Written by `npm run openapi`. Do not edit.
import type { DashboardRequests } from "./groups/dashboard.ts"
import type { DomainsRequests } from "./groups/domains.ts"
import type { UrlsRequests } from "./groups/urls.ts"
import type { BillingRequests } from "./groups/billing.ts"
import type { AccountRequests } from "./groups/account.ts"
import type { SettingsRequests } from "./groups/settings.ts"
import type { EmailHealthRequests } from "./groups/emailHealth.ts"
import type { DisposableEmailRequests } from "./groups/disposableEmail.ts"
import type { MonitorsRequests } from "./groups/monitors.ts"
import type { IncidentsRequests } from "./groups/incidents.ts"
import type { TeamRequests } from "./groups/team.ts"
import type { TagsRequests } from "./groups/tags.ts"
import type { NotificationsRequests } from "./groups/notifications.ts"
import type { WebhooksRequests } from "./groups/webhooks.ts"
import type { SimulationsRequests } from "./groups/simulations.ts"
import type { KeysRequests } from "./groups/keys.ts"
import type { ChannelsRequests } from "./groups/channels.ts"
import type { RoutesRequests } from "./groups/routes.ts"
import type { StatusPagesRequests } from "./groups/statusPages.ts"
import type { StatusHostsRequests } from "./groups/statusHosts.ts"
import type { StatusPostsRequests } from "./groups/statusPosts.ts"
import type { StatusSubscribersRequests } from "./groups/statusSubscribers.ts"
import type { MarkersRequests } from "./groups/markers.ts"
import type { MaintenanceRequests } from "./groups/maintenance.ts"
import type { SecondFactorRequests } from "./groups/secondFactor.ts"
import type { SessionsRequests } from "./groups/sessions.ts"
import type { ConfigRequests } from "./groups/config.ts"
import type { AuditRequests } from "./groups/audit.ts"
import type { ReportsRequests } from "./groups/reports.ts"
import type { ScheduledReportsRequests } from "./groups/scheduledReports.ts"
import type { SystemRequests } from "./groups/system.ts"
import type { EventsRequests } from "./events.ts"

/** A client of the service: the requests by group. */
export interface Client {
  readonly dashboard: DashboardRequests
  readonly domains: DomainsRequests
  readonly urls: UrlsRequests
  readonly billing: BillingRequests
  readonly account: AccountRequests
  readonly settings: SettingsRequests
  readonly emailHealth: EmailHealthRequests
  readonly disposableEmail: DisposableEmailRequests
  readonly monitors: MonitorsRequests
  readonly incidents: IncidentsRequests
  readonly team: TeamRequests
  readonly tags: TagsRequests
  readonly notifications: NotificationsRequests
  readonly webhooks: WebhooksRequests
  readonly simulations: SimulationsRequests
  readonly keys: KeysRequests
  readonly channels: ChannelsRequests
  readonly routes: RoutesRequests
  readonly statusPages: StatusPagesRequests
  readonly statusHosts: StatusHostsRequests
  readonly statusPosts: StatusPostsRequests
  readonly statusSubscribers: StatusSubscribersRequests
  readonly markers: MarkersRequests
  readonly maintenance: MaintenanceRequests
  readonly secondFactor: SecondFactorRequests
  readonly sessions: SessionsRequests
  readonly config: ConfigRequests
  readonly audit: AuditRequests
  readonly reports: ReportsRequests
  readonly scheduledReports: ScheduledReportsRequests
  readonly system: SystemRequests
  readonly events: EventsRequests
}
