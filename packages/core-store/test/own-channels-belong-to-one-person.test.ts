import { assert, layer } from "@effect/vitest"
import { defaultContactRules, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { type AccessScope, ContactRuleSets, OwnChannels } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const draft = (kind: "ntfy" | "twilio" = "ntfy") => ({
  id: uuidv7(Date.now(), randomBytes(10)),
  kind,
  name: kind,
  settings: { sealed: "sealed", shown: { topic: "***" } }
})

const CODE = { seconds: 900, attempts: 5 }

/** Adds a member to an account. */
const newMember = Effect.fn("newMember")(function* (owner: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string; readonly key: string; readonly userKey: string }>`
    with person as (
      insert into app_user (public_id, email) values (gen_random_uuid(), gen_random_uuid() || '@test.example') returning id
    )
    insert into membership (public_id, account_id, user_id, role)
    select gen_random_uuid(), ${owner.accountKey}::bigint, id, 'member' from person
    returning public_id as id, id::text as key, user_id::text as "userKey"`
  if (row === undefined) return yield* Effect.die(new Error("no member"))
  const scope: AccessScope = { ...owner, membershipKey: row.key, userKey: row.userKey, role: "member" }
  return { id: row.id, scope }
})

const addVerified = Effect.fn("addVerified")(function* (scope: AccessScope, kind: "ntfy" | "twilio" = "ntfy") {
  const own = yield* OwnChannels
  const wanted = draft(kind)
  yield* own.create(scope, wanted, 5)
  yield* own.beginCode(scope, wanted.id, "signature")
  assert.isTrue(yield* own.verify(scope, wanted.id, "signature"))
  return wanted.id
})

layer(layerStore, { excludeTestServices: true })("own channels", (it) => {
  it.effect("have a limit for each person, even if they are created at the same time", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { scope } = yield* newMember(viewer)
      const own = yield* OwnChannels
      const all = [viewer, scope].flatMap((person) => Array.from({ length: 4 }, () => own.create(person, draft(), 2)))
      const results = yield* Effect.all(all, { concurrency: "unbounded" })
      assert.lengthOf(
        results.filter(({ _tag }) => _tag === "Created"),
        4
      )
      assert.lengthOf(yield* own.list(viewer), 2)
      assert.lengthOf(yield* own.list(scope), 2)
    })
  )

  it.effect("are verified only with the last code, and switched on only afterwards", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const own = yield* OwnChannels
      const wanted = draft()
      yield* own.create(viewer, wanted, 5)
      assert.isFalse((yield* own.update(viewer, wanted.id, { isActive: true }))?.isActive)
      assert.isNull(yield* own.countAttempt(viewer, wanted.id, CODE))
      yield* own.beginCode(viewer, wanted.id, "first")
      yield* own.beginCode(viewer, wanted.id, "second")
      assert.isFalse(yield* own.verify(viewer, wanted.id, "first"))
      const attempts = Array.from({ length: 8 }, () => own.countAttempt(viewer, wanted.id, CODE))
      const counted = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.lengthOf(
        counted.filter((signature) => signature === "second"),
        5
      )
      assert.isTrue(yield* own.verify(viewer, wanted.id, "second"))
      assert.isFalse(yield* own.verify(viewer, wanted.id, "second"))
      assert.deepInclude(yield* own.find(viewer, wanted.id), { isVerified: true, isActive: true })
    })
  )

  it.effect("store what they show only where the previous release does not read it", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const id = yield* addVerified(viewer)
      assert.deepStrictEqual(yield* sql`select shown from alert_channel where public_id = ${id}::uuid`, [{ shown: {} }])
      assert.deepStrictEqual((yield* (yield* OwnChannels).find(viewer, id))?.shown, { topic: "***" })
    })
  )

  it.effect("are part of a plan only while they can receive alerts", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { id, scope } = yield* newMember(viewer)
      const [own, rules] = [yield* OwnChannels, yield* ContactRuleSets]
      assert.deepStrictEqual(yield* rules.plans(viewer.accountKey, [id]), [])
      const [phone, off] = [yield* addVerified(scope), yield* addVerified(scope)]
      yield* own.create(scope, draft(), 5)
      yield* own.update(scope, off, { isActive: false })
      const high = [{ afterMinutes: 5, via: phone }]
      yield* rules.save(scope, { high })
      const saved = { high, low: defaultContactRules.low }
      assert.deepStrictEqual(yield* rules.find(scope), saved)
      assert.isNull(yield* rules.find(viewer))
      assert.deepStrictEqual(yield* rules.plans(viewer.accountKey, [id]), [
        { membershipId: id, rules: saved, channelIds: [phone] }
      ])
      const stranger = (yield* newAccount).viewer
      assert.deepStrictEqual(yield* rules.plans(stranger.accountKey, [id]), [])
    })
  )

  it.effect("leave with their person", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { id, scope } = yield* newMember(viewer)
      const sql = yield* SqlClient.SqlClient
      const phone = yield* addVerified(scope)
      yield* (yield* ContactRuleSets).save(scope, { low: [{ afterMinutes: 0, via: phone }] })
      yield* sql`update membership set removed_at = mon_now() where public_id = ${id}::uuid`
      assert.deepStrictEqual(yield* sql`select from alert_channel where public_id = ${phone}::uuid`, [])
      assert.isNull(yield* (yield* ContactRuleSets).find(scope))
      const own = yield* OwnChannels
      assert.strictEqual((yield* own.create(scope, draft(), 5))._tag, "NoMembership")
    })
  )
})
