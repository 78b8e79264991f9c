import { AddressResolver, ChannelSender, WebhookSender } from "@mon/alerts/effect"
import {
  type AccountDeletions,
  type AlertCounts,
  type ChannelTargets,
  type Deliveries,
  type DueTimes,
  type MailOutbox,
  type PostgresJs,
  type Jobs,
  type Retention,
  type AccountBranding,
  type RefusedAddresses,
  type RoutedAlerts,
  type Secrets,
  type Signals,
  type StatusPageDocuments,
  type StatusPageHosts,
  type StatusPosts,
  type StoreError,
  type SubscriberDeliveries,
  type UnusedHeartbeats,
  type MaintenanceWindows,
  type Notifications,
  type OnCallSchedules,
  type ContactRuleSets,
  type LaterContacts,
  type OnCallWatches,
  type Timelines,
  type WebhookTargets,
  type Reports,
  type ScheduledReports,
  type WeeklyReports
} from "@mon/core-store"
import { DnsResolver, layerNode, makeAddressResolver } from "@mon/dns/effect"
import { ChannelDestinations, DeliveryIdentity, layerMailer, layerWhatsApp, OutgoingMail } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import { layerAlertMetrics } from "../metrics/MetricsAlerts.ts"
import { layerStatusPageMetrics } from "../metrics/MetricsStatusPages.ts"
import { layerQueueMetrics } from "../metrics/MetricsQueues.ts"
import { layerAccountDeletions } from "../upkeep/accountDeletions.ts"
import { layerOnCall } from "../upkeep/onCall.ts"
import { layerUnusedHeartbeats } from "../upkeep/unusedHeartbeats.ts"
import { layerMaintenanceTasks } from "../upkeep/maintenanceWindows.ts"
import { layerReportPrinter } from "../checks/ScreenshotWorker.ts"
import { layerStatusPageTasks } from "../upkeep/statusPages.ts"
import { layerDayRollUps, layerOutboxEncryption, layerRetention } from "../upkeep/maintenance.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import type { DeliverySettings } from "./DeliverySettings.ts"
import { layerDeliveryWorkerNoDeps } from "./DeliveryWorker.ts"
import { layerSubscriberWorkerNoDeps } from "./SubscriberWorker.ts"

type StoreServices =
  | DueTimes
  | AccountDeletions
  | MaintenanceWindows
  | Notifications
  | OnCallSchedules
  | ContactRuleSets
  | LaterContacts
  | OnCallWatches
  | AlertCounts
  | ChannelTargets
  | Timelines
  | Deliveries
  | MailOutbox
  | PostgresJs
  | Secrets
  | Signals
  | StatusPageDocuments
  | StatusPageHosts
  | StatusPosts
  | SubscriberDeliveries
  | UnusedHeartbeats
  | Retention
  | AccountBranding
  | RefusedAddresses
  | RoutedAlerts
  | SqlClient
  | WebhookTargets
  | Reports
  | ScheduledReports
  | WeeklyReports
  | Jobs
  | WorkerConfig

const layerSenders = ({ channels, identity }: DeliverySettings) =>
  Layer.unwrap(
    Effect.map(WorkerConfig, ({ allowPrivateNetworks, dnsServers, extraCa }) =>
      Layer.merge(
        WebhookSender.layerNoDeps({ service: identity.service, extraCa }),
        ChannelSender.layerNoDeps({ targets: channels.targets, extraCa })
      ).pipe(
        Layer.provide([
          Layer.effect(AddressResolver, Effect.map(DnsResolver, makeAddressResolver)),
          NetworkPolicy.layer({ allow: allowPrivateNetworks })
        ]),
        Layer.provide(layerNode({ servers: dnsServers }))
      )
    )
  )

export const layerDeliveryWorker = (settings: DeliverySettings): Layer.Layer<never, StoreError, StoreServices> =>
  Layer.mergeAll(
    layerDeliveryWorkerNoDeps,
    // Emails to subscribers have a separate mailer, so that thousands of them do not occupy the connections for alerts.
    Layer.provide(layerSubscriberWorkerNoDeps, layerMailer(settings.mail)),
    layerRetention,
    layerAccountDeletions,
    layerUnusedHeartbeats,
    layerOnCall,
    layerDayRollUps,
    layerMaintenanceTasks,
    layerStatusPageTasks,
    layerOutboxEncryption,
    layerQueueMetrics,
    layerAlertMetrics,
    layerStatusPageMetrics
  ).pipe(
    Layer.provide([
      layerMailer(settings.mail),
      layerSenders(settings),
      layerWhatsApp(settings.whatsApp),
      OutgoingMail.layer,
      layerReportPrinter,
      Layer.succeed(DeliveryIdentity, settings.identity),
      Layer.succeed(ChannelDestinations, settings.channels)
    ])
  )
