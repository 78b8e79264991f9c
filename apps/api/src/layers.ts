import { AddressResolver, WebhookSender } from "@mon/alerts/effect"
import {
  CheckUrlNow,
  EmailHealthAnswers,
  layerPageScreenshots,
  layerUrlEngine,
  OutgoingMail,
  type UrlChecker,
  type UrlEngineSettings
} from "@mon/checks"
import {
  type BlobLinks,
  type Blobs,
  type PostgresJs,
  Queue,
  type Repositories,
  type Secrets,
  type StoreError,
  type UrlChecks
} from "@mon/core-store"
import { DnsResolver, layerNode, makeAddressResolver } from "@mon/dns/effect"
import { EmailHealth } from "@mon/email-health/effect"
import { Prices } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Effect, Layer, Logger } from "effect"
import type { SqlClient } from "effect/sql"
import { ApiConfig, type ApiSettings, type LogFormat } from "./ApiConfig.ts"
import { ApiServer } from "./ApiServer.ts"
import { noBilling } from "./billing/BillingSettings.ts"
import { layerPayments } from "./billing/layerPayments.ts"
import { PublicAddresses } from "./domains/PublicAddresses.ts"
import { Readiness } from "./http/Readiness.ts"
import type { ListenError } from "./http/Server.ts"
import { Passwords } from "./people/Passwords.ts"
import { PublicUrl } from "./PublicUrl.ts"
import { WebhookTester } from "./webhooks/WebhookTester.ts"

/** What the API stands on. */
type Ground =
  | ApiConfig
  | Repositories
  | SqlClient.SqlClient
  | DnsResolver
  | NetworkPolicy
  | Blobs
  | BlobLinks
  | OutgoingMail
  | Queue
  | Secrets

const layerAddresses = Layer.effect(AddressResolver, Effect.map(DnsResolver, makeAddressResolver))

/** Test deliveries by the rules of all deliveries. */
const layerTester = WebhookTester.layerNoDeps.pipe(
  Layer.provide(
    Layer.unwrap(
      Effect.map(ApiConfig, ({ serviceName = "Mon" }) => WebhookSender.layerNoDeps({ service: serviceName }))
    )
  ),
  Layer.provide(layerAddresses)
)

/** The payment processor and the prices of the settings. */
const layerMoney = Layer.unwrap(
  Effect.map(ApiConfig, ({ billing = noBilling }) =>
    Layer.merge(Layer.provide(layerPayments(billing), PublicUrl.layer), Layer.succeed(Prices, billing.prices))
  )
)

/** The API over a store, images, a resolver, an address policy and an engine of e-mail health. */
export const layerApiNoDeps: Layer.Layer<ApiServer, ListenError, Ground | EmailHealth | CheckUrlNow> =
  ApiServer.layerNoDeps.pipe(
    Layer.provide([
      PublicAddresses.layer,
      PublicUrl.layer,
      Readiness.layer,
      EmailHealthAnswers.layerNoDeps(),
      Passwords.layer,
      layerTester,
      layerMoney
    ])
  )

/** Over a DNS client of its own: a check asks hundreds of questions, which node:dns does not hold apart. */
const layerEngine = Layer.unwrap(
  Effect.map(ApiConfig, ({ dnsServers, listKeys = {} }) =>
    EmailHealth.layer({ dns: { servers: dnsServers }, listKeys })
  )
)

/** The API with the engine of e-mail health that its settings say. */
export const layerApi: Layer.Layer<ApiServer, ListenError, Ground | UrlChecker> = Layer.provide(layerApiNoDeps, [
  layerEngine,
  CheckUrlNow.layerNoDeps
])

/** Manual checks of pages with a probe and a browser of their own. */
export const layerPages = (settings: UrlEngineSettings): Layer.Layer<UrlChecker, never, UrlChecks | Blobs> =>
  Layer.provide(layerUrlEngine(settings), layerPageScreenshots(settings))

/** Jobs and the mails that leave with them, shared with whatever else of this process asks for the same queue. */
export const layerJobs: Layer.Layer<Queue | OutgoingMail, StoreError, SqlClient.SqlClient | PostgresJs | Secrets> =
  Layer.provideMerge(OutgoingMail.layer, Queue.layer)

/** The resolver and the address policy of settings. */
export const layerOutside = ({
  allowPrivateNetworks,
  dnsServers
}: Pick<ApiSettings, "allowPrivateNetworks" | "dnsServers">): Layer.Layer<DnsResolver | NetworkPolicy> =>
  Layer.mergeAll(
    layerNode(dnsServers.length === 0 ? {} : { servers: dnsServers }),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  )

/** Where log lines go: standard output, one JSON object a line, or readable on a terminal. */
export const layerLog = (format: LogFormat): Layer.Layer<never> =>
  Logger.layer([format === "json" ? Logger.consoleJson : Logger.consolePretty()])
