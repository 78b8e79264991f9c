import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerWorld, of, openSite, TestWorld, watch } from "./TestWorld.ts"
import { startWorkerProcess } from "./WorkerProcess.ts"

const BUSY = 60
const STUCK = 5
/**
 * The longest shutdown, with a reserve: 8 s for checks to finish, and half a second to release the remaining leases.
 */
const WITHIN_MS = 10_000

layer(layerWorld, { excludeTestServices: true })("a worker process that shuts down under load", (it) => {
  it.effect(
    "exits in time with code 0, and has recorded or released each check",
    () =>
      Effect.gen(function* () {
        const { dns, checks } = yield* TestWorld
        const sql = yield* SqlClient.SqlClient
        const worker = yield* startWorkerProcess({
          MON_DATABASE_URL: (yield* TestDatabase).url,
          MON_SECRET: "a secret of tests that is long enough",
          MON_DNS_SERVERS: dns.address,
          MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32"
        })
        const site = yield* openSite()
        const stuck = yield* openSite({ behaviour: { hang: "before-headers" } })
        const watched = []
        for (let count = 0; count < BUSY; count++) watched.push(yield* watch(site, { intervalMs: 100 }))
        for (let count = 0; count < STUCK; count++) yield* watch(stuck, { timeoutMs: 60_000 })
        for (const each of watched) yield* checks.next(of(each, "up"))
        for (let count = 0; count < STUCK; count++) yield* Effect.promise(() => stuck.nextRequest())

        const began = performance.now()
        worker.kill("SIGTERM")
        assert.deepStrictEqual(yield* Effect.promise(() => worker.ended), { code: 0, errors: "" })
        assert.isBelow(performance.now() - began, WITHIN_MS)
        const [left] = yield* sql`select count(*) filter (where lease_token is not null)::int as leases,
        count(*) filter (where state = 2)::int as down from monitor_schedule`
        assert.deepStrictEqual(left, { leases: 0, down: 0 })
        const [seen] = yield* sql<{ rows: number }>`select count(*)::int as rows from check_history where verdict = 1`
        assert.strictEqual(seen?.rows, site.requests.length)
      }),
    40_000
  )
})
