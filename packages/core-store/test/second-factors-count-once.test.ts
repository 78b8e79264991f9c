import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { SecondFactors, Sessions } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { client, sessionOf } from "./session.ts"

const hashOf = (text: string) => createHash("sha256").update(text).digest()
const codes = ["first", "second", "third"].map(hashOf)
const factor = { sealed: "sealed", step: 100, recoveryCodes: codes }

layer(layerStore, { excludeTestServices: true })("a second factor", (it) => {
  it.effect("counts each time step once, and no earlier one, also for concurrent requests", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { viewer } = yield* newAccount
      yield* factors.set(viewer.userKey, factor)
      const use = (step: number, sealed = "sealed") => factors.useStep(viewer.userKey, sealed, step)
      assert.isFalse(yield* use(100), "the code that proved the factor")
      assert.isFalse(yield* use(101, "another secret"))
      const counted = yield* Effect.all(
        Array.from({ length: 20 }, () => use(102)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        counted.filter((one) => one),
        [true]
      )
      assert.isFalse(yield* use(101))
      assert.isTrue(yield* use(103))
    })
  )

  it.effect("has recovery codes that work once, also for concurrent requests", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      yield* factors.set(viewer.userKey, factor)
      const use = (text: string) => factors.useRecoveryCode(viewer.userKey, hashOf(text))
      const left = yield* Effect.all(
        Array.from({ length: 20 }, () => use("first")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        left.filter((one) => one !== null),
        [2]
      )
      assert.isNull(yield* use("unknown"))
      assert.isNull(yield* factors.useRecoveryCode(other.userKey, hashOf("second")), "of another person")
      assert.isTrue(yield* factors.replaceRecoveryCodes(viewer.userKey, [hashOf("new")]))
      assert.isNull(yield* use("second"))
      assert.strictEqual(yield* use("new"), 0)
      assert.isFalse(yield* factors.replaceRecoveryCodes(other.userKey, codes))
    })
  )

  it.effect("ends sessions, and makes those invalid that were opened without a code", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const sessions = yield* Sessions
      const { viewer } = yield* newAccount
      yield* sessions.open(hashOf("before"), sessionOf(viewer.userKey))
      yield* factors.set(viewer.userKey, factor)
      assert.isNull(yield* sessions.find(hashOf("before"), client))
      yield* sessions.open(hashOf("without"), sessionOf(viewer.userKey))
      yield* sessions.open(hashOf("with"), sessionOf(viewer.userKey, { withCode: true }))
      assert.isNull(yield* sessions.find(hashOf("without"), client))
      assert.isNotNull(yield* sessions.find(hashOf("with"), client))
      assert.deepStrictEqual(
        (yield* sessions.list(viewer, hashOf("with"))).map(({ isCurrent }) => isCurrent),
        [true]
      )
    })
  )

  it.effect("that an account requires cannot be removed by its people, and makes those enrol who have none", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const sessions = yield* Sessions
      const { viewer } = yield* newAccount
      yield* sessions.open(hashOf("owner"), sessionOf(viewer.userKey))
      assert.isFalse(yield* factors.setRequired(viewer, true), "the owner has none")
      assert.isFalse((yield* sessions.find(hashOf("owner"), client))?.mustEnrol)
      yield* factors.set(viewer.userKey, factor)
      assert.isTrue(yield* factors.setRequired(viewer, true))
      assert.deepInclude(yield* factors.stateFor(viewer), { isRequired: true, recoveryCodes: 3 })
      assert.strictEqual(yield* factors.remove(viewer.userKey), "Required")
      assert.strictEqual(yield* factors.remove(viewer.userKey, { force: true }), "Removed")
      assert.strictEqual(yield* factors.remove(viewer.userKey), "Absent")
      yield* sessions.open(hashOf("again"), sessionOf(viewer.userKey))
      assert.isTrue((yield* sessions.find(hashOf("again"), client))?.mustEnrol)
      assert.isTrue(yield* factors.setRequired(viewer, false))
      assert.isFalse((yield* sessions.find(hashOf("again"), client))?.mustEnrol)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a list of sessions", (it) => {
  it.effect("has those of the person only, with what the person recognises them by", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* Sessions
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      yield* sessions.open(hashOf("one"), sessionOf(viewer.userKey))
      yield* sessions.open(
        hashOf("two"),
        sessionOf(viewer.userKey, { client: { address: "2001:db8::1", userAgent: "\u0000x".repeat(900) } })
      )
      yield* sessions.open(hashOf("theirs"), sessionOf(other.userKey))
      yield* sql`update user_session set seen_at = seen_at - interval '5 minutes' where token_hash = ${hashOf("one")}`
      const moved = { address: "198.51.100.4", userAgent: "Mozilla/5.0 (Moved)" }
      assert.isNotNull(yield* sessions.find(hashOf("one"), moved))
      const list = yield* sessions.list(viewer, hashOf("two"))
      assert.deepStrictEqual(
        list.map(({ address, isCurrent, userAgent }) => ({ address, isCurrent, userAgent })),
        [
          { address: "2001:db8::1", userAgent: "x".repeat(400), isCurrent: true },
          { ...moved, isCurrent: false }
        ]
      )
      assert.strictEqual(list[0]?.lastUsedAt.getUTCSeconds(), 0)
      const [theirs] = yield* sessions.list(other, hashOf("theirs"))
      assert.isFalse(yield* sessions.closeOne(viewer, theirs?.id ?? ""))
      assert.isFalse(yield* sessions.closeOne(viewer, "1 or 1=1"))
      assert.isTrue(yield* sessions.closeOne(viewer, list[1]?.id ?? ""))
      assert.isNull(yield* sessions.find(hashOf("one"), client))
      assert.isNotNull(yield* sessions.find(hashOf("theirs"), client))
    })
  )
})
