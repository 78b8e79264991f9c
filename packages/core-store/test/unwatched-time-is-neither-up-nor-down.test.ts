import { isNightly } from "@mon/tooling/seed"
import { Domains, Incidents, layerRepositories, MonitorSchedule } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { defaultConfirmationPolicy } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { installClock, setClock } from "./movableClock.ts"
import { newDomainMemory, nextOnGrid, stepDomain } from "./specification/stepDomain.ts"
import {
  type CheckTimes,
  type StatePeriod,
  type TimeRange,
  unwatchedAt,
  uptimePercent
} from "./specification/unwatched.ts"
import { checkOf, watched } from "./watchedDomain.ts"

const START = Date.UTC(2026, 4, 1)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WINDOWS = [HOUR, DAY, 7 * DAY, 30 * DAY] as const

const setTime = (time: number) => setClock(new Date(time).toISOString())

type Action =
  | { readonly kind: "check"; readonly lateMs: number; readonly verdict: "up" | "down" | "unknown" }
  | { readonly kind: "pause and resume"; readonly afterMs: number; readonly pausedMs: number }
  | { readonly kind: "interval"; readonly afterMs: number; readonly intervalMs: number }

const late = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 8 * HOUR }) }
)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("check" as const),
      lateMs: late,
      verdict: fc.constantFrom("up", "up", "down", "down", "down", "unknown")
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("check" as const),
      lateMs: fc.integer({ min: 0, max: 15 * MINUTE }),
      verdict: fc.constant("unknown" as const)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("pause and resume" as const), afterMs: late, pausedMs: late })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("interval" as const),
      afterMs: late,
      intervalMs: fc.constantFrom(MINUTE, 5 * MINUTE, HOUR, DAY)
    })
  }
)

const checkWhenDue = Effect.fnUntraced(function* (key: string, at: number, verdict: "up" | "down" | "unknown") {
  yield* setTime(at)
  const schedule = yield* MonitorSchedule
  const claims = yield* schedule.claim(1_000, 30_000)
  const mine = claims.find(({ monitorKey }) => monitorKey === key)
  if (mine === undefined) return yield* Effect.die(new Error("not due"))
  yield* schedule.record([checkOf(mine, verdict, { at })], defaultConfirmationPolicy)
})

let hosts = 0

/** Follows a domain in SQL and in the specification. Compares the uptime after each action. */
const agree = Effect.fnUntraced(function* (actions: ReadonlyArray<Action>) {
  const { id, key, sql, viewer } = yield* watched(`unwatched-${hosts++}.example`, { checkInterval: 300 })
  const domains = yield* Domains
  const [{ phase } = { phase: 0 }] = yield* sql<{ phase: number }>`
    select phase::float8 as phase from monitor_schedule where monitor_id = ${key}::bigint`
  let now = START
  yield* setTime(now)
  yield* sql`update status_period set since = mon_now() where monitor_id = ${key}::bigint`
  yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
  let memory = newDomainMemory
  let periods: ReadonlyArray<StatePeriod> = [{ since: now, state: "unknown" }]
  let unwatched: ReadonlyArray<TimeRange> = []
  let times: CheckTimes = { intervalMs: 300_000, dueAt: now, lastAt: Number.NEGATIVE_INFINITY, judged: null }
  const close = () => {
    const gap = unwatchedAt(times, now)
    if (gap !== null && gap.since < gap.until) unwatched = [...unwatched, gap]
  }

  for (const each of actions) {
    if (each.kind === "check") {
      now = Math.max(now, times.dueAt) + each.lateMs
      yield* setTime(now)
      yield* checkWhenDue(key, now, each.verdict)
      if (each.verdict !== "unknown") close()
      const step = stepDomain(
        memory,
        { at: now, verdict: each.verdict, deterministic: false, suppressed: false },
        times.intervalMs,
        defaultConfirmationPolicy
      )
      memory = step.memory
      const { transition } = step
      if (transition._tag !== "None") {
        const state = transition._tag === "BecameUp" ? ("up" as const) : ("down" as const)
        periods = [...periods.filter(({ since }) => since !== transition.since), { since: transition.since, state }]
      }
      const dueAt = step.next._tag === "Grid" ? nextOnGrid(step.next.periodMs, phase, now) : now + step.next.delayMs
      times = { ...times, dueAt, lastAt: now, judged: each.verdict === "unknown" ? (times.judged ?? times) : null }
    } else if (each.kind === "interval") {
      now += each.afterMs
      yield* setTime(now)
      yield* domains.update(viewer, [id], { checkInterval: each.intervalMs / 1_000 })
      const dueAt = Math.min(times.dueAt, nextOnGrid(each.intervalMs, phase, now))
      times = {
        ...times,
        intervalMs: each.intervalMs,
        dueAt: each.intervalMs === times.intervalMs ? times.dueAt : dueAt
      }
    } else {
      now += each.afterMs
      yield* setTime(now)
      yield* domains.pause(viewer, id)
      close()
      periods = [...periods.filter(({ since }) => since !== now), { since: now, state: "paused" }]
      now += each.pausedMs
      yield* setTime(now)
      yield* domains.resume(viewer, id)
      periods = [...periods.filter(({ since }) => since !== now), { since: now, state: "unknown" }]
      memory = newDomainMemory
      times = { ...times, dueAt: now, lastAt: now, judged: null }
    }
    const open = unwatchedAt(times, now)
    for (const window of WINDOWS) {
      const expected = uptimePercent(periods, open === null ? unwatched : [...unwatched, open], {
        since: now - window,
        until: now
      })
      const [found] = yield* sql<{ uptime: number | null }>`
        select watched_uptime(${key}::bigint, ${new Date(now - window).toISOString()}::timestamptz, mon_now()) as uptime`
      const uptime = found?.uptime ?? null
      if (expected === null) assert.isNull(uptime)
      else assert.approximately(uptime ?? -1, expected, 0.0001)
    }
  }
})

layer(Layer.provideMerge(layerRepositories, layerTestDatabase), { excludeTestServices: true })(
  "time in which no worker checks",
  (it) => {
    it.effect("is neither up nor down, also while an incident is open, and leaves the incident as it is", () =>
      Effect.gen(function* () {
        yield* installClock(new Date(START).toISOString())
        const { id, key, sql, viewer } = yield* watched("off.example", { checkInterval: 60 })
        const domains = yield* Domains
        const uptime = Effect.map(domains.find(viewer, id), (domain) => domain?.uptime.last24h)
        yield* sql`update monitor_schedule set next_at = mon_now(), phase = 0 where monitor_id = ${key}::bigint`
        // The domain is up for an hour, then down for half an hour, and then no worker checks for 5 hours.
        for (let minute = 0; minute <= 60; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "up")
        for (let minute = 61; minute <= 91; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "down")
        assert.approximately((yield* uptime) ?? 0, (100 * 61) / 91, 0.01)
        yield* setTime(START + 391 * MINUTE)
        assert.approximately((yield* uptime) ?? 0, (100 * 61) / 91, 0.01)
        yield* checkWhenDue(key, START + 391 * MINUTE, "down")
        yield* checkWhenDue(key, START + 392 * MINUTE, "up")
        yield* checkWhenDue(key, START + 393 * MINUTE, "up")
        yield* setTime(START + 394 * MINUTE)
        // The domain was down for one more minute, and up for two minutes.
        assert.approximately((yield* uptime) ?? 0, (100 * 63) / 94, 0.01)
        const [incident] = (yield* (yield* Incidents).ofDomain(viewer, id, 20)) ?? []
        assert.strictEqual(incident?.startedAt, new Date(START + 61 * MINUTE).toISOString())
        assert.strictEqual(incident?.resolvedAt, new Date(START + 392 * MINUTE).toISOString())
      })
    )

    it.effect("is also the time in which checks had no verdict, such as hours without a name server", () =>
      Effect.gen(function* () {
        yield* setTime(START)
        const { id, key, sql, viewer } = yield* watched("nameless.example", { checkInterval: 60 })
        const uptime = Effect.map((yield* Domains).find(viewer, id), (domain) => domain?.uptime.last24h)
        const minutesUnwatched = Effect.map(
          sql<{ m: number }>`
            select unwatched_seconds(${key}::bigint, mon_now() - interval '1 day', mon_now()) / 60 as m`,
          ([row]) => row?.m ?? Number.NaN
        )
        yield* sql`update monitor_schedule set next_at = mon_now(), phase = 0 where monitor_id = ${key}::bigint`
        for (let minute = 0; minute <= 10; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "up")
        for (let minute = 11; minute <= 13; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "unknown")
        assert.strictEqual(yield* minutesUnwatched, 0)
        for (let minute = 14; minute <= 60; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "unknown")
        assert.approximately(yield* minutesUnwatched, 50, 0.01)
        for (let minute = 61; minute <= 70; minute++) yield* checkWhenDue(key, START + minute * MINUTE, "down")
        assert.approximately(yield* minutesUnwatched, 51, 0.01)
        assert.approximately((yield* uptime) ?? 0, (100 * 10) / 19, 0.01)
      })
    )

    it.effect("is not two checks that were late or missed", () =>
      Effect.gen(function* () {
        yield* setTime(START)
        const { key, sql } = yield* watched("late.example", { checkInterval: 60 })
        yield* sql`update monitor_schedule set next_at = mon_now(), phase = 0 where monitor_id = ${key}::bigint`
        yield* checkWhenDue(key, START, "up")
        yield* checkWhenDue(key, START + 3 * MINUTE, "up")
        yield* checkWhenDue(key, START + 6 * MINUTE, "up")
        const rows = yield* sql`select 1 from unwatched_period where monitor_id = ${key}::bigint`
        assert.strictEqual(rows.length, 0)
        yield* checkWhenDue(key, START + 10 * MINUTE, "up")
        const [row] = yield* sql<{ s: number }>`
          select extract(epoch from until - since)::float8 as s from unwatched_period where monitor_id = ${key}::bigint`
        assert.approximately(row?.s ?? 0, 240, 1)
      })
    )

    it.effect(
      "agrees with the specification for random checks, pauses and changes of the interval",
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof agree>>>()
          const property = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25, size: "max" }), (actions) =>
            Effect.runPromiseWith(context)(agree(actions))
          )
          yield* Effect.promise(() => fc.assert(property, { numRuns: isNightly ? 30 : 8 }))
        }),
      120_000
    )
  }
)
