import { isNightly } from "@mon/tooling/seed"
import { type CheckResultRow, Locations, layerRepositories, MonitorSchedule } from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { defaultConfirmationPolicy } from "@mon/model"
import { newDomainMemory, nextOnGrid } from "./specification/stepDomain.ts"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { stepWatched, type WatchedMemory } from "./specification/stepWatched.ts"
import { checkResultRow } from "./watchedDomain.ts"

interface Step {
  readonly verdict: CheckResultRow["verdict"]
  readonly deterministic: boolean
  readonly suppressed: boolean
  readonly location: string
}

const PLACES = ["ams", "fra", "nyc", "sgp"]
const START = Date.UTC(2026, 0, 1)
const ROUNDS = 12
const WAIT_MS = 100_000
const INTERVAL_MS = 300_000

const step: fc.Arbitrary<Step> = fc
  .record({
    verdict: fc.constantFrom("up", "up", "down", "down", "down", "unknown"),
    deterministic: fc.boolean(),
    suppressed: fc.constantFrom(false, false, true),
    location: fc.constantFrom(...PLACES)
  })
  .map((one) => ({
    ...one,
    deterministic: one.deterministic && one.verdict === "down",
    suppressed: one.suppressed && one.verdict === "down"
  }))

const story = fc.record({
  phase: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  steps: fc.array(step, { minLength: ROUNDS, maxLength: ROUNDS })
})
const aliveInRounds = fc.array(fc.subarray(PLACES), { minLength: ROUNDS, maxLength: ROUNDS })

const verdictNames = ["unknown", "up", "down"] as const

interface StoredRow {
  readonly key: string
  readonly state: number
  readonly failures: number
  readonly deterministic_failures: number
  readonly successes: number
  readonly streak_started_at: Date | null
  readonly next_at: Date
  readonly votes: Readonly<Record<string, 1 | 2>> | null
  readonly next_location: string | null
  readonly dissenting: ReadonlyArray<string>
}

const toMemory = (found: StoredRow): WatchedMemory => ({
  domain: {
    state: verdictNames[found.state] ?? "unknown",
    failures: found.failures,
    deterministicFailures: found.deterministic_failures,
    successes: found.successes,
    streakStartedAt: found.streak_started_at?.getTime() ?? null
  },
  votes:
    found.votes === null
      ? null
      : Object.fromEntries(Object.entries(found.votes).map(([place, seen]) => [place, seen === 1 ? "up" : "down"]))
})

layer(Layer.provideMerge(layerRepositories, layerTestDatabase), { excludeTestServices: true })(
  "the state machine in SQL with several locations",
  (it) => {
    const agree = Effect.fnUntraced(function* (
      stories: ReadonlyArray<{ readonly phase: number; readonly steps: ReadonlyArray<Step> }>,
      rounds: ReadonlyArray<ReadonlyArray<string>>
    ) {
      const sql = yield* SqlClient.SqlClient
      const schedule = yield* MonitorSchedule
      const locations = yield* Locations
      yield* sql`truncate account, worker_location cascade`
      yield* sql`insert into account (public_id) values (gen_random_uuid())`
      const keys: Array<string> = []
      for (const [index, { phase }] of stories.entries()) {
        const host = `m${index}.example`
        const [made] = yield* sql<{ key: string }>`
        with made as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
          select gen_random_uuid(), id, 1, ${`https://${host}/`}, ${host}, ${host}, ${host}, 300, 5 from account returning id
        )
        insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
        select id, 1, ${INTERVAL_MS}::bigint, 5000, ${phase}::bigint, mon_now() from made returning monitor_id::text as key`
        keys.push(made?.key ?? "")
      }
      let memories: ReadonlyArray<WatchedMemory> = stories.map(() => ({ domain: newDomainMemory, votes: null }))
      for (const [round, alive] of rounds.entries()) {
        const now = START + (round + 1) * WAIT_MS
        yield* sql`update test_clock set at = ${new Date(now)}`
        yield* sql`truncate worker_location`
        for (const place of alive)
          yield* locations.announce(`00000000-0000-4000-8000-00000000000${PLACES.indexOf(place)}`, place)
        yield* sql`truncate location_advisory`
        yield* sql`update monitor_schedule set next_at = mon_now() - interval '1 hour', lease_until = null`
        const claims = new Map((yield* schedule.claim(1_000, 10_000)).map((claim) => [claim.monitorKey, claim]))
        const steps = stories.map(({ steps: all }) => all[round])
        yield* schedule.record(
          steps.flatMap((each, index) => {
            const claim = claims.get(keys[index] ?? "")
            return each === undefined || claim === undefined
              ? []
              : [checkResultRow({ ...each, monitorKey: claim.monitorKey, leaseToken: claim.leaseToken, at: now })]
          }),
          defaultConfirmationPolicy
        )
        const rows = new Map(
          (yield* sql<StoredRow>`
        select s.monitor_id::text as key, state, failures, deterministic_failures, successes, streak_started_at, next_at, votes, next_location,
          coalesce((select jsonb_agg(location order by location) from location_advisory a where a.monitor_id = s.monitor_id), '[]') as dissenting
        from monitor_schedule s`).map((each) => [each.key, each])
        )
        memories = memories.map((memory, index) => {
          const [each, one, found] = [steps[index], stories[index], rows.get(keys[index] ?? "")]
          if (each === undefined || one === undefined || found === undefined) return memory
          const others = alive.filter((place) => place !== each.location)
          const expected = stepWatched(memory, { ...each, at: now, others }, INTERVAL_MS, defaultConfirmationPolicy)
          assert.deepStrictEqual(toMemory(found), expected.memory)
          const { next } = expected
          assert.strictEqual(
            found.next_at.getTime(),
            next._tag === "Grid" ? nextOnGrid(next.periodMs, one.phase, now) : now + next.delayMs
          )
          if (expected.ask.length === 0) assert.isNull(found.next_location)
          else assert.include(expected.ask, found.next_location)
          assert.deepStrictEqual(found.dissenting, [...expected.dissenting].toSorted())
          return expected.memory
        })
      }
    })

    it.effect(
      "agrees with stepWatched for random checks and locations that come and go",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`create table test_clock (at timestamptz not null)`
          yield* sql`insert into test_clock values (${new Date(START)})`
          yield* sql`create or replace function mon_now() returns timestamptz language sql stable as $$ select at from test_clock $$`
          const context = yield* Effect.context<MonitorSchedule | Locations | SqlClient.SqlClient>()
          const stories = fc.array(story, { minLength: 1, maxLength: 20, size: "max" })
          const property = fc.asyncProperty(stories, aliveInRounds, (some, rounds) =>
            Effect.runPromiseWith(context)(agree(some, rounds))
          )
          yield* Effect.promise(() => fc.assert(property, { numRuns: isNightly ? 8 : 3 }))
        }),
      60_000
    )
  }
)
