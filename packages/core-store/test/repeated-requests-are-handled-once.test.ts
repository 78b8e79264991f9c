import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { hash, randomUUID } from "node:crypto"
import { IdempotentRequests } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const digest = (text: string) => hash("sha256", text, "buffer")

const request = (key: string, what = "a request") => ({
  keyHash: digest(key),
  fingerprint: digest(what),
  leaseToken: randomUUID(),
  workId: randomUUID()
})

const untilBlocked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ blocked: boolean }>`
    select exists (select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))) as blocked`
  return row?.blocked === true
}).pipe(Effect.repeat({ until: (blocked) => blocked }))

layer(layerStore, { excludeTestServices: true })("requests with an idempotency key", (it) => {
  it.effect("belong to one user", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const first = request("k")
      assert.strictEqual((yield* requests.claim(mine, first, 60_000))._tag, "Mine")
      assert.strictEqual((yield* requests.claim(theirs, request("k"), 60_000))._tag, "Mine")
      assert.isFalse(yield* requests.renew(theirs, first, 1))
      assert.isFalse(yield* requests.settle(theirs, first, "forged"))
      assert.deepStrictEqual(yield* requests.claim(mine, request("k"), 60_000), { _tag: "Busy" })
    })
  )

  it.effect("are handled by one of many concurrent callers, and all get its response", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer } = yield* newAccount
      const attempts = Array.from({ length: 8 }, () => request("many"))
      const results = yield* Effect.all(
        attempts.map((attempt) => requests.claim(viewer, attempt, 60_000)),
        { concurrency: "unbounded" }
      )
      const mine = attempts.filter((_, index) => results[index]?._tag === "Mine")
      assert.strictEqual(mine.length, 1)
      assert.isTrue(yield* requests.settle(viewer, mine[0] ?? request("none"), "sealed answer"))
      assert.deepStrictEqual(yield* requests.claim(viewer, request("many"), 60_000), {
        _tag: "Done",
        answer: "sealed answer"
      })
      assert.deepStrictEqual(yield* requests.claim(viewer, request("many", "something else"), 60_000), {
        _tag: "Different"
      })
    })
  )

  it.effect("can be made again after they were refused, under a new id", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer } = yield* newAccount
      const [first, second] = [request("again"), request("again")]
      assert.deepStrictEqual(yield* requests.claim(viewer, first, 60_000), { _tag: "Mine", workId: first.workId })
      assert.isTrue(yield* requests.settle(viewer, first, null))
      assert.deepStrictEqual(yield* requests.claim(viewer, second, 60_000), { _tag: "Mine", workId: second.workId })
    })
  )

  it.effect("are taken over with their id when the lease has expired or was released", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer } = yield* newAccount
      const [first, second, third] = [request("over"), request("over"), request("over")]
      yield* requests.claim(viewer, first, -1)
      const taken = { _tag: "Mine", workId: first.workId } as const
      assert.deepStrictEqual(yield* requests.claim(viewer, second, 60_000), taken)
      assert.isFalse(yield* requests.renew(viewer, first, 60_000))
      assert.isFalse(yield* requests.settle(viewer, first, "too late"))
      yield* requests.release(viewer, first)
      assert.deepStrictEqual(yield* requests.claim(viewer, third, 60_000), { _tag: "Busy" })
      yield* requests.release(viewer, second)
      assert.deepStrictEqual(yield* requests.claim(viewer, request("over", "another"), 60_000), { _tag: "Different" })
      assert.deepStrictEqual(yield* requests.claim(viewer, third, 60_000), taken)
    })
  )

  it.effect("are not taken over while the transaction of their work may still commit", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const first = request("commit")
      yield* requests.claim(viewer, first, -1)
      const settled = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(settled), requests.claim(viewer, request("commit"), 60_000))
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          assert.isTrue(yield* requests.settle(viewer, first, "sealed answer"))
          yield* Deferred.succeed(settled, undefined)
          yield* untilBlocked
        })
      )
      assert.deepStrictEqual(yield* Fiber.join(other), { _tag: "Done", answer: "sealed answer" })
    })
  )

  it.effect("can be made again after a day", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const [first, second] = [request("old"), request("old", "something else")]
      yield* requests.claim(viewer, first, 60_000)
      yield* requests.settle(viewer, first, "sealed answer")
      yield* sql`update idempotent_request set created_at = mon_now() - interval '24 hours' where user_id = ${viewer.userKey}::bigint`
      assert.deepStrictEqual(yield* requests.claim(viewer, second, 60_000), { _tag: "Mine", workId: second.workId })
      yield* sql`update idempotent_request set created_at = mon_now() - interval '25 hours' where user_id = ${viewer.userKey}::bigint`
      assert.strictEqual(yield* requests.purge(86_400, 10), 1)
    })
  )
})
