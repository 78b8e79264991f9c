import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch, type Watched } from "./TestWorld.ts"

const MONITORS = 20
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const setClock = (byMs: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${byMs} milliseconds' $$`)
  )

const nobodyWaitsForLong = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.filterOrFail(
    sql<{ n: number }>`select count(*)::int as n from monitor_schedule
      where greatest(next_at, lease_until) > mon_now() + ${HOUR_MS} * interval '1 millisecond'`,
    ([row]) => row?.n === 0,
    () => "some still wait"
  )
)

const troubles = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`select (select count(*)::int from incident) as incidents, (select count(*)::int from check_history where verdict = 2) as down,
    (select count(*)::int from monitor_schedule where state <> 1) as "notUp"`
)

layer(layerWorld, { excludeTestServices: true })("when the clock of the database jumps", (it) => {
  it.effect(
    "each monitor is checked once, after a jump forwards or backwards, and no state changes without a check",
    () =>
      Effect.gen(function* () {
        const { checks } = yield* TestWorld
        const site = yield* openSite()
        yield* runWorker({ timings: { clockMs: 50 } })
        const watched: Array<Watched> = []
        for (let count = 0; count < MONITORS; count++) watched.push(yield* watch(site, { intervalMs: HOUR_MS }))
        for (const each of watched) yield* checks.next(of(each, "up"))

        yield* setClock(DAY_MS)
        for (const each of watched) yield* checks.next(of(each, "up"))
        // A storm would repeat every check of the missed day. One more check of each monitor is allowed, because it may
        // be due by now.
        assert.isAtMost(site.requests.length, 3 * MONITORS)

        const before = site.requests.length
        yield* setClock(0)
        yield* Effect.retry(nobodyWaitsForLong, Schedule.spaced("10 millis"))
        assert.isAtMost(site.requests.length - before, MONITORS)
        assert.deepStrictEqual(yield* troubles, [{ incidents: 0, down: 0, notUp: 0 }])
      })
  )
})
