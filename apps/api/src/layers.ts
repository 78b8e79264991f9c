import { AddressResolver, ChannelSender, WebhookSender } from "@mon/alerts/effect"
import {
  CheckPageNow,
  type DomainTrials,
  type ServiceTrials,
  EmailHealthReportCache,
  RecordObserver,
  HostProofs,
  layerEmailHealthEngine,
  layerPageScreenshots,
  layerPageEngine,
  type PageChecker,
  type PageEngineSettings
} from "@mon/checks"
import {
  type BlobLinks,
  type Blobs,
  type Jobs,
  type Repositories,
  type Secrets,
  type MonitorSchedule,
  type PageChecks,
  AccountExports,
  OperatorAccounts,
  OperatorDeliveries,
  isUnavailable,
  logUnavailable,
  ServiceFacts,
  ServiceProofs,
  StoredJobs
} from "@mon/core-store"
import { DnsResolver, layerNode, layerUdp, makeAddressResolver } from "@mon/dns/effect"
import { type EmailHealth, EmailMessage } from "@mon/email-health/effect"
import { Prices } from "@mon/model"
import { ChannelDestinations, OutgoingMail, ReportPrinter } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { Effect, Layer, Logger, Result, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { ApiConfig, type ApiSettings, type LogFormat } from "./ApiConfig.ts"
import { ApiServer } from "./ApiServer.ts"
import { noBilling } from "./payments/BillingSettings.ts"
import { layerPayments } from "./payments/layerPayments.ts"
import { ChannelTester } from "./api/ChannelTester.ts"
import { EventHub } from "./api/liveEvents/EventHub.ts"
import { requiresProofs } from "./api/monitors/ownHosts.ts"
import { PublicAddresses } from "./api/PublicAddresses.ts"
import { Readiness } from "./http/OpenEndpoints.ts"
import type { ListenError } from "./http/Server.ts"
import { WebhookChallenger } from "./http/WebhookChallenger.ts"
import { IdentityProvider } from "./auth/identity/IdentityProvider.ts"
import { Passwords } from "./auth/Passwords.ts"
import { SignUpPolicy } from "./auth/SignUpPolicy.ts"
import { PublicUrl } from "./PublicUrl.ts"
import { openTargets } from "./statusExport/openTargets.ts"
import { StatusPageExport } from "./statusExport/StatusPageExport.ts"
import { WebhookTester } from "./api/WebhookTester.ts"

type BaseServices =
  | ApiConfig
  | Repositories
  | SqlClient.SqlClient
  | DnsResolver
  | NetworkPolicy
  | Blobs
  | BlobLinks
  | OutgoingMail
  | Jobs
  | Secrets

const layerAddresses = Layer.effect(AddressResolver, Effect.map(DnsResolver, makeAddressResolver))

/** Sends test deliveries and challenges to webhooks, under the same rules as real deliveries. */
const layerTester = Layer.merge(WebhookTester.layerNoDeps, WebhookChallenger.layerNoDeps).pipe(
  Layer.provide(
    Layer.unwrap(
      Effect.map(ApiConfig, ({ extraCa = [], serviceName = "Mon" }) =>
        WebhookSender.layerNoDeps({ service: serviceName, extraCa })
      )
    )
  ),
  Layer.provide(layerAddresses)
)

const layerDestinations = Layer.effect(
  ChannelDestinations,
  Effect.map(ApiConfig, ({ channelTargets = [] }) => ({ targets: channelTargets }))
)

export const layerPublicUrl = Layer.unwrap(Effect.map(ApiConfig, PublicUrl.layer))

/** Sends test messages to channels, under the same rules as real messages. */
const layerChannelTester = ChannelTester.layerNoDeps.pipe(
  Layer.provide([
    Layer.unwrap(
      Effect.map(ApiConfig, ({ channelOrigins = {}, channelTargets = [], extraCa = [] }) =>
        ChannelSender.layerNoDeps({ targets: channelTargets, extraCa, origins: channelOrigins })
      )
    ),
    layerPublicUrl,
    layerDestinations
  ]),
  Layer.provide(layerAddresses)
)

const layerBilling = Layer.unwrap(
  Effect.map(ApiConfig, ({ billing = noBilling }) =>
    Layer.merge(Layer.provide(layerPayments(billing), layerPublicUrl), Layer.succeed(Prices, billing.prices))
  )
)

const layerStatusExport = Layer.unwrap(
  Effect.map(ApiConfig, ({ statusExport: folder = null, statusExportBucket: bucket = null }) =>
    folder === null && bucket === null
      ? StatusPageExport.layerNone
      : StatusPageExport.layer(openTargets({ folder, bucket }))
  )
)

const layerOperator = Layer.mergeAll(
  OperatorAccounts.layer,
  OperatorDeliveries.layer,
  ServiceFacts.layer,
  StoredJobs.layer
)

/** The time after which the API tries again to store a setting. */
const STORE_AGAIN = "10 seconds"

/**
 * Stores MON_SERVICE_TARGETS, which the workers and the statements use. Tries again until the database is available.
 */
const layerServiceTargets = Layer.effectDiscard(
  Effect.gen(function* () {
    const proofs = yield* ServiceProofs
    const store = proofs.require(yield* requiresProofs)
    const again = Effect.retry(Effect.delay(store, STORE_AGAIN), { schedule: Schedule.spaced(STORE_AGAIN) })
    const stored = yield* Effect.result(store)
    if (Result.isSuccess(stored)) return
    yield* isUnavailable(stored.failure)
      ? logUnavailable(stored.failure, "storing MON_SERVICE_TARGETS")
      : Effect.logWarning("MON_SERVICE_TARGETS could not be stored. The API will try again", stored.failure)
    yield* Effect.forkScoped(again)
  })
)

/** The API without the services that it depends on: store, images, resolver, address policy and email engines. */
export const layerApiNoDeps: Layer.Layer<
  ApiServer,
  ListenError,
  | BaseServices
  | EmailHealth
  | EmailMessage
  | CheckPageNow
  | DomainTrials
  | RecordObserver
  | ReportPrinter
  | ServiceTrials
> = ApiServer.layerNoDeps.pipe(
  Layer.provide([
    layerServiceTargets,
    EventHub.layer,
    AccountExports.layer,
    layerOperator,
    PublicAddresses.layer,
    HostProofs.layer,
    Layer.provide(layerStatusExport, layerPublicUrl),
    layerPublicUrl,
    Readiness.layer,
    EmailHealthReportCache.layerNoDeps(),
    IdentityProvider.layer,
    Passwords.layer,
    SignUpPolicy.layer,
    layerTester,
    layerChannelTester,
    layerDestinations,
    layerBilling,
    WorkerPool.layer
  ])
)

/**
 * The email engines. They have a separate DNS client, because one check sends hundreds of queries, which would overload
 * node:dns.
 */
const layerEngines = Layer.unwrap(
  Effect.map(ApiConfig, ({ contactMailHosts = false, dnsServers, extraCa = [], listKeys = {} }) =>
    Layer.provide(
      Layer.merge(layerEmailHealthEngine({ contactMailHosts, extraCa, listKeys }), EmailMessage.layerNoDeps()),
      layerUdp({ servers: dnsServers })
    )
  )
)

export const layerApi: Layer.Layer<
  ApiServer,
  ListenError,
  BaseServices | DomainTrials | ReportPrinter | PageChecker | ServiceTrials
> = Layer.provide(layerApiNoDeps, [
  layerEngines,
  CheckPageNow.layerNoDeps,
  Layer.unwrap(Effect.map(ApiConfig, ({ dnsServers }) => RecordObserver.layer({ resolvers: dnsServers })))
])

/**
 * The manual page checks, the trials of domains and services, and the printed reports. They have their own probe and
 * browser.
 */
export const layerPages = (
  settings: PageEngineSettings
): Layer.Layer<
  DomainTrials | ReportPrinter | PageChecker | ServiceTrials,
  never,
  PageChecks | MonitorSchedule | Blobs | Secrets
> => Layer.provide(Layer.merge(layerPageEngine(settings), ReportPrinter.layer), layerPageScreenshots(settings))

export const layerNetwork = ({
  allowPrivateNetworks,
  dnsServers
}: Pick<ApiSettings, "allowPrivateNetworks" | "dnsServers">): Layer.Layer<DnsResolver | NetworkPolicy> =>
  Layer.mergeAll(
    layerNode(dnsServers.length === 0 ? {} : { servers: dnsServers }),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  )

export const layerLog = (format: LogFormat): Layer.Layer<never> =>
  Logger.layer([format === "json" ? Logger.consoleJson : Logger.consolePretty()])
