import { isNightly } from "@mon/tooling/seed"
import { type CheckResultRow, layerRepositories, MonitorSchedule } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"
import type { ConfirmationPolicy } from "@mon/model"
import { type DomainMemory, newDomainMemory, nextOnGrid, stepDomain } from "./specification/stepDomain.ts"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { checkResultRow } from "./watchedDomain.ts"

interface Step {
  readonly verdict: CheckResultRow["verdict"]
  readonly deterministic: boolean
  readonly suppressed: boolean
  /** Whether the result has the token of an older lease. */
  readonly late: boolean
  readonly waitMs: number
  readonly tookMs: number
}

interface Monitor {
  readonly intervalMs: number
  readonly phase: number
  readonly steps: ReadonlyArray<Step>
}

interface Incident {
  readonly startedAt: number
  readonly resolvedAt: number | null
}

interface Watched {
  readonly memory: DomainMemory
  readonly nextAt: number
  readonly incidents: ReadonlyArray<Incident>
}

const step: fc.Arbitrary<Step> = fc.record({
  verdict: fc.constantFrom("up", "up", "down", "down", "down", "unknown"),
  deterministic: fc.boolean(),
  suppressed: fc.boolean(),
  late: fc.constantFrom(false, false, false, false, true),
  waitMs: fc.integer({ min: 1_000, max: 900_000 }),
  tookMs: fc.integer({ min: 0, max: 900 })
})

const monitor = (rounds: number): fc.Arbitrary<Monitor> =>
  fc.record({
    intervalMs: fc.constantFrom(59_000, 60_000, 300_000, 86_400_000),
    phase: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    steps: fc.array(step, { minLength: rounds, maxLength: rounds })
  })

const policy: fc.Arbitrary<ConfirmationPolicy> = fc.record({
  retryUnknownMs: fc.constantFrom(3_000, 100),
  confirmMs: fc.constantFrom(30_000, 29_500, 200),
  downMs: fc.constantFrom(60_000, 59_000, 1_000),
  faultMs: fc.constantFrom(10_000, 300),
  failuresToDown: fc.integer({ min: 1, max: 4 }),
  deterministicFailuresToDown: fc.integer({ min: 1, max: 3 }),
  successesToUp: fc.integer({ min: 1, max: 3 })
})

const START = Date.UTC(2026, 0, 1)
const ROUNDS = 12
const OLD_TOKEN = "00000000-0000-4000-8000-000000000000"

const follow = (
  watched: Watched,
  made: Step,
  now: number,
  monitorOf: Monitor,
  policyNow: ConfirmationPolicy
): Watched => {
  const at = now - made.tookMs
  const deterministic = made.deterministic && made.verdict === "down"
  const suppressed = made.suppressed && made.verdict === "down"
  const check = { at, verdict: made.verdict, deterministic, suppressed }
  const { memory, next, transition } = stepDomain(watched.memory, check, monitorOf.intervalMs, policyNow)
  const opened = transition._tag === "BecameDown" ? [{ startedAt: transition.since, resolvedAt: null }] : []
  const resolvedAt = transition._tag === "BecameUp" ? transition.since : null
  return {
    memory,
    nextAt: next._tag === "Grid" ? nextOnGrid(next.periodMs, monitorOf.phase, now) : now + next.delayMs,
    incidents: [
      ...watched.incidents.map((incident) => ({ ...incident, resolvedAt: incident.resolvedAt ?? resolvedAt })),
      ...opened
    ]
  }
}

/** Replaces the database's clock with a clock that stands still until it is moved. */
const installClock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table test_clock (at timestamptz not null)`
  yield* sql`insert into test_clock values (${new Date(START)})`
  yield* sql`create or replace function mon_now() returns timestamptz language sql stable as $$ select at from test_clock $$`
})

const addMonitors = Effect.fnUntraced(function* (monitors: ReadonlyArray<Monitor>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate account cascade`
  yield* sql`insert into account (public_id) values (gen_random_uuid())`
  const keys: Array<string> = []
  for (const [index, { intervalMs, phase }] of monitors.entries()) {
    const host = `m${index}.example`
    const [made] = yield* sql<{ key: string }>`
      with made as (
        insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
        select gen_random_uuid(), id, 1, ${`https://${host}/`}, ${host}, ${host}, ${host}, ${intervalMs / 1_000}::int, 5 from account
        returning id
      )
      insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
      select id, 1, ${intervalMs}::bigint, 5000, ${phase}::bigint, mon_now() from made returning monitor_id::text as key`
    keys.push(made?.key ?? "")
  }
  return keys
})

interface StoredRow {
  readonly key: string
  readonly state: number
  readonly failures: number
  readonly deterministic_failures: number
  readonly successes: number
  readonly streak_started_at: Date | null
  readonly next_at: Date
  readonly incidents: ReadonlyArray<{ readonly started: number; readonly resolved: number | null }>
}

const stored = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<StoredRow>`
    select s.monitor_id::text as key, state, failures, deterministic_failures, successes, streak_started_at, next_at,
      coalesce((select jsonb_agg(jsonb_build_object(
          'started', round(extract(epoch from started_at) * 1000), 'resolved', round(extract(epoch from resolved_at) * 1000)
        ) order by id) from incident i where i.monitor_id = s.monitor_id), '[]') as incidents
    from monitor_schedule s`
  const byKey = new Map(rows.map((each) => [each.key, each]))
  return keys.map((key): Watched | undefined => {
    const found = byKey.get(key)
    return found === undefined
      ? undefined
      : {
          memory: {
            state: (["unknown", "up", "down"] as const)[found.state] ?? "unknown",
            failures: found.failures,
            deterministicFailures: found.deterministic_failures,
            successes: found.successes,
            streakStartedAt: found.streak_started_at?.getTime() ?? null
          },
          nextAt: found.next_at.getTime(),
          incidents: found.incidents.map(({ resolved, started }) => ({ startedAt: started, resolvedAt: resolved }))
        }
  })
})

const claimAllAt = Effect.fnUntraced(function* (now: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update test_clock set at = ${new Date(now)}`
  yield* sql`update monitor_schedule set next_at = mon_now(), lease_until = null`
  const claims = yield* (yield* MonitorSchedule).claim(1_000, 10_000)
  return new Map(claims.map((claim) => [claim.monitorKey, claim]))
})

const agree = Effect.fnUntraced(function* (monitors: ReadonlyArray<Monitor>, policyNow: ConfirmationPolicy) {
  const schedule = yield* MonitorSchedule
  const keys = yield* addMonitors(monitors)
  let expected: ReadonlyArray<Watched> = monitors.map(() => ({ memory: newDomainMemory, nextAt: START, incidents: [] }))
  let now = START
  for (let round = 0; round < ROUNDS; round++) {
    const made = monitors.map(({ steps }) => steps[round])
    now += made[0]?.waitMs ?? 0
    const claims = yield* claimAllAt(now)
    assert.strictEqual(claims.size, keys.length)
    const rows = made.flatMap((each, index) => {
      const claim = claims.get(keys[index] ?? "")
      return each === undefined || claim === undefined
        ? []
        : [
            checkResultRow({
              monitorKey: claim.monitorKey,
              leaseToken: each.late ? OLD_TOKEN : claim.leaseToken,
              at: now - each.tookMs,
              verdict: each.verdict,
              deterministic: each.deterministic && each.verdict === "down",
              suppressed: each.suppressed && each.verdict === "down"
            })
          ]
    })
    const outcome = yield* schedule.record(rows, policyNow)
    assert.strictEqual(outcome.accepted, made.filter((each) => each?.late === false).length)
    expected = expected.map((watched, index) => {
      const [each, one] = [made[index], monitors[index]]
      if (each === undefined || one === undefined) return watched
      return each.late ? { ...watched, nextAt: now } : follow(watched, each, now, one, policyNow)
    })
    assert.deepStrictEqual(yield* stored(keys), [...expected])
  }
})

layer(Layer.provideMerge(layerRepositories, layerTestDatabase), { excludeTestServices: true })(
  "the state machine in SQL",
  (it) => {
    it.effect(
      "agrees with stepDomain for random checks, intervals, policies and late results",
      () =>
        Effect.gen(function* () {
          yield* installClock
          const context = yield* Effect.context<MonitorSchedule | SqlClient.SqlClient>()
          const monitors = fc.array(monitor(ROUNDS), { minLength: 1, maxLength: 20, size: "max" })
          const property = fc.asyncProperty(monitors, policy, (some, policyNow) =>
            Effect.runPromiseWith(context)(agree(some, policyNow))
          )
          yield* Effect.promise(() => fc.assert(property, { numRuns: isNightly ? 25 : 6 }))
        }),
      60_000
    )
  }
)
