import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Deliveries, OperatorAccounts, OperatorDeliveries } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { watched } from "./watchedDomain.ts"

const layerOperator = Layer.provideMerge(Layer.mergeAll(OperatorDeliveries.layer, OperatorAccounts.layer), layerStore)

/** The status and the code of each attempt. Null means that the worker ended before the result was known. */
type Attempts = ReadonlyArray<readonly [status: "failed" | null, code: string | null]>

let made = 0

const failedDelivery = Effect.fnUntraced(function* (
  channel: string,
  attempts: Attempts,
  more: { readonly status?: string; readonly kind?: string } = {}
) {
  made += 1
  const world = yield* watched(`shop-${made}.example.com`)
  for (let n = 0; n < 4; n += 1) yield* world.check("down", { deterministic: true })
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly key: string; readonly id: string }>`
    insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, target_kind, status,
      attempts, settled_at)
    select gen_random_uuid(), n.account_id, n.id, 'test:' || n.id, ${channel}, gen_random_uuid()::text, ${more.kind ?? null},
      ${more.status ?? "failed"}, ${attempts.length}::int, mon_now()
    from notification n where n.account_id = ${world.viewer.accountKey}::bigint and n.kind = 'down'
    returning id::text as key, public_id as id`
  if (row === undefined) return yield* Effect.die(new Error("no notification"))
  for (const [index, [status, code]] of attempts.entries())
    yield* sql`insert into delivery_attempt (delivery_id, number, at, status, code)
      values (${row.key}::bigint, ${index + 1}::int, mon_now(), ${status}, ${code})`
  const stateOf = Effect.map(
    sql<{ readonly status: string }>`select status from notification_delivery where id = ${row.key}::bigint`,
    ([found]) => found?.status
  )
  return { ...world, ...row, stateOf }
})

const wish = (id: string, more: { readonly mayArriveTwice?: boolean } = {}) => ({
  id,
  limit: 10,
  recognizing: ["pagerduty"],
  mayArriveTwice: false,
  ...more
})

layer(layerOperator, { excludeTestServices: true, timeout: 60_000 })("an operator who repeats deliveries", (it) => {
  it.effect("gets one more attempt under the same id", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorDeliveries
      const deliveries = yield* Deliveries
      const { id, key, stateOf } = yield* failedDelivery(
        "email",
        Array.from({ length: 30 }, () => ["failed", "450"])
      )
      assert.deepStrictEqual(yield* operator.preview(wish(id)), { repeated: 1, outdated: 0, uncertain: 0 })
      assert.strictEqual(yield* stateOf, "failed")
      assert.deepStrictEqual(yield* operator.repeat(wish(id)), { repeated: 1, outdated: 0, uncertain: 0 })
      assert.strictEqual(yield* stateOf, "pending")
      const due = yield* deliveries.take("email", 1_000, 0, [])
      assert.include(
        due.map((one) => one.key),
        key
      )
      const claim = yield* deliveries.claim(key, crypto.randomUUID())
      assert.strictEqual(claim._tag === "Claimed" ? claim.delivery.id : claim._tag, id)
      assert.deepStrictEqual(yield* operator.repeat(wish(id)), { repeated: 0, outdated: 0, uncertain: 0 })
    })
  )

  it.effect("never repeats what was sent, suppressed or is waiting", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorDeliveries
      for (const status of ["sent", "suppressed", "pending"]) {
        const { id, stateOf } = yield* failedDelivery("email", [["failed", "450"]], { status })
        assert.deepStrictEqual(yield* operator.repeat(wish(id, { mayArriveTwice: true })), {
          repeated: 0,
          outdated: 0,
          uncertain: 0
        })
        assert.strictEqual(yield* stateOf, status)
      }
    })
  )

  it.effect("is asked before a message may arrive twice at a service that shows both", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorDeliveries
      const lost: Attempts = [[null, null]]
      const late: Attempts = [
        ["failed", "403"],
        ["failed", "timeout"]
      ]
      for (const [channel, kind, attempts, expected] of [
        ["channel", "slack", lost, "uncertain"],
        ["channel", "slack", late, "uncertain"],
        ["channel", "slack", [["failed", "403"]], "repeated"],
        ["channel", "pagerduty", late, "repeated"],
        ["whatsapp", undefined, lost, "uncertain"],
        ["webhook", undefined, lost, "repeated"]
      ] as const) {
        const { id, stateOf } = yield* failedDelivery(channel, attempts, kind === undefined ? {} : { kind })
        const counts = yield* operator.repeat(wish(id))
        assert.strictEqual(counts[expected], 1, `${channel} ${kind}`)
        assert.strictEqual(yield* stateOf, expected === "repeated" ? "pending" : "failed")
        if (expected === "uncertain")
          assert.strictEqual((yield* operator.repeat(wish(id, { mayArriveTwice: true }))).repeated, 1)
      }
    })
  )

  it.effect("does not announce an outage that is over", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorDeliveries
      const { check, id } = yield* failedDelivery("email", [["failed", "450"]])
      for (let n = 0; n < 3; n += 1) yield* check("up")
      assert.deepStrictEqual(yield* operator.repeat(wish(id)), { repeated: 0, outdated: 1, uncertain: 0 })
    })
  )

  it.effect("sees the failed ones of one account and channel", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorDeliveries
      const accounts = yield* OperatorAccounts
      const { id, viewer } = yield* failedDelivery("channel", [["failed", "403"]], { kind: "slack" })
      const sql = yield* SqlClient.SqlClient
      const [{ email, account } = { email: "", account: "" }] = yield* sql<{ email: string; account: string }>`
        select u.email, a.public_id as account from app_user u, account a
        where u.id = ${viewer.userKey}::bigint and a.id = ${viewer.accountKey}::bigint`
      const mine = yield* operator.list({
        status: "failed",
        account: email.toUpperCase(),
        channel: "channel",
        limit: 5
      })
      assert.deepStrictEqual(
        mine.map((one) => [one.id, one.account, one.kind, one.isRefused]),
        [[id, email, "slack", true]]
      )
      assert.deepStrictEqual(yield* operator.list({ status: "failed", account: email, channel: "email", limit: 5 }), [])
      const counts = (yield* operator.counts()).filter((one) => one.account === email)
      assert.deepInclude(counts, { account: email, channel: "channel", kind: "slack", waiting: 0, failed: 1 })
      const used = yield* accounts.usage(account)
      assert.deepInclude(used, { domains: 1, urls: 0, openIncidents: 1, incidents: 1, messagesFailed: 1 })
      assert.strictEqual(yield* accounts.usage(crypto.randomUUID()), null)
    })
  )
})

layer(layerOperator, { excludeTestServices: true, timeout: 60_000 })("an operator who grants a plan", (it) => {
  it.effect("changes intervals and credits, and is named in the audit log", () =>
    Effect.gen(function* () {
      const accounts = yield* OperatorAccounts
      const sql = yield* SqlClient.SqlClient
      const { key, viewer } = yield* watched("plan.example.com")
      const [{ id } = { id: "" }] = yield* sql<{ id: string }>`
        select public_id as id from account where id = ${viewer.accountKey}::bigint`
      const interval = Effect.map(
        sql<{ ms: number }>`select interval_ms::float8 as ms from monitor_schedule where monitor_id = ${key}::bigint`,
        ([row]) => row?.ms
      )
      assert.strictEqual(yield* interval, 300_000)
      const granted = { _tag: "Granted", before: "agency", inForce: "free", until: null } as const
      assert.deepStrictEqual(yield* accounts.grantPlan(id, "free"), granted)
      assert.strictEqual(yield* interval, 900_000)
      assert.strictEqual(Math.round((yield* accounts.usage(id))?.checksPerDay ?? 0), 96)
      assert.deepInclude(
        (yield* accounts.byUse(50)).find((one) => one.id === id),
        { plan: "free", monitors: 1 }
      )
      const audit = yield* sql`
        select actor, action, changes from audit_entry where account_id = ${viewer.accountKey}::bigint`
      assert.deepStrictEqual(audit, [
        { actor: "operator", action: "account.plan", changes: [{ field: "plan", before: "agency", after: "free" }] }
      ])
      assert.deepStrictEqual(yield* accounts.grantPlan(crypto.randomUUID(), "pro"), { _tag: "NoAccount" })
    })
  )
})
