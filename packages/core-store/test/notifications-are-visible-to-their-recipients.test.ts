import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, Notifications, AccountSummary, type AccessScope } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

let created = 0

const note = Effect.fn("note")(function* (viewer: AccessScope, domainId: string | null, userKey: string | null = null) {
  created += 1
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`
    insert into notification (public_id, account_id, key, type, kind, data, monitor_id, user_id)
    values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${`note ${created}`}, 'status_change', 'down', '{"some": "data"}',
      (select id from monitor where public_id = ${domainId}::uuid), ${userKey}::bigint)
    returning id::text`
  return row?.id ?? ""
})

const deliver = Effect.fn("deliver")(function* (
  viewer: AccessScope,
  notification: string,
  channel: string,
  status: string,
  error: string | null
) {
  created += 1
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status, error_message, error_code)
    values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${notification}::bigint, ${`delivery ${created}`}, ${channel},
      ${`target ${created}`}, ${status}, ${error}, case when ${error}::text is not null then '550' end)`
})

const all = { page: 1, limit: 50, type: null } as const

const addDomain = Effect.fn("addDomain")(function* (viewer: AccessScope, hostname: string) {
  const result = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  return result._tag === "Created" ? result.monitor.id : yield* Effect.die(new Error(result._tag))
})

layer(layerStore, { excludeTestServices: true })("notifications", (it) => {
  it.effect("belong to their account", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const domain = yield* addDomain(mine, "mine.example")
      yield* note(mine, domain)
      assert.deepStrictEqual(yield* notifications.list(theirs, all), { total: 0, items: [] })
      assert.strictEqual(yield* notifications.pending(theirs), 0)
      assert.strictEqual((yield* notifications.setPaused(theirs, true)).paused, true)
      assert.deepStrictEqual(yield* notifications.pauseState(mine), {
        paused: false,
        pausedAt: null,
        pausedUntil: null
      })
      assert.strictEqual(yield* notifications.pending(mine), 1)
      const [item] = (yield* notifications.list(mine, { ...all, type: "status_change" })).items
      assert.deepInclude(item, { type: "status_change", kind: "down", data: { some: "data" } })
      assert.deepInclude(item, { domainId: domain, urlId: null, status: "pending", channels: [], sentAt: null })
      assert.strictEqual((yield* notifications.list(mine, { ...all, type: "ssl_expiry" })).total, 0)
    })
  )

  it.effect("of shared domains and its own are visible to a member, those of other people are not", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const { viewer: owner } = yield* newAccount
      const [member, other] = [yield* newMember(owner), yield* newMember(owner)]
      const [shown, hidden] = [yield* addDomain(owner, "shown.example"), yield* addDomain(owner, "hidden.example")]
      yield* share(member, shown, false)
      yield* note(owner, shown)
      yield* note(owner, hidden)
      yield* note(owner, null, member.userKey)
      const count = (viewer: AccessScope) =>
        Effect.map(notifications.list(viewer, all), ({ items, total }) => [items.length, total])
      assert.deepStrictEqual(yield* count(owner), [2, 2])
      assert.deepStrictEqual(yield* count(member), [2, 2])
      assert.deepStrictEqual(yield* count(other), [0, 0])
      assert.strictEqual(yield* notifications.pending(member), 2)
    })
  )

  it.effect("have one status per channel", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const { viewer } = yield* newAccount
      const id = yield* note(viewer, null)
      yield* deliver(viewer, id, "email", "sent", null)
      yield* deliver(viewer, id, "email", "failed", "No such mailbox.")
      yield* deliver(viewer, id, "webhook", "failed", "The server answered 500.")
      const [item] = (yield* notifications.list(viewer, all)).items
      assert.deepStrictEqual(
        item?.channels.map(({ channel, error, recipientCount, status }) => ({
          channel,
          error,
          recipientCount,
          status
        })),
        [
          {
            channel: "email",
            status: "failed",
            error: { code: "550", message: "No such mailbox." },
            recipientCount: 2
          },
          {
            channel: "webhook",
            status: "failed",
            error: { code: "550", message: "The server answered 500." },
            recipientCount: 1
          }
        ]
      )
      assert.deepStrictEqual(
        item?.channels.map(({ recipients }) => recipients.map(({ outcome }) => outcome)),
        [["failed", "delivered"], ["failed"]]
      )
    })
  )

  it.effect("are suppressed when the account is paused, and the time of the pause is stored", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const { viewer } = yield* newAccount
      yield* note(viewer, null)
      const paused = yield* notifications.setPaused(viewer, true)
      assert.deepStrictEqual(yield* notifications.setPaused(viewer, true), paused)
      assert.strictEqual(yield* notifications.pending(viewer), 0)
      assert.strictEqual((yield* notifications.list(viewer, all)).items[0]?.status, "suppressed")
      assert.deepStrictEqual(yield* notifications.setPaused(viewer, false), {
        paused: false,
        pausedAt: null,
        pausedUntil: null
      })
    })
  )
})

layer(layerStore, { excludeTestServices: true })("the account summary", (it) => {
  it.effect("shows credits to the owner only", () =>
    Effect.gen(function* () {
      const overview = yield* AccountSummary
      const { viewer } = yield* newAccount
      assert.isAbove((yield* overview.counts(viewer)).simulationCredits, 0)
      assert.strictEqual((yield* overview.counts(yield* newMember(viewer))).simulationCredits, 0)
    })
  )
})
