import { assert, layer } from "@effect/vitest"
import { AlertCounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addChannel } from "./ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("the counts of alerts", (it) => {
  it.effect("have channels by state, without those that their owners switched off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counts = yield* AlertCounts
      const before = yield* counts.channels()
      const account = yield* newAccount
      const ids = yield* Effect.forEach(["slack", "ntfy", "gotify", "matrix"] as const, (kind) =>
        addChannel(account, kind)
      )
      const [, failing = "", refused = "", off = ""] = ids
      yield* sql`update alert_channel set failing_since = now() where public_id = ${failing}::uuid`
      yield* sql`
        update alert_channel set is_active = false, disabled_reason = 'refused' where public_id = ${refused}::uuid`
      yield* sql`update alert_channel set is_active = false where public_id = ${off}::uuid`
      const after = yield* counts.channels()
      assert.deepStrictEqual(after, {
        working: before.working + 1,
        failing: before.failing + 1,
        off: before.off + 1
      })
    })
  )

  it.effect("have waiting deliveries by the kind of channel", () =>
    Effect.gen(function* () {
      const counts = yield* AlertCounts
      const account = yield* newAccount
      yield* addChannel(account, "telegram")
      const before = yield* counts.waiting()
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      const after = yield* counts.waiting()
      const more = (kind: string) => (after.get(kind) ?? 0) - (before.get(kind) ?? 0)
      assert.deepStrictEqual([more("telegram"), more("email"), more("slack")], [1, 1, 0])
    })
  )

  it.effect("have windows that are active now, and not those that a plan stopped", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counts = yield* AlertCounts
      const before = yield* counts.activeWindows()
      const { viewer } = yield* newAccount
      const add = (name: string, minutes: number, stopped: boolean) => sql`
        with w as (
          insert into maintenance_window (public_id, account_id, name, starts_at, minutes, timezone, covers_account,
            is_stopped, expanded_until)
          values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${name}, mon_now() + ${minutes}::int * interval '1 minute',
            60, 'UTC', true, ${stopped}, 'infinity')
          returning id, account_id, starts_at
        )
        insert into maintenance_occurrence (window_id, account_id, starts_at, ends_at)
        select id, account_id, starts_at, starts_at + interval '1 hour' from w`
      yield* add("now", -10, false)
      yield* add("later", 10, false)
      yield* add("over", -70, false)
      yield* add("stopped", -10, true)
      assert.strictEqual((yield* counts.activeWindows()) - before, 1)
    })
  )
})
