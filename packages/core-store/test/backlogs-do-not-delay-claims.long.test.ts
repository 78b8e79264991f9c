import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { MonitorSchedule } from "../src/index.ts"
import { claimDueStatement } from "../src/schedule/MonitorSchedule.ts"
import { claimPagesStatement } from "../src/monitors/pages/PageChecks.ts"
import { layerStore, newAccount } from "./account.ts"

const KIND = { domain: 1, url: 2 } as const
const BACKLOG = 5_000
const LIMIT = 200

/** Creates monitors of one kind in a new account that have been due for `minutes` minutes. */
const overdue = Effect.fn("overdue")(function* (kind: keyof typeof KIND, count: number, minutes: number) {
  const sql = yield* SqlClient.SqlClient
  const { viewer } = yield* newAccount
  yield* sql`
    with made as (
      insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
      select gen_random_uuid(), ${viewer.accountKey}::bigint, ${KIND[kind]}::smallint, 'https://shop.example/', 'shop.example',
        'shop' || g, 'shop', 300, 30 from generate_series(1, ${count}::int) g
      returning id
    )
    insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
    select id, ${KIND[kind]}::smallint, 300000, 30000, 0, mon_now() - ${minutes}::int * interval '1 minute' from made`
  yield* sql`analyze monitor`
  yield* sql`analyze monitor_schedule`
  return viewer
})

interface PlanNode {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Rows Removed by Filter"?: number
  readonly "Shared Hit Blocks": number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const explain = Effect.fn("explain")(function* (statement: {
  readonly compile: () => readonly [sql: string, params: ReadonlyArray<unknown>]
}) {
  const sql = yield* SqlClient.SqlClient
  const [text, params] = statement.compile()
  const rows = yield* Effect.flip(
    sql.withTransaction(
      Effect.flatMap(
        sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: PlanNode }> }>(
          `explain (analyze, buffers, format json) ${text}`,
          params
        ),
        Effect.fail
      )
    )
  )
  if (!Array.isArray(rows)) return yield* Effect.die(rows)
  const nodes = rows[0]["QUERY PLAN"].flatMap(({ Plan }: { readonly Plan: PlanNode }) => nodesOf(Plan))
  return {
    indexes: nodes.flatMap((node: PlanNode) => node["Index Name"] ?? []),
    removed: nodes.reduce((sum: number, node: PlanNode) => sum + (node["Rows Removed by Filter"] ?? 0), 0)
  }
})

layer(layerStore, { excludeTestServices: true, timeout: 60_000 })("a backlog of overdue URL monitors", (it) => {
  it.effect("is not read by the claim of domains, nor one of domains by the claim of URL monitors", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* overdue("url", BACKLOG, 60)
      yield* overdue("domain", BACKLOG, 5)
      const domains = yield* explain(claimDueStatement(sql, LIMIT, 15_000, { aheadMs: 2_000, location: "default" }))
      assert.include(domains.indexes, "monitor_schedule_due_domain")
      assert.strictEqual(domains.removed, 0)
      yield* sql`update monitor_schedule set next_at = next_at - interval '1 day' where kind = 1`
      const urls = yield* explain(claimPagesStatement(sql, LIMIT, 15_000, []))
      assert.include(urls.indexes, "monitor_schedule_due_url")
      assert.strictEqual(urls.removed, 0)
      assert.approximately(yield* (yield* MonitorSchedule).oldestDueMs(), (24 * 60 + 5) * 60_000, 60_000)
    })
  )
})

layer(layerStore, { excludeTestServices: true, timeout: 60_000 })("a claim that leaves out an account", (it) => {
  it.effect("passes over the overdue monitors of that account, and reads no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const large = yield* overdue("domain", 1_000, 60)
      const small = yield* overdue("domain", 5, 1)
      yield* overdue("domain", BACKLOG, -60)
      const schedule = yield* MonitorSchedule
      const options = { aheadMs: 2_000, location: "default", exceptAccounts: [large.accountKey] }
      const { removed } = yield* explain(claimDueStatement(sql, LIMIT, 15_000, options))
      assert.strictEqual(removed, 1_000)
      const claims = yield* schedule.claim(LIMIT, 15_000, options)
      assert.deepStrictEqual(
        claims.map(({ accountKey }) => accountKey),
        Array.from({ length: 5 }, () => small.accountKey)
      )
      const rest = yield* schedule.claim(LIMIT, 15_000)
      assert.isTrue(rest.length === LIMIT && rest.every(({ accountKey }) => accountKey === large.accountKey))
    })
  )
})
