import { assert, layer } from "@effect/vitest"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { Accounts, Domains, MonitorLists } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { watched } from "./watchedDomain.ts"

const secondsUntilNext = (sql: SqlClient.SqlClient, key: string) =>
  Effect.map(
    sql<{ seconds: number }>`
      select extract(epoch from next_at - mon_now())::float8 as seconds
      from monitor_schedule where monitor_id = ${key}::bigint`,
    ([row]) => row?.seconds ?? Number.NaN
  )

const kindsOf = (sql: SqlClient.SqlClient, key: string) =>
  Effect.map(
    sql<{ kind: string; state: string | null }>`
      select kind, data ->> 'state' as state from notification where monitor_id = ${key}::bigint order by id`,
    (rows) => rows.map(({ kind, state }) => `${kind} ${state}`)
  )

layer(layerStore, { excludeTestServices: true })("the options of checks", (it) => {
  it.effect("are part of a claim, and values of another release count as none", () =>
    Effect.gen(function* () {
      const request = { headers: { "x-key": "m1.sealed" } }
      const expected = [{ text: "In stock" }]
      const { claim, id, key, sql, viewer } = yield* watched("options.example", {
        request,
        expect: expected,
        degradedAfterMs: 800
      })
      assert.deepInclude(yield* claim, { request, expect: expected, degradedAfterMs: 800 })
      const domains = yield* Domains
      assert.deepInclude(yield* domains.find(viewer, id), {
        request: { headers: { "x-key": "***" } },
        expect: expected,
        degradedAfterMs: 800
      })
      const [target] = yield* domains.targets(viewer, [id])
      assert.deepInclude(target, { id, request, url: "https://options.example/" })
      yield* sql`update monitor set request = '{"method":"BREW"}', expect = '[{"later":1}]' where id = ${key}::bigint`
      yield* sql`update monitor_schedule set lease_until = null where monitor_id = ${key}::bigint`
      assert.deepInclude(yield* claim, { request: null, expect: [] })
      assert.deepInclude(yield* domains.find(viewer, id), { request: null, expect: [] })
    })
  )

  it.effect("withdraw a running check when they change, and only then", () =>
    Effect.gen(function* () {
      const { claim, id, schedule, viewer } = yield* watched("withdrawn.example")
      const domains = yield* Domains
      const first = yield* claim
      yield* domains.update(viewer, [id], { name: "Another name" })
      assert.isFalse((yield* schedule.withdrawn([first])).has(first.leaseToken))
      yield* domains.update(viewer, [id], { expect: [{ text: "a" }] })
      assert.isTrue((yield* schedule.withdrawn([first])).has(first.leaseToken))
      const second = yield* claim
      yield* domains.update(viewer, [id], { request: null })
      assert.isTrue((yield* schedule.withdrawn([second])).has(second.leaseToken))
      assert.deepInclude(yield* domains.find(viewer, id), { expect: [{ text: "a" }], name: "Another name" })
    })
  )

  it.effect("make a domain degraded after three slow checks in a row, and recovered after three fast ones", () =>
    Effect.gen(function* () {
      const { check, id, key, sql, viewer } = yield* watched("slow.example", { degradedAfterMs: 5 })
      yield* (yield* Accounts).updateSettings(viewer, { degradedAlerts: true })
      const domains = yield* Domains
      const isDegraded = Effect.map(domains.find(viewer, id), (domain) => domain?.isDegraded)
      const steps = [
        [true, false],
        [true, false],
        // A failed check ends the streak. A check without a verdict or without a measurement does not end the streak.
        ["down", false],
        [true, false],
        [true, false],
        ["unknown", false],
        [null, false],
        [true, true],
        [false, true],
        [false, true],
        [true, true],
        [false, true],
        [false, true],
        [false, false]
      ] as const
      for (const [index, [slow, expected]] of steps.entries()) {
        if (typeof slow === "string") yield* check(slow)
        else yield* check("up", { degraded: slow })
        assert.strictEqual(yield* isDegraded, expected, `step ${index}`)
      }
      assert.deepStrictEqual(yield* kindsOf(sql, key), ["degraded degraded", "recovered recovered"])
      const [uptime] = yield* sql<{ state: number }>`
        select state from status_period where monitor_id = ${key}::bigint order by since desc limit 1`
      assert.strictEqual(uptime?.state, 1)
    })
  )

  it.effect("store what the content shows, give what was learned to the next claim, and announce remarks", () =>
    Effect.gen(function* () {
      const { check, claim, id, key, sql, viewer } = yield* watched("content.example")
      yield* (yield* Accounts).updateSettings(viewer, { degradedAlerts: true })
      const domains = yield* Domains
      const content = Effect.map(domains.find(viewer, id), (domain) => domain?.contentFault)
      const fault = { code: "default_page", family: "nginx", line: "Welcome to nginx!", certain: false }
      const memory = { format: "html", checks: 1, titles: [1], hosts: [], strange: 0 }
      yield* check("up", { content: { fault: null, memory } })
      assert.isNull(yield* content)
      for (let count = 0; count < 3; count++) yield* check("up", { degraded: true, content: { fault } })
      assert.deepStrictEqual(yield* content, fault)
      // A check that did not judge the content, such as a check with status 500, leaves the stored fault unchanged.
      yield* check("down", { content: null })
      assert.deepStrictEqual(yield* content, fault)
      for (let count = 0; count < 3; count++) yield* check("up", { degraded: false, content: { fault: null } })
      assert.isNull(yield* content)
      const facts = yield* sql<{ kind: string; limit: string | null; content: unknown }>`
        select kind, data ->> 'degradedAfterMs' as limit, data -> 'content' as content
        from notification where monitor_id = ${key}::bigint order by id`
      assert.deepStrictEqual(
        [...facts],
        [
          { kind: "degraded", limit: null, content: { code: fault.code, line: fault.line } },
          { kind: "recovered", limit: null, content: null }
        ]
      )
      yield* check("up", { content: { fault } })
      assert.deepInclude(yield* claim, { contentFaults: "down", contentMemory: memory })
      yield* domains.update(viewer, [id], { contentFaults: "off" })
      assert.isNull(yield* content)
      yield* sql`update monitor_facts set content_fault = '{"later":1}', content_memory = '[]' where monitor_id = ${key}::bigint`
      yield* domains.update(viewer, [id], { contentFaults: "remark" })
      assert.isNull(yield* content)
    })
  )

  it.effect("announce nothing unless the account asked for it, but show the state", () =>
    Effect.gen(function* () {
      const { check, id, key, sql, viewer } = yield* watched("quiet.example", { degradedAfterMs: 5 })
      for (let count = 0; count < 3; count++) yield* check("up", { degraded: true })
      assert.deepStrictEqual(yield* kindsOf(sql, key), [])
      const [row] = (yield* (yield* MonitorLists).read(viewer)).rows
      assert.strictEqual(row?.[4], "degraded")
      yield* (yield* Domains).update(viewer, [id], { degradedAfterMs: null })
      assert.deepInclude(yield* (yield* Domains).find(viewer, id), { isDegraded: false })
    })
  )

  it.effect("repeat a request that may change something at most once, and then wait for the interval", () =>
    Effect.gen(function* () {
      const { check, key, sql } = yield* watched("posts.example", {
        request: { method: "POST" },
        checkInterval: 3_600
      })
      yield* check("up")
      yield* check("down")
      assert.isAtMost(yield* secondsUntilNext(sql, key), 30)
      const confirmed = yield* check("down")
      assert.strictEqual(confirmed.outcome.opened, 1)
      // Domains whose requests change nothing are checked every two minutes while they are down. The next due time of
      // this domain is one of its regular hourly times.
      const [{ onGrid } = { onGrid: null }] = yield* sql<{ onGrid: boolean }>`
        select next_at = next_on_grid(interval_ms, phase, next_at - interval '1 second') as "onGrid"
        from monitor_schedule where monitor_id = ${key}::bigint`
      assert.isTrue(onGrid)
      yield* check("unknown")
      const [{ still } = { still: null }] = yield* sql<{ still: boolean }>`
        select next_at = next_on_grid(interval_ms, phase, next_at - interval '1 second') as still
        from monitor_schedule where monitor_id = ${key}::bigint`
      assert.isTrue(still)
    })
  )
})
