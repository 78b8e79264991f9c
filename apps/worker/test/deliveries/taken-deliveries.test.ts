import { Deliveries, DueTimes } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { dispatchNext } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, newDomain, outcomeOf, settles } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a delivery", (it) => {
  it.effect("is taken by one worker at a time, and again when that worker has ended", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const times = yield* DueTimes
      const dueInMs = Effect.map(times.next([]), (next) => next.get("deliveries by email"))
      const account = yield* newAccount
      const { key } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchNext()
      const take = Effect.map(deliveries.take("email", 10, 110_000, []), (taken) => taken.length)
      assert.deepStrictEqual(yield* deliveries.take("email", 10, 110_000, [account.viewer.accountKey]), [])
      assert.isAtMost((yield* dueInMs) ?? Infinity, 0)
      assert.deepStrictEqual([yield* take, yield* take], [1, 0])
      assert.isAtLeast((yield* dueInMs) ?? 0, 100_000)
      yield* moveTime(111)
      const taken = yield* deliveries.take("email", 10, 110_000, [])
      assert.lengthOf(taken, 1)
      yield* deliveries.giveBack(taken)
      yield* runDeliveries()
      assert.lengthOf((yield* settles(key, "sent")).deliveries, 1)
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is given up after thirty attempts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const { key } = yield* changes(yield* newDomain(yield* newAccount), "down")
      yield* dispatchNext()
      const [row] = yield* sql<{
        id: string
      }>`update notification_delivery set attempts = 30 where notification_id = ${key}::bigint returning id::text`
      assert.deepStrictEqual(yield* deliveries.claim(row?.id ?? "", "019aa0b8-0000-7000-8000-000000000001"), {
        _tag: "Over"
      })
      assert.deepInclude(yield* outcomeOf(key), { status: "failed", sent: false })
    })
  )

  it.effect("of another worker is not repeated before its lease expires", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const { key } = yield* changes(yield* newDomain(yield* newAccount), "down")
      yield* dispatchNext()
      const [row] = yield* sql<{
        id: string
      }>`select id::text from notification_delivery where notification_id = ${key}::bigint`
      const [one, other] = ["019aa0b8-0000-7000-8000-000000000001", "019aa0b8-0000-7000-8000-000000000002"] as const
      const first = yield* deliveries.claim(row?.id ?? "", one)
      assert.strictEqual(first._tag, "Claimed")
      const again = yield* deliveries.claim(row?.id ?? "", one)
      assert.strictEqual(again._tag === "Claimed" ? again.delivery.attempt : 0, 1)
      assert.strictEqual((yield* deliveries.claim(row?.id ?? "", other))._tag, "Later")
      yield* moveTime(101)
      const taken = yield* deliveries.claim(row?.id ?? "", other)
      assert.strictEqual(taken._tag === "Claimed" ? taken.delivery.attempt : 0, 2)
      const result = { status: "sent", code: "250", error: null, durationMs: 5, retryAfterMs: null } as const
      if (first._tag === "Claimed") yield* deliveries.record(first.delivery, { ...result, status: "failed" })
      assert.strictEqual((yield* outcomeOf(key)).status, "pending")
      if (taken._tag === "Claimed") yield* deliveries.record(taken.delivery, result)
      assert.strictEqual((yield* outcomeOf(key)).status, "sent")
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("to a webhook with four attempts in flight waits for one of them to finish", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      for (let index = 0; index < 6; index += 1) yield* changes(yield* newDomain(account), "down")
      const keys = yield* sql<{ key: string }>`
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target)
        select gen_random_uuid(), n.account_id, n.id, n.key, 'webhook', 'one-receiver'
        from notification n where n.account_id = ${account.viewer.accountKey}::bigint
        returning id::text as key`
      const claim = (key: string) =>
        Effect.flatMap(
          Effect.sync(() => globalThis.crypto.randomUUID()),
          (token) => deliveries.claim(key, token)
        )
      const claims = yield* Effect.forEach(keys, ({ key }) => claim(key))
      assert.deepStrictEqual(
        claims.map(({ _tag }) => _tag),
        ["Claimed", "Claimed", "Claimed", "Claimed", "Later", "Later"]
      )
      const [first] = claims
      if (first?._tag === "Claimed")
        yield* deliveries.record(first.delivery, {
          status: "sent",
          code: "204",
          error: null,
          durationMs: 5,
          retryAfterMs: null
        })
      assert.deepStrictEqual(
        [(yield* claim(keys[4]?.key ?? ""))._tag, (yield* claim(keys[5]?.key ?? ""))._tag],
        ["Claimed", "Later"]
      )
    })
  )
})
