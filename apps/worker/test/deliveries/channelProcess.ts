// A worker process that delivers to channels. A test kills it. DATABASE is the URL of its database. VENDORS maps the
// origins of services to the origins of the test servers.
import { AddressResolver, ChannelSender } from "@mon/alerts/effect"
import { layerRepositories, layerSqlClient, Secrets } from "@mon/core-store"
import { DeliveryIdentity, OutgoingMail, ReportPrinter } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"
import { defaultDeliveryTimings, DeliveryTimings } from "../../src/deliveries/DeliveryTimings.ts"
import { layerDeliveryWorkerNoDeps } from "../../src/deliveries/DeliveryWorker.ts"
import { defaultWorkerTimings, WorkerTimings } from "../../src/settings/WorkerTimings.ts"
import { identity, TEST_SECRET } from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"

/**
 * The number of connections. Each connection plans each statement several times. With ten connections, a worker that
 * exists for 15 s does little else.
 */
const CONNECTIONS = 4

const origins = JSON.parse(process.env["VENDORS"] ?? "{}") as Readonly<Record<string, string>>

const sender = ChannelSender.layerNoDeps({ origins }).pipe(
  Layer.provide([
    NetworkPolicy.layer({ allow: [] }),
    Layer.succeed(AddressResolver, (hostname) => Promise.resolve({ status: "ok", addresses: [hostname] }))
  ])
)

const worker = layerDeliveryWorkerNoDeps.pipe(
  Layer.provide(layerChannels({ channelLayer: sender })),
  Layer.provide([
    OutgoingMail.layer,
    ReportPrinter.layerNone,
    Layer.succeed(DeliveryIdentity, identity),
    Layer.succeed(DeliveryTimings, { ...defaultDeliveryTimings, dispatchPollMs: 100 }),
    Layer.succeed(WorkerTimings, { ...defaultWorkerTimings, dueMs: 100 })
  ]),
  Layer.provide(layerRepositories),
  Layer.provide([
    layerSqlClient({ url: process.env["DATABASE"] ?? "", maxConnections: CONNECTIONS }),
    Secrets.layer([TEST_SECRET])
  ])
)

// An exit writes the compile cache. A kill does not.
process.once("SIGTERM", () => process.exit(0))

Effect.runFork(Layer.launch(worker))
