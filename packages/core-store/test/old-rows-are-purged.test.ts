import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Deliveries, MailOutbox, Retention, MonitorSchedule } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"

const checksLeft = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ day: string }>`select checked_at::date::text as day from check_history order by 1`
)

layer(layerStore, { excludeTestServices: true })("old data", (it) => {
  it.effect("is deleted: daily partitions of the history and checks outside of them, a bounded number at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      yield* installClock("2026-03-10T12:00:00Z")
      yield* (yield* MonitorSchedule).ensurePartitions(1)
      yield* sql`
        insert into check_history (monitor_id, checked_at, verdict, location)
        select 1, d, 1, 'here' from unnest(array['2026-01-01T00:00Z', '2026-01-02T00:00Z', '2026-03-09T23:59Z', '2026-03-10T00:00Z', '2026-03-11T23:00Z']::timestamptz[]) d`
      assert.strictEqual(yield* retention.purgeHistory(90, 100), 0)
      yield* setClock("2026-06-08T00:00:00Z")
      assert.strictEqual(yield* retention.purgeHistory(90, 1), 1)
      assert.deepStrictEqual(
        (yield* checksLeft).map(({ day }) => day),
        ["2026-01-02", "2026-03-10", "2026-03-11"]
      )
      const counts = yield* Effect.all([retention.purgeHistory(90, 100), retention.purgeHistory(90, 100)], {
        concurrency: 2
      })
      assert.deepStrictEqual(counts, [0, 0])
      assert.deepStrictEqual(
        (yield* checksLeft).map(({ day }) => day),
        ["2026-03-10", "2026-03-11"]
      )
      yield* setClock("2026-06-10T00:00:00Z")
      const [one, two] = yield* Effect.all([retention.purgeHistory(90, 100), retention.purgeHistory(90, 100)], {
        concurrency: 2
      })
      assert.strictEqual(one + two, 2)
      assert.lengthOf(yield* checksLeft, 0)
    })
  )

  it.effect("is deleted: notifications with their deliveries, deliveries before them, and emails of the outbox", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      const deliveries = yield* Deliveries
      const outbox = yield* MailOutbox
      const { viewer } = yield* newAccount
      const addEmail = (n: number) =>
        outbox.put({
          messageId: `<${n}@mon.example>`,
          recipient: "a@b.example",
          subject: "Hello",
          text: "Hello",
          html: null,
          details: {}
        })
      const addNotification = (n: number) =>
        sql`
          with added as (
            insert into notification (public_id, account_id, key, type, kind, data, status)
            values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${`old:${n}`}, 'ssl_expiry', 'certificate_expiring', '{}', 'sent') returning id
          )
          insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
          select gen_random_uuid(), ${viewer.accountKey}::bigint, id, ${`old:${n}:email`}, 'email', 'a@b.example', 'sent' from added`
      yield* setClock("2026-01-01T00:00:00Z")
      yield* Effect.forEach([1, 2, 3], (n) => Effect.all([addNotification(n), addEmail(n)]))
      yield* setClock("2026-01-20T00:00:00Z")
      yield* Effect.all([addNotification(4), addEmail(4)])
      yield* setClock("2026-02-01T00:00:00Z")
      assert.strictEqual(yield* deliveries.purge(30, 2), 2)
      assert.strictEqual(yield* retention.purgeEmails(30, 2), 2)
      assert.deepStrictEqual(
        yield* Effect.all([
          deliveries.purge(30, 2),
          retention.purgeEmails(30, 2),
          retention.purgeNotifications(180, 2)
        ]),
        [1, 1, 0]
      )
      assert.lengthOf(yield* outbox.list(10), 1)
      yield* setClock("2026-07-10T00:00:00Z")
      assert.strictEqual(yield* retention.purgeNotifications(180, 2), 2)
      assert.strictEqual(yield* retention.purgeNotifications(180, 2), 1)
      const left = yield* sql`select key from notification where account_id = ${viewer.accountKey}::bigint`
      assert.deepStrictEqual(left, [{ key: "old:4" }])
    })
  )
})
