import { Mailer } from "@mon/alerts/effect"
import { layerRepositories, layerSqlClient, Secrets } from "@mon/core-store"
import { TestDatabase } from "@mon/core-store/testing"
import { DeliveryIdentity, OutgoingMail } from "@mon/notifications"
import { startSmtpServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { openRelay } from "../TcpRelay.ts"
import {
  attemptsOf,
  changes,
  identity,
  layerGround,
  moveTime,
  newAccount,
  newDomain,
  settles,
  TEST_SECRET,
  type TestAccount
} from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

const program = fileURLToPath(new URL("deliveryProcess.ts", import.meta.url))

/** Adds notifications of separate domains, which no digest combines. */
const announce = Effect.fn("announce")(function* (
  account: TestAccount,
  domain: { readonly id: string },
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, data)
    select gen_random_uuid(), m.account_id, 'email_health_recovery', 'email_health_recovery',
      'email_health_recovery:' || m.public_id || ':' || at, m.id, jsonb_build_object(
        'monitor', jsonb_build_object('id', m.public_id, 'name', m.name, 'url', m.url),
        'score', 91, 'grade', 'A', 'previousGrade', 'D', 'checkedAt', at)
    from monitor m cross join generate_series(1, ${count}::int) n
    cross join lateral (select mon_iso(timestamptz '2026-11-21 00:00:00Z' + n * interval '1 second') as at) t
    where m.public_id = ${domain.id}::uuid and m.account_id = ${account.viewer.accountKey}::bigint`
})

const pendingOf = ({ viewer }: TestAccount) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        n: number
      }>`select count(*)::int as n from notification where account_id = ${viewer.accountKey}::bigint and status = 'pending'`,
      ([row]) => row?.n ?? 0
    )
  )

/** Makes a mailer that records Message-IDs. `onMail` receives the number of ids. */
const remembering = (onMail: (count: number) => void = () => {}) => {
  const ids: Array<string> = []
  const mailer = Layer.succeed(
    Mailer,
    Mailer.over((mail) =>
      Effect.sync(() => {
        ids.push(mail.messageId)
        onMail(ids.length)
        return { messageId: mail.messageId, responseCode: 250, response: "250 kept" }
      })
    )
  )
  return { ids, mailer }
}

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a delivery", (it) => {
  it.effect("is sent once by two concurrent workers", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { ids, mailer } = remembering()
      yield* announce(account, yield* newDomain(account), 150)
      yield* runDeliveries({ mail: mailer })
      yield* runDeliveries({ mail: mailer })
      yield* Effect.repeat(pendingOf(account), { until: (n) => n === 0 })
      assert.lengthOf(ids, 150)
      assert.strictEqual(new Set(ids).size, 150)
    }).pipe(Effect.scoped)
  )

  it.effect("whose worker is killed between sending and recording is repeated with the same id", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const smtp = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer({ behaviour: { hang: "data" } })),
        (server) => Effect.promise(server.close)
      )
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const { key } = yield* changes(domain, "down")
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, ["--conditions=@mon/source", program], {
            env: {
              PATH: process.env["PATH"],
              NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
              DATABASE: url,
              SMTP: smtp.url
            },
            stdio: "ignore"
          })
        ),
        (running) => Effect.sync(() => running.kill("SIGKILL"))
      )
      yield* Effect.promise(() => smtp.nextMail())
      child.kill("SIGKILL")
      yield* Effect.promise(() => once(child, "close"))
      smtp.behave({})
      // This ends the lease of the delivery.
      yield* moveTime(120)
      yield* runDeliveries({
        mail: Mailer.layerSmtp({ url: Redacted.make(smtp.url), from: "Mon <mon@mon.example.com>" })
      })
      yield* settles(key, "sent")
      assert.deepStrictEqual(
        smtp.mails.map(({ acknowledged }) => acknowledged),
        [false, true]
      )
      assert.strictEqual(new Set(smtp.mails.map(({ headers }) => headers["message-id"])).size, 1)
      assert.deepStrictEqual(
        (yield* attemptsOf(key)).map(({ number, status }) => [number, status]),
        [
          [1, null],
          [2, "sent"]
        ]
      )
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect(
    "among a thousand is neither lost nor repeated when the database is interrupted",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* newAccount
        yield* announce(account, yield* newDomain(account), 1_000)
        const database = new URL((yield* TestDatabase).url)
        const relay = yield* openRelay({ host: database.hostname, port: Number(database.port) })
        database.hostname = "127.0.0.1"
        database.port = `${relay.port}`
        const { promise: some, resolve: reachedSome } = Promise.withResolvers<undefined>()
        const { promise: all, resolve: reachedAll } = Promise.withResolvers<undefined>()
        const { ids, mailer } = remembering((count) => {
          if (count === 300) reachedSome(undefined)
          if (count === 1_000) reachedAll(undefined)
        })
        const ground = Layer.merge(OutgoingMail.layer, Layer.succeed(DeliveryIdentity, identity)).pipe(
          Layer.provideMerge(layerRepositories),
          Layer.provideMerge(layerSqlClient({ url: database.href })),
          Layer.provideMerge(Secrets.layer([TEST_SECRET]))
        )
        const services = yield* Layer.build(Layer.fresh(ground))
        yield* Effect.provide(runDeliveries({ mail: mailer }), services)
        yield* Effect.promise(() => some)
        relay.cut()
        yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
        yield* Effect.promise(() => relay.whenRefused(5))
        relay.restore()
        // If the end of a delivery was lost, the delivery is free after its lease, which is two minutes in production.
        let moved = 0
        const endLeases = Effect.gen(function* () {
          const busy = yield* sql`
          select 1 from notification_delivery where status = 'pending'
            and (held_until is null or held_until > mon_now() + interval '96 seconds') limit 1`
          if (busy.length > 0) return
          moved += 120
          yield* moveTime(moved)
        })
        yield* Effect.forkScoped(Effect.repeat(endLeases, Schedule.spaced("1 second")))
        yield* Effect.promise(() => all)
        yield* Effect.repeat(pendingOf(account), { until: (n) => n === 0 })
        assert.strictEqual(new Set(ids).size, 1_000)
        assert.lengthOf(ids, 1_000)
      }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0)))),
    120_000
  )
})
