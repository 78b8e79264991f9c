import { assert, layer } from "@effect/vitest"
import { defaultConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { Domains, RollUps, type AccessScope } from "../src/index.ts"
import { bucketMs, responseBucket } from "../src/monitors/RollUps.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { checkOf, watched } from "./watchedDomain.ts"

const HOUR = 3_600_000
const START = Date.UTC(2026, 5, 1)
const iso = (at: number) => new Date(at).toISOString()

const summary = Effect.fn("summary")(function* (viewer: AccessScope, from: number, to: number) {
  return (yield* (yield* RollUps).between(viewer.accountKey, from, to))[0]
})

const near = (expected: number) => (value: number | undefined) => {
  assert.approximately(value ?? 0, expected, expected * 0.0101 + 0.06)
}

layer(layerStore, { excludeTestServices: true })("the checks of an hour", (it) => {
  it.effect("are counted, with percentiles of the successful ones", () =>
    Effect.gen(function* () {
      yield* installClock(iso(START))
      const { id, check, viewer } = yield* watched("counted.example")
      for (let n = 1; n <= 100; n++) {
        yield* check("up", { at: START + n * 100_000, responseUs: n * 10_000 })
      }
      yield* check("down", { at: START + 2 * HOUR + 60_000, responseUs: 9_000_000 })
      yield* check("unknown", { at: START + 2 * HOUR + 120_000, responseUs: null })
      const found = yield* summary(viewer, START, START + 24 * HOUR)
      assert.deepInclude(found, { id, checks: 102, up: 100, down: 1 })
      near(500)(found?.responseTime?.p50)
      near(950)(found?.responseTime?.p95)
      near(990)(found?.responseTime?.p99)
      const first = yield* summary(viewer, START, START + HOUR)
      assert.strictEqual(first?.checks, 35)
      near(180)(first?.responseTime?.p50)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from check_history`
      assert.deepStrictEqual(yield* summary(viewer, START, START + 24 * HOUR), found)
    })
  )

  it.effect("leave out of the percentiles what the process was too busy to measure", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("stalled.example")
      yield* check("up", { at: START, responseUs: 100_000 })
      yield* check("up", { at: START + 1_000, responseUs: 5_000_000, stalled: true })
      yield* setClock(iso(START + 2_000))
      assert.deepInclude(yield* summary(viewer, START, START + HOUR), { checks: 2, up: 2 })
      const domain = yield* (yield* Domains).find(viewer, id)
      near(100)(domain?.responseTime?.p99)
      assert.strictEqual(domain?.lastResponseTimeMs, 5_000)
    })
  )

  it.effect("count once, however often and by however many workers they are recorded", () =>
    Effect.gen(function* () {
      const { claim, schedule, viewer } = yield* watched("once.example")
      const row = checkOf(yield* claim, "up", { at: START })
      yield* Effect.all(
        [1, 2, 3, 4].map(() => schedule.record([row], defaultConfirmationPolicy)),
        { concurrency: "unbounded" }
      )
      assert.deepInclude(yield* summary(viewer, START, START + HOUR), { checks: 1, up: 1 })
    })
  )

  it.effect("are merged when an hour occurs again", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("back.example")
      for (const hour of [0, 1, 0, 1]) yield* check("up", { at: START + hour * HOUR, responseUs: 10_000 })
      assert.deepInclude(yield* summary(viewer, START, START + HOUR), { checks: 2, up: 2 })
      assert.deepInclude(yield* summary(viewer, START + HOUR, START + 2 * HOUR), { checks: 2, up: 2 })
    })
  )

  it.effect("with a suppressed verdict count as no verdict", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("guarded.example")
      yield* check("down", { at: START, suppressed: true })
      assert.deepInclude(yield* summary(viewer, START, START + HOUR), { checks: 1, up: 0, down: 0, responseTime: null })
    })
  )

  it.effect("are shown in the record for a day", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("day.example")
      const find = Effect.map(
        Effect.flatMap(Domains, (domains) => domains.find(viewer, id)),
        (domain) => domain?.responseTime
      )
      assert.isNull(yield* find)
      yield* check("up", { at: START, responseUs: 20_000 })
      yield* setClock(iso(START + 23 * HOUR))
      near(20)((yield* find)?.p50)
      yield* setClock(iso(START + 25 * HOUR))
      assert.isNull(yield* find)
      yield* setClock(iso(START))
    })
  )
})

layer(layerStore, { excludeTestServices: true })("the summary of an account", (it) => {
  it.effect(
    "has the exact uptime of the requested time, without paused and unknown time and other accounts' domains",
    () =>
      Effect.gen(function* () {
        yield* installClock(iso(START + 100 * HOUR))
        const { key, sql, viewer } = yield* watched("uptime.example")
        yield* sql`delete from status_period where monitor_id = ${key}::bigint`
        for (const [hour, state] of [
          [0, 1],
          [10, 2],
          [12, 1],
          [20, 3],
          [30, 0],
          [31, 1]
        ] as const) {
          yield* sql`insert into status_period (monitor_id, since, state) values (${key}::bigint, ${iso(START + hour * HOUR)}::timestamptz, ${state})`
        }
        const uptime = (from: number, to: number) =>
          Effect.map(summary(viewer, START + from * HOUR, START + to * HOUR), (found) => found?.uptimePercent)
        assert.strictEqual(yield* uptime(0, 10), 100)
        assert.strictEqual(yield* uptime(8, 12), 50)
        assert.strictEqual(yield* uptime(10, 40), 89.4736)
        yield* sql`
          insert into status_period (monitor_id, since, state)
          values (${key}::bigint, ${iso(START + 50 * HOUR)}::timestamptz, 2), (${key}::bigint, ${iso(START + 50 * HOUR + 100)}::timestamptz, 1)`
        assert.strictEqual(yield* uptime(40, 100), 99.9999)
        assert.isNull(yield* uptime(20, 31))
        assert.isNull(yield* uptime(-50, 0))
        assert.deepStrictEqual(
          yield* (yield* RollUps).between((yield* newAccount).viewer.accountKey, START, START + HOUR),
          []
        )
      })
  )
})

layer(layerStore, { excludeTestServices: true })("hourly partitions", (it) => {
  it.effect("are created ahead, and dropped when their month is old", () =>
    Effect.gen(function* () {
      const rollUps = yield* RollUps
      yield* installClock("2031-01-15T00:00:00Z")
      assert.strictEqual(yield* rollUps.ensurePartitions(2), 4)
      assert.strictEqual(yield* rollUps.ensurePartitions(2), 0)
      const { check, sql, viewer } = yield* watched("kept.example")
      const checked = Date.UTC(2030, 11, 20)
      for (const at of [checked, checked + HOUR]) yield* check("up", { at })
      const places = yield* sql`select tableoid::regclass::text as place from check_hour`
      assert.deepStrictEqual(places, [{ place: "check_hour_203012" }])
      yield* rollUps.purge(90)
      assert.deepInclude(yield* summary(viewer, checked, checked + HOUR), { checks: 1 })
      yield* setClock("2031-04-15T00:00:00Z")
      assert.isAtLeast(yield* rollUps.purge(90), 1)
      assert.deepInclude(yield* summary(viewer, checked, checked + HOUR), { checks: 0 })
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a response time bucket", (it) => {
  it.effect("is within one percent of every response time in it, and keeps their order", () =>
    Effect.sync(() => {
      const us = fc.integer({ min: 1, max: 2_147_483_647 })
      fc.assert(
        fc.property(us, us, (a, b) => {
          assert.isAtMost(Math.abs(bucketMs(responseBucket(a)) - a / 1_000), (a / 1_000) * 0.0101 + 0.06)
          assert.isTrue(a > b || responseBucket(a) <= responseBucket(b))
          assert.isAtMost(responseBucket(a), 32_767)
        })
      )
    })
  )
})
