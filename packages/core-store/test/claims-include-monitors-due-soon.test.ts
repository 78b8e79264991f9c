import { defaultConfirmationPolicy } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains } from "../src/index.ts"
import { claimPagesStatement } from "../src/monitors/pages/PageChecks.ts"
import { claimDueStatement } from "../src/schedule/MonitorSchedule.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 12) + seconds * 1_000).toISOString()

layer(layerStore, { excludeTestServices: true })("claims ahead of the due time", (it) => {
  const dueAt = Effect.fnUntraced(function* (hostname: string, seconds: number) {
    const one = yield* watched(hostname, { checkInterval: 60, timeoutSeconds: 10 })
    yield* one.sql`update monitor_schedule set next_at = ${at(seconds)}::timestamptz where monitor_id = ${one.key}::bigint`
    const claim = (aheadMs: number) =>
      Effect.map(one.schedule.claim(1_000, 15_000, { aheadMs }), (claims) =>
        claims.find(({ monitorKey }) => monitorKey === one.key)
      )
    return { ...one, claim }
  })

  it.effect("include monitors that will be due, with a lease that counts from the due time", () =>
    Effect.gen(function* () {
      yield* installClock(at(0))
      const { claim } = yield* dueAt("ahead.example", 2)
      assert.isUndefined(yield* claim(0))
      assert.isUndefined(yield* claim(1_999))
      const claimed = yield* claim(2_000)
      assert.deepInclude(claimed, {
        dueAt: Date.parse(at(2)),
        claimedAt: Date.parse(at(0)),
        leaseUntil: Date.parse(at(2 + 10 + 15))
      })
    })
  )

  it.effect("skip monitors whose lease ends within that time", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const { claim } = yield* dueAt("leased.example", 0)
      assert.isDefined(yield* claim(0))
      yield* setClock(at(24))
      assert.isUndefined(yield* claim(5_000))
      yield* setClock(at(25))
      assert.isDefined(yield* claim(5_000))
    })
  )

  it.effect("report the leases that were withdrawn, and no others", () =>
    Effect.gen(function* () {
      yield* setClock(at(0))
      const [paused, changed, kept] = yield* Effect.all([
        dueAt("paused.example", 1),
        dueAt("changed.example", 1),
        dueAt("kept.example", 1)
      ])
      const claims = yield* kept.schedule.claim(1_000, 15_000, { aheadMs: 1_000 })
      const tokens = claims.flatMap(({ leaseToken, monitorKey }) => (monitorKey === kept.key ? [] : [leaseToken]))
      assert.strictEqual(tokens.length, 2)
      const domains = yield* Domains
      yield* domains.pause(paused.viewer, paused.id)
      yield* domains.update(changed.viewer, [changed.id], { checkInterval: 120 })
      assert.deepStrictEqual([...(yield* kept.schedule.withdrawn(claims))].toSorted(), tokens.toSorted())
      const results = yield* kept.schedule.record(
        claims.map((each) => checkOf(each, "up")),
        defaultConfirmationPolicy
      )
      assert.strictEqual(results.accepted, 1)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("due times", (it) => {
  it.effect("that are too far ahead after the clock was set back return to their grid, with their leases", () =>
    Effect.gen(function* () {
      yield* installClock(at(3_600))
      const one = yield* watched("astray.example", { checkInterval: 60 })
      yield* one.check("up")
      const leased = yield* watched("leased-astray.example", { checkInterval: 60 })
      yield* leased.claim
      yield* setClock(at(0))
      assert.strictEqual(yield* one.schedule.repairDueTimes(), 2)
      const rows = yield* one.sql<{ within: boolean; on_grid: boolean; leased: boolean }>`
        select next_at > mon_now() and next_at <= mon_now() + interval '60 seconds' as within,
          next_at = next_on_grid(interval_ms, phase, mon_now()) as on_grid, lease_token is not null as leased from monitor_schedule`
      assert.deepStrictEqual(
        rows,
        [1, 2].map(() => ({ within: true, on_grid: true, leased: false }))
      )
      assert.strictEqual(yield* one.schedule.repairDueTimes(), 0)
      assert.strictEqual(yield* one.schedule.now(), Date.parse(at(0)))
    })
  )
})

layer(layerStore, { excludeTestServices: true })("the claim of many monitors", (it) => {
  it.effect("is not planned each time, whatever the limit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      yield* sql`
        with made as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
          select gen_random_uuid(), ${viewer.accountKey}::bigint, 1 + g % 2, 'https://shop.example/', 'shop.example',
            'shop' || g, 'shop', 300, 30 from generate_series(1, 10000) g
          returning id, kind
        )
        insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
        select id, kind, 300000, 30000, 0, mon_now() from made`
      yield* sql`analyze monitor`
      yield* sql`analyze monitor_schedule`
      const plans = yield* sql.withTransaction(
        Effect.gen(function* () {
          for (const limit of [200, 150, 3]) {
            for (let count = 0; count < 6; count++) {
              assert.lengthOf(yield* claimDueStatement(sql, limit, 15_000, { location: "default" }), limit)
              assert.lengthOf(yield* claimPagesStatement(sql, limit, 15_000, []), limit)
            }
          }
          return yield* sql<{ custom: number }>`
            select custom_plans as custom from pg_prepared_statements
            where statement like '%update monitor_schedule%' and statement not like '%pg_prepared%'`
        })
      )
      assert.deepStrictEqual(
        plans.map(({ custom }) => custom),
        [5, 5, 5, 5]
      )
    })
  )
})
