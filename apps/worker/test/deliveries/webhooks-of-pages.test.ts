import type { WebhookDelivery } from "@mon/alerts/effect"
import { randomBytes, PageChecks, PageMonitors, type PageClaim, Webhooks, type WebhookSource } from "@mon/core-store"
import { pageDefaults, uuidv7 } from "@mon/model"
import { sealWebhookSecret } from "@mon/notifications"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, newDomain, settles, type TestAccount } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

const newId = Effect.map(randomBytes(10), (bytes) => uuidv7(Date.now(), bytes))

const newPage = Effect.fn("newPage")(function* ({ viewer }: TestAccount, name: string) {
  const page = { ...pageDefaults, url: `https://${name}.example.com/`, hostname: `${name}.example.com`, name }
  const made = yield* (yield* PageMonitors).create(viewer, page, 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

const hook = Effect.fn("hook")(function* ({ viewer }: TestAccount, source: WebhookSource, label: string) {
  const id = yield* newId
  const secret = yield* sealWebhookSecret(id, Redacted.make("whsec_AAAA"))
  const webhook = {
    id,
    source,
    url: `https://${label}.example.com/`,
    label,
    events: ["status_change"] as const,
    secret
  }
  const made = yield* (yield* Webhooks).create(viewer, webhook, 50)
  return made._tag === "Created" ? id : yield* Effect.die(new Error(made._tag))
})

/**
 * Records a check of a page twice, as a worker does if the answer of the database was lost. Returns the key of the
 * notification.
 */
const record = Effect.fn("record")(function* ({ viewer }: TestAccount, page: string, isChanged: boolean) {
  const checks = yield* PageChecks
  const sql = yield* SqlClient.SqlClient
  const manual = yield* checks.claimManually(viewer, page, 60_000)
  const claim: PageClaim = manual?._tag === "Claimed" ? manual.claim : yield* Effect.die(new Error("not claimed"))
  const result = {
    at: claim.claimedAt,
    state: isChanged ? ("changed" as const) : ("error" as const),
    statusCode: isChanged ? 200 : 503,
    responseUs: 1,
    error: isChanged ? null : { code: "http_status", message: "It answered 503." },
    page: null,
    change: isChanged
      ? {
          id: yield* newId,
          summary: "1 change: +1 / -1 line",
          changeCount: 1,
          addedLines: 1,
          removedLines: 1,
          similarity: 0.5,
          approximate: false,
          diff: "",
          hunks: [],
          visual: null,
          beforeImage: null,
          afterImage: null,
          added: ["49"],
          removed: ["39"]
        }
      : null,
    screenshot: null,
    notificationId: yield* newId
  }
  yield* checks.record(claim, result)
  yield* checks.record(claim, result)
  const [row] = yield* sql<{ key: string }>`
    select id::text as key from notification where public_id = ${result.notificationId}::uuid`
  return row?.key ?? null
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a page", (it) => {
  it.effect("that changes or fails reaches its webhooks and those of the account, each once", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const page = yield* newPage(account, "prices")
      const domain = yield* newDomain(account)
      yield* hook(account, { scope: "url", id: page }, "own")
      yield* hook(account, { scope: "url", id: yield* newPage(account, "other") }, "other")
      yield* hook(account, { scope: "domain", id: domain.id }, "domain")
      yield* hook(account, { scope: "account" }, "all")
      yield* hook(yield* newAccount, { scope: "account" }, "stranger")
      const sent: Array<WebhookDelivery> = []
      yield* runDeliveries({
        webhook: (delivery) => {
          sent.push(delivery)
          return {
            delivered: true,
            statusCode: 200,
            responseTimeMs: 1,
            error: null,
            gone: false,
            retryAfterSeconds: null
          }
        }
      })
      const receivers = () =>
        sent.splice(0).map(({ body, url }) => [new URL(url).hostname.split(".")[0], JSON.parse(body)])

      yield* settles((yield* record(account, page, true)) ?? "", "sent")
      const changed = receivers().toSorted(([one], [other]) => String(one).localeCompare(String(other)))
      assert.deepStrictEqual(
        changed.map(([name]) => name),
        ["all", "own"]
      )
      assert.deepInclude(changed[1]?.[1].data, { kind: "page_changed", added: ["49"], removed: ["39"] })
      assert.deepInclude(changed[1]?.[1].data.urlMonitor, { id: page, name: "prices" })

      yield* moveTime(31)
      assert.isNull(yield* record(account, page, false))
      yield* moveTime(62)
      yield* settles((yield* record(account, page, false)) ?? "", "sent")
      const failed = receivers()
      assert.deepStrictEqual(failed.map(([name]) => name).toSorted(), ["all", "own"])
      assert.deepInclude(failed[0]?.[1].data, { kind: "page_error" })

      yield* settles((yield* changes(domain, "down")).key, "sent")
      assert.deepStrictEqual(
        receivers()
          .map(([name]) => name)
          .toSorted(),
        ["all", "domain"]
      )
    }).pipe(Effect.scoped)
  )
})
