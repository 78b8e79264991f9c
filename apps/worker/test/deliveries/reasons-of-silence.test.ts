// The alert log has the outcome of each message, and the reason why nobody gets it.
import { Accounts, Incidents, MailOutbox, MonitorLists, Notifications, Secrets } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { deliver, layerOutboxMailer } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

const logged = Effect.fn("logged")(function* ({ viewer }: TestAccount) {
  const { items } = yield* (yield* Notifications).list(viewer, { page: 1, limit: 50, type: null })
  return items
    .toReversed()
    .map(({ channels, kind, outcome, reason }) => [kind, outcome, reason, channels.length > 0] as const)
})

const silenceOf = Effect.fn("silenceOf")(function* ({ viewer }: TestAccount, incident: string) {
  return (yield* (yield* Incidents).find(viewer, incident))?.silence
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("the log of alerts", (it) => {
  it.effect("says that a monitor changes its state too often, and which notice stands for that", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      let incident = ""
      for (let index = 0; index < 7; index += 1) {
        yield* moveTime(index * 600)
        incident = (yield* changes(domain, index % 2 === 0 ? "down" : "up")).incident
        yield* dispatchAll
        yield* sendNow(account)
      }
      const said = yield* logged(account)
      assert.deepStrictEqual(said.slice(4), [
        ["down", "delivered", null, true],
        ["up", "suppressed", "flapping", false],
        ["flapping", "delivered", null, true],
        ["down", "suppressed", "flapping", false]
      ])
      assert.strictEqual(yield* silenceOf(account, incident), "flapping")
      const { fields, rows } = yield* (yield* MonitorLists).read(account.viewer)
      assert.deepStrictEqual(
        rows.map((row) => row[fields.indexOf("flapping")]),
        [7]
      )
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("distinguishes a pause by the owner from a suspension by the operator", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      const accounts = yield* Accounts
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: true })
      const { incident } = yield* changes(yield* newDomain(account), "down")
      assert.strictEqual(yield* silenceOf(account, incident), "paused")
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: false })
      yield* changes(yield* newDomain(account), "down")
      yield* sql`update account set suspended_at = mon_now() where id = ${account.viewer.accountKey}::bigint`
      assert.deepStrictEqual(yield* logged(account), [
        ["down", "suppressed", "paused", false],
        ["down", "suppressed", "account_suspended", false]
      ])
    })
  )

  it.effect("says what a message waits for, and nothing else about one that was sent with others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      for (let index = 0; index < 6; index += 1) yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendNow(account)
      assert.deepStrictEqual((yield* logged(account)).slice(4), [
        ["down", "delivered", null, true],
        ["down", "waiting", "summary", true]
      ])
      yield* sql`update notification_delivery set waits_until = null, attempts = 1
        where account_id = ${account.viewer.accountKey}::bigint and status = 'pending'`
      assert.deepStrictEqual((yield* logged(account)).at(-1), ["down", "waiting", "retry", true])
    })
  )

  it.effect("says that an email was stored and not sent where there is no mail server", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      const [row] = yield* sql<{ readonly key: string }>`
        select id::text as key from notification_delivery where account_id = ${account.viewer.accountKey}::bigint`
      const mail = Layer.provide(layerOutboxMailer, [
        Layer.succeed(MailOutbox, yield* MailOutbox),
        Layer.succeed(Secrets, yield* Secrets)
      ])
      yield* Effect.provide(deliver(row?.key ?? ""), layerChannels({ mail }))
      assert.deepStrictEqual(yield* logged(account), [["down", "stored", null, true]])
      const [notification] = (yield* (yield* Notifications).list(account.viewer, { page: 1, limit: 1, type: null }))
        .items
      assert.deepStrictEqual(notification?.channels[0]?.recipients, [
        { name: account.email, kind: null, isHidden: false, outcome: "stored", reason: null }
      ])
    })
  )
})
