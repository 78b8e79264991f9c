import { assert, layer } from "@effect/vitest"
import { type Timeline, timelineFields, timelineRanges } from "@mon/model"
import * as Effect from "effect/Effect"
import { type AccessScope, Timelines } from "../src/index.ts"
import { layerStore, newAccount, newMember, share } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { watched } from "./watchedDomain.ts"

const HOUR = 3_600
const DAY = 24 * HOUR
/** Midnight, in Unix seconds. */
const START = Date.UTC(2026, 5, 1) / 1_000
const iso = (at: number) => new Date(at * 1_000).toISOString()

const recordOf = (bucket: Timeline["buckets"][number]) =>
  Object.fromEntries(timelineFields.map((field, index) => [field, bucket[index] ?? null]))

const rollUpAll = Effect.gen(function* () {
  const { rollUp } = yield* Timelines
  yield* Effect.repeat(rollUp(3), { until: (count) => count === 0 })
})

/** A domain with two checks an hour in the first and the third hour of each day. One of the four checks failed. */
const history = Effect.fn("history")(function* (days: number) {
  const domain = yield* watched(`history-${days}.example`)
  const { key, sql } = domain
  yield* sql`update monitor set created_at = ${iso(START)}::timestamptz where id = ${key}::bigint`
  yield* sql`delete from status_period where monitor_id = ${key}::bigint`
  yield* sql`insert into status_period (monitor_id, since, state) values (${key}::bigint, ${iso(START)}::timestamptz, 1)`
  for (let day = 0; day < days; day++) {
    for (const [hour, minute, verdict] of [
      [0, 5, "up"],
      [0, 40, "up"],
      [2, 0, "down"],
      [2, 1, "up"]
    ] as const) {
      const at = START + day * DAY + hour * HOUR + minute * 60
      yield* setClock(iso(at))
      const responseUs = hour === 0 ? 100_000 + minute * 1_000 : 400_000
      yield* domain.check(verdict, { at: at * 1_000, responseUs, dnsUs: 1_000, tlsUs: 20_000, waitUs: responseUs / 2 })
    }
  }
  return domain
})

const read = Effect.fn("read")(function* (viewer: AccessScope, id: string, range: Timeline["range"]) {
  const found = yield* (yield* Timelines).read(viewer, id, range)
  return found ?? (yield* Effect.die(new Error("No timeline.")))
})

layer(layerStore, { excludeTestServices: true })("timelines", (it) => {
  it.effect("have the same buckets before and after their days are rolled up, within one percent", () =>
    Effect.gen(function* () {
      yield* installClock(iso(START))
      const { id, viewer } = yield* history(3)
      yield* setClock(iso(START + 2 * DAY + 4 * HOUR))
      for (const range of ["7d", "30d", "90d"] as const) {
        const { sql } = yield* watched(`other-${range}.example`)
        yield* sql`update monitor_schedule set days_until = null`
        yield* sql`delete from check_day`
        const live = yield* read(viewer, id, range)
        assert.lengthOf(live.buckets, range === "90d" ? 3 : 6)
        assert.strictEqual(live.bucketSeconds, timelineRanges[range].bucketSeconds)
        yield* rollUpAll
        const [counted] = yield* sql<{ n: number }>`select count(*)::int as n from check_day`
        assert.strictEqual(counted?.n, 2)
        const rolled = yield* read(viewer, id, range)
        assert.deepStrictEqual({ ...rolled, buckets: [] }, { ...live, buckets: [] })
        assert.lengthOf(rolled.buckets, live.buckets.length)
        for (const [index, bucket] of live.buckets.entries()) {
          const [expected, found] = [recordOf(bucket), recordOf(rolled.buckets[index] ?? [])]
          for (const field of ["start", "checks", "up", "down"])
            assert.strictEqual(found[field], expected[field], field)
          for (const field of timelineFields.slice(4)) {
            const value = expected[field] ?? 0
            assert.approximately(found[field] ?? 0, value, value * 0.021 + 0.06, `${range} ${index} ${field}`)
          }
        }
        // A second roll-up changes nothing.
        assert.strictEqual(yield* (yield* Timelines).rollUp(10), 0)
      }
    })
  )

  it.effect("have buckets of 15 minutes for a day, with percentiles and phases of successful checks", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* history(2)
      yield* setClock(iso(START + DAY + 4 * HOUR))
      const { buckets, end, start } = yield* read(viewer, id, "24h")
      assert.deepStrictEqual([start, end], [START + 4 * HOUR + 900, START + DAY + 4 * HOUR])
      assert.deepStrictEqual(buckets.map(recordOf), [
        {
          start: START + DAY,
          checks: 1,
          up: 1,
          down: 0,
          p50: 105,
          p95: 105,
          p99: 105,
          dns: 1,
          connect: 0.2,
          tls: 20,
          wait: 52.5,
          download: 0.2
        },
        {
          start: START + DAY + 1_800,
          checks: 1,
          up: 1,
          down: 0,
          p50: 140,
          p95: 140,
          p99: 140,
          dns: 1,
          connect: 0.2,
          tls: 20,
          wait: 70,
          download: 0.2
        },
        {
          start: START + DAY + 2 * HOUR,
          checks: 2,
          up: 1,
          down: 1,
          p50: 400,
          p95: 400,
          p99: 400,
          dns: 1,
          connect: 0.2,
          tls: 20,
          wait: 200,
          download: 0.2
        }
      ])
    })
  )

  it.effect("have the uptime, checks and incidents of each day, and show unwatched time as gaps", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* history(4)
      yield* setClock(iso(START + 4 * DAY))
      yield* sql`delete from status_period where monitor_id = ${key}::bigint`
      for (const [at, state] of [
        [0, 0],
        [HOUR, 1],
        [DAY, 3],
        [2 * DAY, 1],
        [3 * DAY, 2],
        [3 * DAY + 6 * HOUR, 1]
      ] as const) {
        yield* sql`insert into status_period (monitor_id, since, state) values (${key}::bigint, ${iso(START + at)}::timestamptz, ${state})`
      }
      yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
      yield* sql`delete from unwatched_period where monitor_id = ${key}::bigint`
      yield* sql`insert into unwatched_period (monitor_id, since, until)
        values (${key}::bigint, ${iso(START + 2 * DAY + 10 * HOUR)}::timestamptz, ${iso(START + 2 * DAY + 12 * HOUR)}::timestamptz)`
      yield* sql`delete from incident where monitor_id = ${key}::bigint`
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, trigger_error_code)
        select gen_random_uuid(), account_id, id, ${iso(START + 3 * DAY)}::timestamptz, ${iso(START + 3 * DAY)}::timestamptz,
          ${iso(START + 3 * DAY + 6 * HOUR)}::timestamptz, 'http_status' from monitor where id = ${key}::bigint`
      const { days, gaps, incidents, start } = yield* read(viewer, id, "90d")
      assert.strictEqual(start, START - 85 * DAY)
      assert.lengthOf(days, 90)
      assert.deepStrictEqual(
        days
          .slice(-6)
          .map(({ checks, day, failures, incidents: began, uptime }) => [day, checks, failures, uptime, began]),
        [
          ["2026-05-31", 0, 0, null, 0],
          ["2026-06-01", 4, 1, 100, 0],
          ["2026-06-02", 4, 1, null, 0],
          ["2026-06-03", 4, 1, 100, 0],
          ["2026-06-04", 4, 1, 75, 1],
          ["2026-06-05", 0, 0, null, 0]
        ]
      )
      assert.deepStrictEqual(gaps, [
        { start, end: START, state: "unknown" },
        { start: START, end: START + HOUR, state: "unknown" },
        { start: START + DAY, end: START + 2 * DAY, state: "paused" },
        { start: START + 2 * DAY + 10 * HOUR, end: START + 2 * DAY + 12 * HOUR, state: "unknown" }
      ])
      assert.deepStrictEqual(
        incidents.map((incident) => [incident.start, incident.end, incident.reason]),
        [[START + 3 * DAY, START + 3 * DAY + 6 * HOUR, "http_status"]]
      )
    })
  )

  it.effect("of 1,000 domains and 90 days take at most 250 MB", () =>
    Effect.gen(function* () {
      const rows = 2_000
      const { key, sql } = yield* watched("size.example")
      yield* sql`delete from check_day`
      yield* sql`
        insert into check_day (monitor_id, day, hours)
        select ${key}::bigint, date '2020-01-01' + n, array_agg((random() * 1000)::smallint)
        from generate_series(1, ${rows}::int) n, generate_series(1, 300) group by n`
      const [size] = yield* sql<{ bytes: number }>`select pg_total_relation_size('check_day')::float8 as bytes`
      assert.isAtMost(((size?.bytes ?? Infinity) / rows) * 90 * 1_000, 250_000_000)
      yield* sql`delete from check_day`
    })
  )

  it.effect("are visible to members with the domain, and absent for everybody else", () =>
    Effect.gen(function* () {
      const { id, viewer } = yield* history(1)
      const { read: find } = yield* Timelines
      const member = yield* newMember(viewer)
      assert.isNull(yield* find(member, id, "7d"))
      yield* share(member, id, false)
      assert.isNotNull(yield* find(member, id, "7d"))
      assert.isNull(yield* find((yield* newAccount).viewer, id, "7d"))
      assert.isNull(yield* find(viewer, "nonsense", "7d"))
    })
  )
})
