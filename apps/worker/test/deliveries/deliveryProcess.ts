// A worker process that delivers. A test kills it. DATABASE and SMTP are the URLs that it uses.
import { Mailer } from "@mon/alerts/effect"
import { layerRepositories, layerSqlClient, Secrets } from "@mon/core-store"
import { DeliveryIdentity, OutgoingMail, ReportPrinter } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import process from "node:process"
import { layerDeliveryWorkerNoDeps } from "../../src/deliveries/DeliveryWorker.ts"
import { identity, layerTimings, TEST_SECRET } from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"

const worker = layerDeliveryWorkerNoDeps.pipe(
  Layer.provide(
    layerChannels({
      mail: Mailer.layerSmtp({ url: Redacted.make(process.env["SMTP"] ?? ""), from: "Mon <mon@mon.example.com>" })
    })
  ),
  Layer.provide([
    OutgoingMail.layer,
    ReportPrinter.layerNone,
    Layer.succeed(DeliveryIdentity, identity),
    layerTimings()
  ]),
  Layer.provide(layerRepositories),
  Layer.provide([layerSqlClient({ url: process.env["DATABASE"] ?? "" }), Secrets.layer([TEST_SECRET])])
)

Effect.runFork(Layer.launch(worker))
