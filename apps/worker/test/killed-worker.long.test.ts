import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerWorld, of, openSite, TestWorld, watch } from "./TestWorld.ts"
import { startWorkerProcess } from "./WorkerProcess.ts"

const EACH = 3

layer(layerWorld, { excludeTestServices: true })("a worker that is killed during checks", (it) => {
  it.effect(
    "loses nothing: another process repeats its checks after their leases, and nothing is recorded twice",
    () =>
      Effect.gen(function* () {
        const { dns, checks } = yield* TestWorld
        const sql = yield* SqlClient.SqlClient
        const environment = {
          MON_DATABASE_URL: (yield* TestDatabase).url,
          MON_SECRET: "a secret of tests that is long enough",
          MON_DNS_SERVERS: dns.address,
          MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
          MON_WORKER_CONCURRENCY: `${EACH}`,
          MON_LEASE_MARGIN_SECONDS: "1"
        }
        const victim = yield* startWorkerProcess(environment)
        const survivor = yield* startWorkerProcess(environment)
        yield* Effect.promise(() => Promise.all([victim.line("Worker started"), survivor.line("Worker started")]))

        const site = yield* openSite()
        const held: Array<() => void> = []
        site.behave(async () => {
          await new Promise<void>((resolve) => held.push(resolve))
          return {}
        })
        const watched = []
        for (let count = 0; count < 2 * EACH; count++) {
          watched.push(yield* watch(site, { timeoutMs: 2_500, intervalMs: 86_400_000 }))
        }
        yield* Effect.promise(async () => {
          for (let count = 0; count < 2 * EACH; count++) await site.nextRequest()
        })
        const leases = new Map(
          (yield* sql<{ key: string; until: Date }>`
        select monitor_id::text as key, lease_until as until from monitor_schedule where lease_token is not null`).map(
            ({ key, until }) => [key, until.getTime()]
          )
        )
        assert.strictEqual(leases.size, 2 * EACH)
        assert.deepStrictEqual(checks.all, [])

        victim.kill("SIGKILL")
        yield* Effect.promise(() => victim.ended)
        site.behave({})
        for (const open of held) open()

        const seen = []
        for (const each of watched) seen.push(yield* checks.next(of(each)))
        assert.deepStrictEqual(
          seen.map(({ verdict }) => verdict),
          watched.map(() => "up")
        )
        const again = seen.filter(({ at, monitor }) => at >= (leases.get(monitor) ?? Infinity))
        assert.strictEqual(again.length, EACH)
        assert.strictEqual(site.requests.length, 3 * EACH)
        const [history] = yield* sql<{ rows: number; monitors: number }>`
        select count(*)::int as rows, count(distinct monitor_id)::int as monitors from check_history`
        assert.deepStrictEqual(history, { rows: 2 * EACH, monitors: 2 * EACH })

        survivor.kill("SIGTERM")
        assert.deepStrictEqual(yield* Effect.promise(() => survivor.ended), { code: 0, errors: "" })
      }),
    30_000
  )
})
