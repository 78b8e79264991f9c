import { makeWebhookSecret } from "@mon/alerts"
import { Mailer, type WebhookDelivery, WebhookSender } from "@mon/alerts/effect"
import { Secrets, StatusPageDocuments, StatusPages, StatusSubscribers, SubscriberDeliveries } from "@mon/core-store"
import { readSubscriberToken, sealSubscriberSecret, sendToSubscriber, subscriberLinks } from "@mon/notifications"
import { type SmtpBehaviour, startSmtpServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import { englishIn } from "@mon/tooling/english"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { layerSubscriberWorkerNoDeps } from "../../src/deliveries/SubscriberWorker.ts"
import { layerGround, layerTimings } from "./DeliveryWorld.ts"
import { newPage, publish, subscribe } from "./SubscriberWorld.ts"
import { polled } from "../polled.ts"

const runWorker = Effect.fn("runWorker")(function* (services: Layer.Layer<Mailer | WebhookSender>) {
  yield* Layer.build(
    Layer.fresh(layerSubscriberWorkerNoDeps).pipe(Layer.provide(services), Layer.provide(layerTimings()))
  )
})

const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const read = sql<{ readonly waiting: number }>`
    select count(*)::int as waiting from status_delivery where status = 'pending'`
  yield* polled(read, ([row]) => row?.waiting === 0)
})

const openSmtp = (behaviour: SmtpBehaviour = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => startSmtpServer({ behaviour })),
    (server) => Effect.promise(server.close)
  )

const mailerOf = (url: string) => Mailer.layerSmtp({ url: Redacted.make(url), from: "Mon <mon@mon.example.com>" })

const noWebhooks = WebhookSender.layerMemory(() => ({
  delivered: false,
  statusCode: 500,
  responseTimeMs: 1,
  gone: false,
  retryAfterSeconds: null,
  error: { code: "http_status", message: "HTTP 500" }
}))

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a publication of a status page", (it) => {
  it.effect("arrives by email in the language of the subscriber, who can unsubscribe with one click", () =>
    Effect.gen(function* () {
      const smtp = yield* openSmtp()
      const page = yield* newPage
      yield* subscribe(page, "reader@test.example")
      const german = yield* subscribe(page, "leserin@test.example", "de")
      const { id } = yield* publish(page, "Payments are slow.\n\nMore at https://example.com/<b>")
      yield* runWorker(Layer.merge(mailerOf(smtp.url), noWebhooks))
      yield* settled
      assert.lengthOf(smtp.mails, 2)
      const english = smtp.mails.find(({ to }) => to.includes("reader@test.example"))
      assert.strictEqual(english?.subject, "[Example Shop] Slow payments: Investigating")
      const address = `https://mon.example.com/s/${page.page.slug}`
      for (const part of ["Payments are slow.", "Checkout", `${address}/incidents/${id}/`, "Unsubscribe"])
        assert.include(english?.text, part)
      assert.notInclude(english?.text, "Wiki")
      const other = smtp.mails.find(({ to }) => to.includes("leserin@test.example"))
      assert.include(other?.text, "Abbestellen")
      const written = ["Slow payments", "Payments are slow.", "More at https://example.com/<b>", "Example Shop"]
      assert.deepStrictEqual(englishIn([other?.subject ?? "", ...(other?.text ?? "").split("\n")], written), [])
      const secrets = yield* Secrets
      const { unsubscribe } = subscriberLinks(secrets, address, german)
      assert.strictEqual(other?.headers["list-unsubscribe"], `<${unsubscribe}>`)
      assert.strictEqual(other?.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click")
      const token = unsubscribe.split("/").at(-2) ?? ""
      assert.strictEqual(readSubscriberToken(secrets, token), german)
      assert.isNull(readSubscriberToken(secrets, `${page.page.id}${token.slice(36)}`))
    })
  )

  it.effect("arrives at a webhook, signed, as an incident and as the change of a component", () =>
    Effect.gen(function* () {
      const page = yield* newPage
      const secret = makeWebhookSecret()
      const services = yield* Effect.context<Secrets>()
      const result = yield* (yield* StatusSubscribers).confirmWebhook({
        id: randomUUID(),
        pageId: page.page.id,
        url: "https://hooks.example.com/in",
        site: "example.com",
        language: "en",
        componentIds: null,
        seal: (id) => Effect.provideContext(sealSubscriberSecret(id, Redacted.make(secret)), services)
      })
      assert.strictEqual(result._tag, "Confirmed")
      const { id } = yield* publish(page, "Payments are slow.")
      const got: Array<WebhookDelivery> = []
      const webhooks = WebhookSender.layerMemory((delivery) => {
        got.push(delivery)
        return {
          delivered: true,
          statusCode: 200,
          responseTimeMs: 1,
          gone: false,
          retryAfterSeconds: null,
          error: null
        }
      })
      yield* runWorker(Layer.merge(Mailer.layerMemory, webhooks))
      yield* settled
      assert.deepStrictEqual(got.map(({ event }) => event).toSorted(), ["component_update", "incident"])
      assert.isTrue(got.every((delivery) => Redacted.value(delivery.secret) === secret))
      const bodyOf = (event: string) => JSON.parse(got.find((one) => one.event === event)?.body ?? "{}")
      assert.strictEqual(bodyOf("incident").incident.id, id)
      assert.deepInclude(bodyOf("component_update").component_update, {
        old_status: "operational",
        new_status: "major_outage"
      })
      assert.match(bodyOf("incident").meta.unsubscribe, /\/subscription\/.+\/unsubscribe$/u)
    })
  )

  it.effect("ends a subscriber whose mailbox does not exist, but not when our server is refused", () =>
    Effect.gen(function* () {
      const smtp = yield* openSmtp(({ to }) =>
        to.includes("gone@test.example")
          ? { reply: 550, text: "5.1.1 No such user" }
          : { reply: 550, text: "5.7.1 Your server is on a list" }
      )
      const page = yield* newPage
      yield* subscribe(page, "gone@test.example")
      yield* subscribe(page, "policy@test.example")
      yield* publish(page, "Payments are slow.")
      yield* runWorker(Layer.merge(mailerOf(smtp.url), noWebhooks))
      yield* settled
      const all = (yield* (yield* StatusSubscribers).all(page.viewer, page.page.id)) ?? []
      assert.deepStrictEqual(
        all.map(({ address, endedReason, state }) => [address, state, endedReason]),
        [
          ["gone@test.example", "ended", "bounced"],
          ["policy@test.example", "confirmed", null]
        ]
      )
    })
  )

  it.effect("does not arrive if the page became private after it was claimed, though it was read before", () =>
    Effect.gen(function* () {
      const smtp = yield* openSmtp()
      const page = yield* newPage
      const { id } = page.page
      yield* subscribe(page, "stranger@test.example")
      yield* publish(page, "Payments are slow.")
      const [delivery] = yield* (yield* SubscriberDeliveries).claim("email", 10, 100_000, [])
      assert(delivery !== undefined)
      const read = yield* (yield* StatusPageDocuments).document({ id }, "https://mon.example.com")
      yield* (yield* StatusPages).update(page.viewer, id, { access: "password", passwordHash: "hash" })
      yield* sendToSubscriber(delivery, () => Effect.succeed(read)).pipe(
        Effect.provide(Layer.merge(mailerOf(smtp.url), noWebhooks))
      )
      assert.lengthOf(smtp.mails, 0)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`select status, error_code from status_delivery where id = ${delivery.key}::bigint`,
        [{ status: "suppressed", error_code: "no_access" }]
      )
    })
  )
})
