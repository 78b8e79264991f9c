// A delivery names its recipient in words, even after the channel or the webhook was renamed or deleted.
import { AlertChannels, Incidents, Webhooks, inTransaction } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { uuidv7 } from "@mon/model"
import { showAcknowledgement } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { addChannel } from "./ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const addWebhook = Effect.fn("addWebhook")(function* ({ viewer }: TestAccount, label: string) {
  const id = uuidv7(Date.now(), randomBytes(10))
  const draft = {
    id,
    source: { scope: "account" as const },
    url: "https://hooks.example.com/mon",
    label,
    events: ["status_change" as const],
    secret: "sealed"
  }
  const created = yield* (yield* Webhooks).create(viewer, draft, 10)
  return created._tag === "Created" ? id : yield* Effect.die(new Error(created._tag))
})

const named = Effect.fn("named")(function* ({ viewer }: TestAccount, incident: string) {
  const found = yield* (yield* Incidents).find(viewer, incident)
  return (found?.deliveries ?? []).map(({ channel, isUpdate, kind, name, recipient }) => ({
    channel: isUpdate ? "update" : channel,
    recipient,
    kind,
    name
  }))
})

const rename = Effect.fn("rename")(function* (id: string, name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update alert_channel set name = ${name} where public_id = ${id}::uuid`
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a delivery", (it) => {
  it.effect("names its channel or webhook, also after they were renamed and deleted", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { email, viewer } = account
      const channel = yield* addChannel(account, "pagerduty")
      yield* rename(channel, "Night duty")
      const webhook = yield* addWebhook(account, "Ticket system")
      const { incident } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      const shown = (name: string) => [
        { channel: "channel", recipient: channel, kind: "pagerduty", name },
        { channel: "email", recipient: email, kind: null, name: email },
        { channel: "webhook", recipient: webhook, kind: null, name: "Ticket system" }
      ]
      const sorted = Effect.map(named(account, incident), (all) =>
        all.toSorted((one, other) => one.channel.localeCompare(other.channel))
      )
      assert.deepStrictEqual(yield* sorted, shown("Night duty"))
      yield* rename(channel, "Duty of tonight")
      assert.deepStrictEqual(yield* sorted, shown("Duty of tonight"))
      yield* (yield* AlertChannels).remove(viewer, channel)
      yield* (yield* Webhooks).remove(viewer, webhook)
      assert.deepStrictEqual(yield* sorted, shown("Night duty"))
    })
  )

  it.effect("that shows an acknowledgement names its channel too", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const channel = yield* addChannel(account, "pagerduty")
      const { incident } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* (yield* Incidents).acknowledge(account.viewer, incident, { via: "dashboard", note: null })
      yield* inTransaction("acknowledge", showAcknowledgement(incident))
      yield* (yield* AlertChannels).remove(account.viewer, channel)
      const updates = (yield* named(account, incident)).filter((one) => one.channel === "update")
      assert.deepStrictEqual(updates, [{ channel: "update", recipient: channel, kind: "pagerduty", name: "pagerduty" }])
    })
  )

  it.effect("of an older release has no name once its channel is deleted, and is never another account's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      const foreign = yield* addChannel(yield* newAccount, "ntfy")
      const { incident, key } = yield* changes(yield* newDomain(account), "down")
      yield* sql`
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
        select gen_random_uuid(), ${account.viewer.accountKey}::bigint, ${key}::bigint, ${`old ${key}`} || x.channel,
          x.channel, x.target, 'sent'
        from (values ('channel', ${foreign}::text), ('webhook', 'no longer an id')) as x (channel, target)`
      assert.deepStrictEqual(yield* named(account, incident), [
        { channel: "channel", recipient: foreign, kind: null, name: null },
        { channel: "webhook", recipient: "no longer an id", kind: null, name: null }
      ])
    })
  )
})
