import { type Email, makeWebhookSecret, verifyBodySignature, verifyWebhook } from "@mon/alerts"
import { AddressResolver, Mailer, WebhookSender } from "@mon/alerts/effect"
import { Accounts, type ClaimOutcome, Deliveries } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import { deliver, dispatchNext, OutgoingMail, sealWebhookSecret } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import { type Authority, type Behaviour, makeAuthority, startSite } from "@mon/tooling/testbed"
import { englishIn, shownIn } from "@mon/tooling/english"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import {
  attemptsOf,
  changes,
  freezeTime,
  layerGround,
  moveTime,
  newAccount,
  newDomain,
  outcomeOf,
  settles,
  type TestAccount
} from "./DeliveryWorld.ts"
import { layerChannels, runDeliveries } from "./runDeliveries.ts"
import { polled } from "../polled.ts"

const NAME = "hook.example.com"

let authority: Authority | undefined
const theAuthority = Effect.promise(async () => (authority ??= await makeAuthority()))

/**
 * Opens an HTTPS receiver on loopback with a public name, and its sender. private.example.com resolves to a private
 * address.
 */
const openReceiver = Effect.fn("openReceiver")(function* (behaviour: Behaviour, timeoutMs = 20_000) {
  const { issue, rootPem } = yield* theAuthority
  const tls = yield* Effect.promise(() => issue({ names: [NAME] }))
  const site = yield* Effect.acquireRelease(
    Effect.promise(() => startSite({ tls, behaviour })),
    (open) => Effect.promise(open.close)
  )
  const sender = WebhookSender.layerNoDeps({ extraCa: [rootPem], timeoutMs }).pipe(
    Layer.provide([
      NetworkPolicy.layer({ allow: ["127.0.0.0/8"] }),
      Layer.succeed(AddressResolver, (hostname) =>
        Promise.resolve({ status: "ok", addresses: [hostname === NAME ? "127.0.0.1" : "10.0.0.1"] })
      )
    ])
  )
  return { site, sender, url: `https://${NAME}:${site.port}/in` }
})

const watch = Effect.fn("watch")(function* (
  account: TestAccount,
  domain: { readonly id: string },
  url: string,
  events = ["status_change"]
) {
  const sql = yield* SqlClient.SqlClient
  const secret = makeWebhookSecret()
  const id = uuidv7(Date.now(), randomBytes(10))
  yield* sql`
    insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
    select ${id}::uuid, ${account.viewer.accountKey}::bigint, id, ${url}, 'Chat', ${events}, ${yield* sealWebhookSecret(id, Redacted.make(secret))}
    from monitor where public_id = ${domain.id}::uuid`
  return { id, secret }
})

/** Makes one attempt at a notification's webhook. Returns the number of seconds until the next attempt. */
const attemptOnce = Effect.fn("attemptOnce")(function* (key: string, sender: Layer.Layer<WebhookSender>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    key: string
  }>`select id::text as key from notification_delivery where notification_id = ${key}::bigint and channel = 'webhook'`
  yield* Effect.provide(deliver(row?.key ?? ""), Layer.mergeAll(layerChannels({ mail: Mailer.layerMemory }), sender))
  const [wait] = yield* sql<{ s: number; status: string }>`
    select extract(epoch from next_at - mon_now())::float8 as s, status from notification_delivery where id = ${row?.key ?? ""}::bigint`
  return wait ?? { s: 0, status: "absent" }
})

const webhookRow = Effect.fn("webhookRow")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ active: boolean; reason: string | null; status: string | null }>`
    select is_active as active, disabled_reason as reason, last_delivery_status as status from webhook where public_id = ${id}::uuid`
  return row
})

const mailsWaiting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ n: number }>`select count(*)::int as n from job where queue = 'mail'`, ([row]) => row?.n ?? 0)
)

const tags = (outcomes: ReadonlyArray<ClaimOutcome>) => outcomes.map(({ _tag }) => _tag)

const dispatchAll = Effect.repeat(dispatchNext(), { until: (found) => !found })

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a webhook", (it) => {
  it.effect("of a domain receives the events it subscribed to, signed for both kinds of receivers", () =>
    Effect.gen(function* () {
      const { sender, site, url } = yield* openReceiver({ status: 204 })
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const { id, secret } = yield* watch(account, domain, url)
      yield* watch(account, domain, url, ["ssl_expiry"])
      yield* watch(account, yield* newDomain(account), url)
      const { incident, key } = yield* changes(domain, "down")
      yield* runDeliveries({ webhookLayer: sender })
      const outcome = yield* settles(key, "sent")
      assert.deepInclude(
        outcome.deliveries.find(({ channel }) => channel === "webhook"),
        { target: id, status: "sent", attempts: 1 }
      )
      assert.lengthOf(site.requests, 1)
      const { body, headers } = yield* Effect.promise(() => site.nextRequest())
      assert.isTrue(verifyWebhook({ secret, headers, rawBody: body }).valid)
      assert.isTrue(verifyBodySignature(secret, body, String(headers["x-mon-signature"])))
      const verified = new Webhook(secret).verify(body.toString(), {
        "webhook-id": String(headers["webhook-id"]),
        "webhook-timestamp": String(headers["webhook-timestamp"]),
        "webhook-signature": String(headers["webhook-signature"])
      })
      assert.deepInclude(verified, { type: "status_change", id: headers["webhook-id"] })
      const { data } = JSON.parse(body.toString()) as {
        data: { change: string; domain: unknown; incident: { id: string }; acknowledgeUrl: string }
      }
      assert.deepInclude(data, {
        change: "down",
        domain: { id: domain.id, name: domain.name, url: `https://${domain.name}/` }
      })
      assert.strictEqual(data.incident.id, incident)
      assert.match(data.acknowledgeUrl, /^https:\/\/mon\.example\.com\/acknowledge\/[\w-]{22}\.[\w-]{43}$/u)
      assert.deepStrictEqual(yield* webhookRow(id), { active: true, reason: null, status: "204" })
    }).pipe(Effect.scoped)
  )

  it.effect("that fails is retried on schedule with the same id, without delaying the email of the same fact", () =>
    Effect.gen(function* () {
      const { sender, site, url } = yield* openReceiver({ status: 500 })
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      yield* watch(account, domain, url)
      const { key } = yield* changes(domain, "down")
      yield* dispatchAll
      const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
      let at = 0
      for (const seconds of expected) {
        yield* freezeTime
        const { s, status } = yield* attemptOnce(key, sender)
        assert.strictEqual(status, "pending")
        assert.isTrue(s >= seconds * 0.9 && s <= seconds * 1.1, `${seconds}: ${s}`)
        at += s + 1
        yield* moveTime(at)
      }
      assert.strictEqual((yield* attemptOnce(key, sender)).status, "failed")
      assert.lengthOf(site.requests, 10)
      assert.strictEqual(new Set(site.requests.map(({ headers }) => headers["webhook-id"])).size, 1)
      assert.lengthOf(yield* attemptsOf(key), 10)
      assert.deepStrictEqual(
        (yield* outcomeOf(key)).deliveries.map(({ channel, status }) => [channel, status]),
        [
          ["email", "pending"],
          ["webhook", "failed"]
        ]
      )
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is retried when it asks, and private addresses, redirects and timeouts are failures with a code", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* freezeTime
      const cases = [
        [{ status: 429, headers: { "Retry-After": "120" } }, NAME, "429", 120],
        [{ redirectTo: "https://elsewhere.example.com/" }, NAME, "302", 5],
        [{ hang: "before-headers" }, NAME, "header_timeout", 5],
        [{}, "private.example.com", "blocked_address", 5]
      ] as const satisfies ReadonlyArray<readonly [Behaviour, string, string, number]>
      for (const [behaviour, name, code, seconds] of cases) {
        const { sender, url } = yield* openReceiver(behaviour, "hang" in behaviour ? 1_000 : undefined)
        const domain = yield* newDomain(account)
        yield* watch(account, domain, url.replace(NAME, name))
        const { key } = yield* changes(domain, "down")
        yield* dispatchAll
        const { s } = yield* attemptOnce(key, sender)
        assert.isTrue(s >= seconds * 0.9 && s <= seconds * 1.1, `${code}: ${s}`)
        assert.deepInclude((yield* attemptsOf(key))[0], { status: "failed", code })
      }
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("gets at most four attempts at a time, even if workers claim them at the same moment", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const { id } = yield* watch(account, domain, `https://${NAME}/`)
      const keys = yield* sql<{ readonly key: string }>`
        insert into notification_delivery (public_id, account_id, key, channel, target)
        select gen_random_uuid(), ${account.viewer.accountKey}::bigint, ${id} || ':' || n, 'webhook', ${id}
        from generate_series(1, 5) n returning id::text as key`
      const claim = (index: number) => deliveries.claim(keys[index]?.key ?? "", uuidv7(Date.now(), randomBytes(10)))
      const claimed = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      // Four claims have not been committed yet.
      const first = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            const outcomes = yield* Effect.forEach([0, 1, 2, 3], claim)
            yield* Deferred.succeed(claimed, undefined)
            yield* Deferred.await(commit)
            return outcomes
          })
        )
      )
      yield* Deferred.await(claimed)
      const fifth = yield* Effect.forkChild(claim(4))
      const isWaiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      const ends = polled(isWaiting, (rows) => rows.length > 0 || fifth.pollUnsafe() !== undefined)
      yield* ends
      yield* Deferred.succeed(commit, undefined)
      assert.deepStrictEqual(tags(yield* Fiber.join(first)), ["Claimed", "Claimed", "Claimed", "Claimed"])
      assert.deepStrictEqual(tags([yield* Fiber.join(fifth)]), ["Later"])
    })
  )

  it.effect("is disabled with a German letter to an owner who reads German", () =>
    Effect.gen(function* () {
      for (const [status, reason] of [
        [410, "Der Empfänger antwortete mit HTTP 410: Er möchte keine Nachrichten mehr."],
        [503, "Fünf Tage lang kam beim Empfänger nichts an."]
      ] as const) {
        const posted: Array<Email> = []
        const account = yield* newAccount
        yield* (yield* Accounts).updateSettings(account.viewer, { language: "de" })
        const domain = yield* newDomain(account)
        const receiver = yield* openReceiver({ status })
        yield* watch(account, domain, receiver.url)
        const { key } = yield* changes(domain, "down")
        yield* dispatchAll
        for (const seconds of [0, 5 * 86_400 + 60]) {
          yield* moveTime(seconds)
          yield* Effect.provide(attemptOnce(key, receiver.sender), OutgoingMail.layerMemory(posted))
        }
        const [letter] = posted
        if (letter === undefined) return assert.fail(`no letter after ${status}`)
        const { html, subject, text, to } = letter
        assert.strictEqual(to, account.email)
        assert.match(subject, /^WEBHOOK ABGESCHALTET /u)
        assert.include(text.replaceAll("\n", " "), reason)
        assert.deepStrictEqual(englishIn([...text.split("\n"), ...shownIn(html ?? "")]), [])
        yield* moveTime(0)
      }
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is disabled immediately by a 410 or after five days of failures, and its owner is notified once", () =>
    Effect.gen(function* () {
      const before = yield* mailsWaiting
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const gone = yield* openReceiver({ status: 410 })
      const first = yield* watch(account, domain, gone.url)
      const { key } = yield* changes(domain, "down")
      yield* dispatchAll
      assert.strictEqual((yield* attemptOnce(key, gone.sender)).status, "failed")
      assert.deepStrictEqual(yield* webhookRow(first.id), { active: false, reason: "gone", status: "410" })
      assert.strictEqual((yield* mailsWaiting) - before, 1)

      const other = yield* newDomain(account)
      const broken = yield* openReceiver({ status: 503 })
      const second = yield* watch(account, other, broken.url)
      const down = yield* changes(other, "down")
      yield* dispatchAll
      yield* attemptOnce(down.key, broken.sender)
      yield* moveTime(5 * 86_400 + 60)
      const up = yield* changes(other, "up")
      yield* dispatchAll
      yield* attemptOnce(down.key, broken.sender)
      assert.deepStrictEqual(yield* webhookRow(second.id), { active: false, reason: "failing", status: "503" })
      yield* moveTime(6 * 86_400)
      yield* attemptOnce(down.key, broken.sender)
      yield* attemptOnce(up.key, broken.sender)
      assert.deepInclude(
        (yield* outcomeOf(up.key)).deliveries.find(({ channel }) => channel === "webhook"),
        { status: "suppressed", code: "webhook_inactive" }
      )
      assert.strictEqual((yield* mailsWaiting) - before, 2)
      assert.lengthOf(broken.site.requests, 2)
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
