import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { hash } from "node:crypto"
import { IdempotentRequests } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const digest = (text: string) => hash("sha256", text, "buffer")
const request = (key: string, what = "a request") => ({ keyHash: digest(key), fingerprint: digest(what) })

layer(layerStore, { excludeTestServices: true })("requests with an idempotency key", (it) => {
  it.effect("belong to one user", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const claimed = yield* requests.claim(mine, request("k"), 60_000)
      if (claimed._tag !== "Mine") return assert.fail(claimed._tag)
      assert.strictEqual((yield* requests.claim(theirs, request("k"), 60_000))._tag, "Mine")
      assert.isFalse(yield* requests.renew(theirs, digest("k"), claimed.leaseToken, 1))
      yield* requests.settle(theirs, digest("k"), claimed.leaseToken, "forged")
      assert.deepStrictEqual(yield* requests.claim(mine, request("k"), 60_000), { _tag: "Busy" })
    })
  )

  it.effect("are handled by one of many concurrent callers, and all get its response", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer } = yield* newAccount
      const results = yield* Effect.all(
        Array.from({ length: 8 }, () => requests.claim(viewer, request("many"), 60_000)),
        {
          concurrency: "unbounded"
        }
      )
      const mine = results.flatMap((result) => (result._tag === "Mine" ? [result.leaseToken] : []))
      assert.strictEqual(mine.length, 1)
      yield* requests.settle(viewer, digest("many"), mine[0] ?? "", "sealed answer")
      assert.deepStrictEqual(yield* requests.claim(viewer, request("many"), 60_000), {
        _tag: "Done",
        answer: "sealed answer"
      })
      assert.deepStrictEqual(yield* requests.claim(viewer, request("many", "something else"), 60_000), {
        _tag: "Different"
      })
    })
  )

  it.effect("can be made again after they failed or their handler died", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const { viewer } = yield* newAccount
      const first = yield* requests.claim(viewer, request("again"), 60_000)
      if (first._tag !== "Mine") return assert.fail(first._tag)
      yield* requests.settle(viewer, digest("again"), first.leaseToken, null)
      const second = yield* requests.claim(viewer, request("again"), -1)
      if (second._tag !== "Mine") return assert.fail(second._tag)
      const third = yield* requests.claim(viewer, request("again"), 60_000)
      assert.strictEqual(third._tag, "Mine")
      assert.isFalse(yield* requests.renew(viewer, digest("again"), second.leaseToken, 60_000))
      yield* requests.settle(viewer, digest("again"), second.leaseToken, "too late")
      assert.deepStrictEqual(yield* requests.claim(viewer, request("again"), 60_000), { _tag: "Busy" })
    })
  )

  it.effect("can be made again after a day", () =>
    Effect.gen(function* () {
      const requests = yield* IdempotentRequests
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const first = yield* requests.claim(viewer, request("old"), 60_000)
      yield* requests.settle(viewer, digest("old"), first._tag === "Mine" ? first.leaseToken : "", "sealed answer")
      yield* sql`update idempotent_request set created_at = mon_now() - interval '24 hours' where user_id = ${viewer.userKey}::bigint`
      assert.strictEqual((yield* requests.claim(viewer, request("old", "something else"), 60_000))._tag, "Mine")
      yield* sql`update idempotent_request set created_at = mon_now() - interval '25 hours' where user_id = ${viewer.userKey}::bigint`
      assert.strictEqual(yield* requests.purge(86_400), 1)
    })
  )
})
