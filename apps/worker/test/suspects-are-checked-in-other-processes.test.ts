import { assert, layer } from "@effect/vitest"
import { Domains } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ABORT } from "./AbortingProbe.ts"
import { checkAll, newChecker, watchPage } from "./PageWorld.ts"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch } from "./TestWorld.ts"

const checkProgram = new URL("./abortingChecks.ts", import.meta.url)

layer(layerWorld, { excludeTestServices: true })("a suspect", (it) => {
  /** Marks all monitors as suspects, as after the crash of a worker. */
  const suspectAll = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update monitor_schedule set lost_leases = 1`)

  it.effect("that is a page is checked and compared in another process", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const culprit = yield* watchPage(site, "culprit.example.com", { path: ABORT })
      const innocent = yield* watchPage(site, "innocent.example.com")
      const checker = yield* newChecker({ checkProgram })
      yield* suspectAll
      assert.deepStrictEqual(yield* checkAll(checker, [culprit, innocent]), ["unknown", "active"])
    })
  )

  it.effect("that is a domain is checked in another process", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const site = yield* openSite()
      const timings = { timeoutMs: 10_000, intervalMs: 86_400_000 }
      const culprit = yield* watch(site, { ...timings, path: ABORT })
      const innocent = yield* watch(site, timings)
      yield* suspectAll
      const sql = yield* SqlClient.SqlClient
      yield* sql`update monitor_schedule set ended_processes = 1 where monitor_id = ${culprit.key}::bigint`
      yield* runWorker({ checkProgram })
      yield* checks.next(of(innocent, "up"))
      assert.strictEqual((yield* checks.next(of(culprit))).errorCode, "prober_fault")
      const domain = yield* (yield* Domains).find(culprit.viewer, culprit.id)
      assert.include(domain?.lastError?.message, "Mon could not run this check")
    })
  )
})
