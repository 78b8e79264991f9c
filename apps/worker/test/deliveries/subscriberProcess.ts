// A worker process that sends publications of status pages to subscribers. A test kills it. DATABASE is the URL of its
// database, and SMTP is the URL of the mail server.
import { Mailer, WebhookSender } from "@mon/alerts/effect"
import { layerRepositories, layerSqlClient, Secrets } from "@mon/core-store"
import { DeliveryIdentity } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import process from "node:process"
import { layerSubscriberWorkerNoDeps } from "../../src/deliveries/SubscriberWorker.ts"
import { identity, layerTimings, TEST_SECRET } from "./DeliveryWorld.ts"

const mailer = Mailer.layerSmtp({
  url: Redacted.make(process.env["SMTP"] ?? ""),
  from: "Mon <mon@mon.example.com>"
})
const noWebhooks = WebhookSender.layerMemory(() => {
  throw new Error("There are no webhooks in this test.")
})

const worker = layerSubscriberWorkerNoDeps.pipe(
  Layer.provide([
    mailer,
    noWebhooks,
    layerRepositories,
    Layer.succeed(DeliveryIdentity, identity),
    layerTimings({ dueMs: 100 })
  ]),
  Layer.provide([layerSqlClient({ url: process.env["DATABASE"] ?? "" }), Secrets.layer([TEST_SECRET])])
)

// An exit writes the compile cache. A kill does not.
process.once("SIGTERM", () => process.exit(0))

Effect.runFork(Layer.launch(worker))
