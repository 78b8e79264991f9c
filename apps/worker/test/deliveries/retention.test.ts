import { AuditLog, MailOutbox } from "@mon/core-store"
import { readRetentionDays, type RetentionDays, retentionDays } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { layerRetention } from "../../src/upkeep/maintenance.ts"
import { WorkerConfig } from "../../src/settings/WorkerConfig.ts"
import { changes, layerGround, moveTime, newAccount, newDomain } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"
import { polled } from "../polled.ts"

const DAY = 86_400

type Left = Readonly<Record<string, number>>

const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Left>`
    select (select count(*) from notification)::int as notifications, (select count(*) from notification_delivery)::int as deliveries,
      (select count(*) from email_outbox)::int as mails, (select count(*) from job where dead_at is not null)::int as jobs,
      (select count(*) from check_history)::int as checks`
  const found: Left = row ?? {}
  return found
})

const layerConfig = (retention: RetentionDays) =>
  WorkerConfig.layer({
    dnsServers: [],
    allowPrivateNetworks: [],
    extraCa: [],
    referenceTargets: [],
    location: "testbed",
    concurrency: 1,
    leaseMarginMs: 10_000,
    retention
  })

/** Runs two workers at the same time, as in production. Workers purge when they start. */
const purgeUntil = Effect.fn("purgeUntil")(function* (
  days: number,
  over: (found: Left) => boolean,
  retention: RetentionDays = retentionDays
) {
  yield* moveTime(days * DAY)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const worker = Layer.provide(Layer.fresh(layerRetention), layerConfig(retention))
      yield* Layer.build(Layer.fresh(worker))
      yield* Layer.build(Layer.fresh(worker))
      return yield* polled(left, over)
    })
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("workers", (it) => {
  it.effect(
    "purge deliveries, outbox and dead jobs after 30 days, the history after 90 and notifications after 180",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* newAccount
        const domain = yield* newDomain(account)
        yield* changes(domain, "down")
        yield* dispatchAll
        yield* sendNow(account)
        yield* (yield* MailOutbox).put({
          messageId: "<old@mon.example>",
          recipient: "a@b.example",
          sealed: "sealed"
        })
        yield* sql`
          insert into job (public_id, queue, payload, dead_at) values (gen_random_uuid(), 'mail', '{}', mon_now())`
        yield* sql`insert into check_history (monitor_id, checked_at, verdict, location) values (1, mon_now(), 1, 'here')`
        const all = { notifications: 1, deliveries: 1, mails: 1, jobs: 1, checks: 1 }
        assert.deepStrictEqual(yield* left, all)
        assert.deepStrictEqual(
          yield* purgeUntil(31, ({ deliveries, jobs, mails }) => deliveries === 0 && jobs === 0 && mails === 0),
          { ...all, deliveries: 0, mails: 0, jobs: 0 }
        )
        assert.deepInclude(yield* purgeUntil(92, ({ checks }) => checks === 0), { notifications: 1, checks: 0 })
        assert.deepInclude(yield* purgeUntil(181, ({ notifications }) => notifications === 0), { notifications: 0 })
      }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("purge after the times that the operator has set, but the audit log after those of the plan", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const retention = readRetentionDays({ MON_RETENTION_CHECKS: "10", MON_RETENTION_INCIDENTS: "100" })
      yield* sql`insert into check_history (monitor_id, checked_at, verdict, location) values (1, mon_now(), 1, 'here')`
      yield* sql`
        insert into audit_entry (account_id, expires_at, action, actor, address, user_agent)
        values (${viewer.accountKey}::bigint, mon_now() + interval '365 days', 'test', 'operator', '', '')`
      const found = yield* purgeUntil(12, ({ checks }) => checks === 0, retention)
      assert.strictEqual(found["checks"], 0)
      const audited = Effect.map(
        sql`select from audit_entry where account_id = ${viewer.accountKey}::bigint`,
        (rows) => rows.length
      )
      const audit = yield* AuditLog
      yield* audit.purge(100)
      assert.strictEqual(yield* audited, 1)
      yield* moveTime(366 * DAY)
      yield* audit.purge(100)
      assert.strictEqual(yield* audited, 0)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
