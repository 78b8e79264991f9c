import type { Email } from "@mon/alerts"
import { Mailer, WebhookSender } from "@mon/alerts/effect"
import { HostProofChecks, Secrets, StatusPageHosts } from "@mon/core-store"
import { OutgoingMail, subscriberLinks } from "@mon/notifications"
import { assert, layer } from "@effect/vitest"
import { startSmtpServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { layerSubscriberWorkerNoDeps } from "../../src/deliveries/SubscriberWorker.ts"
import { layerStatusPageTasks } from "../../src/upkeep/statusPages.ts"
import { layerGround, layerTimings } from "./DeliveryWorld.ts"
import { newPage, publish, subscribe } from "./SubscriberWorld.ts"
import { polled } from "../polled.ts"

const withHost = Effect.fn("withHost")(function* (hostname: string) {
  const page = yield* newPage
  yield* (yield* StatusPageHosts).set(page.viewer, page.page.id, hostname, 50)
  yield* (yield* HostProofChecks).confirm(page.viewer.accountKey, hostname)
  return page
})

const missingFor = Effect.fn("missingFor")(function* (hostname: string, days: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update host_proof set absent_since = mon_now() - ${days}::int * interval '1 day' where hostname = ${hostname}`
})

const until = (condition: () => boolean) => polled(Effect.sync(condition), (holds) => holds)

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("the own host name of a status page", (it) => {
  it.effect("is announced as missing and as released once each, whichever of two workers does it", () =>
    Effect.gen(function* () {
      const hostname = "status.missing.com"
      yield* withHost(hostname)
      const posted: Array<Email> = []
      const worker = Layer.fresh(layerStatusPageTasks).pipe(
        Layer.provide(OutgoingMail.layerMemory(posted)),
        Layer.provide(layerTimings())
      )
      yield* Layer.build(worker)
      yield* Layer.build(worker)
      yield* missingFor(hostname, 1)
      yield* until(() => posted.length > 0)
      yield* missingFor(hostname, 7)
      const proofs = yield* HostProofChecks
      const sql = yield* SqlClient.SqlClient
      yield* sql`update host_proof set next_at = mon_now() where hostname = ${hostname}`
      const claim = (yield* proofs.claim(100, 60_000)).find((one) => one.hostname === hostname)
      if (claim === undefined) return assert.fail("not due")
      yield* proofs.record(claim, "absent")
      yield* until(() => posted.length > 1)
      const hosts = yield* StatusPageHosts
      assert.isFalse(yield* hosts.notifyNext(() => Effect.die(new Error("a third notice"))))
      assert.deepStrictEqual(
        posted.map(({ subject }) => subject),
        [`The TXT record for ${hostname} is missing`, `${hostname} is released`]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is in emails to subscribers, whose links to unsubscribe work without it", () =>
    Effect.gen(function* () {
      const page = yield* withHost("status.mailed.com")
      const subscriber = yield* subscribe(page, "own@test.example")
      const { id } = yield* publish(page, "Payments are slow.")
      const smtp = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer({ behaviour: {} })),
        (server) => Effect.promise(server.close)
      )
      yield* Layer.build(
        Layer.fresh(layerSubscriberWorkerNoDeps).pipe(
          Layer.provide([
            Mailer.layerSmtp({ url: Redacted.make(smtp.url), from: "Mon <mon@mon.example.com>" }),
            WebhookSender.layerMemory(() => ({
              delivered: false,
              statusCode: 500,
              responseTimeMs: 1,
              gone: false,
              retryAfterSeconds: null,
              error: { code: "http_status", message: "HTTP 500" }
            }))
          ]),
          Layer.provide(layerTimings())
        )
      )
      yield* until(() => smtp.mails.length > 0)
      const [mail] = smtp.mails
      assert.include(mail?.text, `https://status.mailed.com/incidents/${id}/`)
      const service = `https://mon.example.com/s/${page.page.slug}`
      const { unsubscribe } = subscriberLinks(yield* Secrets, service, subscriber)
      assert.strictEqual(mail?.headers["list-unsubscribe"], `<${unsubscribe}>`)
    }).pipe(Effect.scoped)
  )
})
