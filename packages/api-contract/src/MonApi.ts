import { AccountApi, SettingsApi } from "./AccountApi.ts"
import { AlertSourcesApi } from "./AlertSourcesApi.ts"
import { ApiKeyAuth } from "./ApiKeyAuth.ts"
import { BillingApi } from "./BillingApi.ts"
import { ChannelsApi } from "./ChannelsApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { ContactsApi } from "./ContactsApi.ts"
import { DashboardApi } from "./DashboardApi.ts"
import { DisposableEmailApi } from "./DisposableEmailApi.ts"
import { DomainsApi } from "./DomainsApi.ts"
import { HttpApi, OpenApi } from "./EffectHttp.ts"
import { EmailHealthApi } from "./EmailHealthApi.ts"
import { EventsApi } from "./EventsApi.ts"
import { HeartbeatsApi } from "./HeartbeatsApi.ts"
import { IncidentsApi } from "./IncidentsApi.ts"
import { KeysApi } from "./KeysApi.ts"
import { MaintenanceApi } from "./MaintenanceApi.ts"
import { MarkersApi } from "./MarkersApi.ts"
import { MonitorsApi } from "./MonitorsApi.ts"
import { OnCallApi } from "./OnCallApi.ts"
import { OnCallRequestsApi } from "./OnCallRequestsApi.ts"
import { NotificationsApi } from "./NotificationsApi.ts"
import { ReportsApi } from "./ReportsApi.ts"
import { ScheduledReportsApi } from "./ScheduledReportsApi.ts"
import { RoutesApi } from "./RoutesApi.ts"
import { AuditApi } from "./AuditApi.ts"
import { SecondFactorApi } from "./SecondFactorApi.ts"
import { SessionsApi } from "./SessionsApi.ts"
import { SimulationsApi } from "./SimulationsApi.ts"
import { StatusPagesApi } from "./StatusPagesApi.ts"
import { StatusPostsApi } from "./StatusPostsApi.ts"
import { StatusHostsApi } from "./StatusHostsApi.ts"
import { StatusSubscribersApi } from "./StatusSubscribersApi.ts"
import { SystemApi } from "./SystemApi.ts"
import { TagsApi } from "./TagsApi.ts"
import { TeamApi } from "./TeamApi.ts"
import { PagesApi } from "./PagesApi.ts"
import { ServicesApi } from "./ServicesApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

/** The base path of the API on a server. */
export const BASE_PATH = "/api/v1"

/**
 * The contract of the Mon service: all endpoints under `/api/v1`, and the health checks for operators, which have other
 * paths.
 */
export class MonApi extends HttpApi.make("mon")
  .add(DashboardApi, DomainsApi, PagesApi, BillingApi, AccountApi, SettingsApi, EmailHealthApi, DisposableEmailApi)
  .add(MonitorsApi, IncidentsApi, EventsApi, TeamApi, TagsApi, NotificationsApi, WebhooksApi, SimulationsApi, KeysApi)
  .add(ChannelsApi, RoutesApi, StatusPagesApi, StatusHostsApi, StatusPostsApi, StatusSubscribersApi)
  .add(MarkersApi, MaintenanceApi, SecondFactorApi, SessionsApi, ConfigApi, AuditApi, ReportsApi)
  .add(ScheduledReportsApi, HeartbeatsApi, ServicesApi, OnCallApi, OnCallRequestsApi, ContactsApi, AlertSourcesApi)
  .middleware(ApiKeyAuth)
  .prefix(BASE_PATH)
  .add(SystemApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Mon API",
      version: "1.0.0",
      description:
        "Domain monitoring. Every response is JSON: `{success: true, data}` or `{success: false, message}`. Times are ISO 8601 UTC with milliseconds. The description of each duration names its unit. Absent values are null. Requests are limited per user in fixed windows of 60 s.",
      license: { name: "MIT" }
    })
  ) {}
