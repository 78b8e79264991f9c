import { assert, layer } from "@effect/vitest"
import { type AccessScope, Heartbeats, UnusedHeartbeats, type UnusedNotice } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerStore, newOwner, storedJob } from "./StoredJob.ts"

const DAY = 86_400

/** Sends the reminders that are due. Returns the names in those to an owner. */
const remind = Effect.fn("remind")(function* ({ accountKey }: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const unused = yield* UnusedHeartbeats
  const [account] = yield* sql<{ id: string }>`select public_id as id from account where id = ${accountKey}::bigint`
  const sent: Array<UnusedNotice> = []
  while (yield* unused.remindNext((notice) => Effect.sync(() => void sent.push(notice)))) continue
  return sent.filter(({ accountId }) => accountId === account?.id).map(({ names }) => names)
})

layer(layerStore, { excludeTestServices: true })("a heartbeat without pings", (it) => {
  it.effect("is in one reminder after three days, with the others of its account", () =>
    Effect.gen(function* () {
      const owner = yield* newOwner
      yield* storedJob({ name: "Backup" }, owner)
      const second = yield* storedJob({ name: "Report" }, owner)
      const used = yield* storedJob({ name: "Used" }, owner)
      yield* used.ping("success")
      yield* second.skip(3 * DAY - 60)
      assert.deepStrictEqual(yield* remind(owner), [])
      yield* second.skip(120)
      assert.deepStrictEqual(yield* remind(owner), [["Backup", "Report"]])
      yield* second.skip(30 * DAY)
      assert.deepStrictEqual(yield* remind(owner), [])
    })
  )

  it.effect("is in no reminder while it is paused, after it was deleted, and if the owner wants no emails", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const heartbeats = yield* Heartbeats
      const paused = yield* storedJob()
      yield* sql`update monitor set paused_at = mon_now() where id = ${paused.key}::bigint`
      const deleted = yield* storedJob()
      yield* heartbeats.remove(deleted.owner, [deleted.id])
      const silent = yield* storedJob()
      yield* sql`update membership set alerts_by_email = false where account_id = ${silent.owner.accountKey}::bigint`
      yield* silent.skip(4 * DAY)
      for (const { owner } of [paused, deleted, silent]) assert.deepStrictEqual(yield* remind(owner), [])
      yield* sql`update monitor set paused_at = null where id = ${paused.key}::bigint`
      assert.deepStrictEqual(yield* remind(paused.owner), [["Backup"]])
    })
  )

  it.effect("is in the next reminder if the email could not be queued", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ name: "Again" })
      yield* job.skip(4 * DAY)
      const failed = yield* Effect.exit((yield* UnusedHeartbeats).remindNext(() => Effect.fail("no mail")))
      assert.strictEqual(failed._tag, "Failure")
      assert.deepStrictEqual(yield* remind(job.owner), [["Again"]])
    })
  )
})
