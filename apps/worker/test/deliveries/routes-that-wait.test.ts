import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, newDomain, outcomeOf } from "./DeliveryWorld.ts"
import { addRoute, at, MINUTE, sentTo, timed } from "./RouteWorld.ts"

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a route", (it) => {
  it.effect("waits while a parent of the monitor is down", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const router = yield* newDomain(account)
      const server = yield* newDomain(account, { dependsOn: [router.id] })
      yield* addRoute(account, {
        scope: "chosen",
        monitorIds: [server.id],
        steps: [
          { afterMinutes: 5, targets: ["email"] },
          { afterMinutes: 60, targets: ["email"] }
        ]
      })
      const stands = (domain: { readonly id: string }, state: number) => sql`
        update monitor_schedule s set state = ${state}, last_checked_at = mon_now() + interval '1 second', successes = 0,
          status_changed_at = mon_now() - interval '1 second', next_at = mon_now() + interval '1 day'
        from monitor m where m.id = s.monitor_id and m.public_id = ${domain.id}::uuid`
      yield* stands(router, 1)
      yield* stands(server, 2)
      const { key } = yield* changes(server, "down")
      yield* at(0)
      yield* moveTime(4 * MINUTE)
      yield* stands(router, 2)
      yield* at(6)
      assert.deepStrictEqual(yield* sentTo(account), [])
      assert.strictEqual((yield* outcomeOf(key)).status, "suppressed")
      yield* moveTime(10 * MINUTE)
      yield* stands(router, 1)
      yield* stands(server, 2)
      assert.strictEqual(yield* deliveries.releaseSuppressed(10), 1)
      yield* at(11)
      assert.deepStrictEqual(yield* sentTo(account), [])
      yield* at(16.5)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +5"])
      yield* stands(router, 2)
      yield* at(72)
      assert.lengthOf(yield* sentTo(account), 1)
      yield* stands(router, 1)
      yield* at(74)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +5", "down email step 2 +60"])
    }).pipe(timed)
  )

  it.effect("sends what is due under maintenance at its end, if it still lasts", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const domain = yield* newDomain(account)
      yield* addRoute(account, { steps: [{ afterMinutes: 10, targets: ["email"] }], reminderMinutes: 60 })
      yield* changes(domain, "down")
      yield* at(0)
      yield* sql`
        with w as (
          insert into maintenance_window (public_id, account_id, name, covers_account, starts_at, minutes, timezone,
            expanded_until)
          values (gen_random_uuid(), ${account.viewer.accountKey}::bigint, 'Update', true,
            now() + interval '5 minutes', 30, 'UTC', 'infinity')
          returning id, account_id, starts_at
        )
        insert into maintenance_occurrence (window_id, account_id, starts_at, ends_at)
        select id, account_id, starts_at, starts_at + interval '30 minutes' from w`
      yield* at(11)
      yield* at(30)
      assert.deepStrictEqual(yield* sentTo(account), [])
      yield* at(36)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +10"])
    }).pipe(timed)
  )
})
