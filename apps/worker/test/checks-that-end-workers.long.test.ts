import { Domains, MonitorSchedule } from "@mon/core-store"
import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ABORT } from "./AbortingProbe.ts"
import { polled } from "./polled.ts"
import { layerWorld, openSite, TestWorld, watch } from "./TestWorld.ts"
import { startWorkerProcess } from "./WorkerProcess.ts"

const INNOCENT = 99

layer(layerWorld, { excludeTestServices: true })("a monitor whose check ends its process", (it) => {
  it.effect(
    "is quarantined, and no other: they go on, and a restart works",
    () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const sql = yield* SqlClient.SqlClient
        const schedule = yield* MonitorSchedule
        const site = yield* openSite()
        const timings = { timeoutMs: 2_000, intervalMs: 2_000 }
        const culprit = yield* watch(site, { ...timings, path: ABORT })
        for (let count = 0; count < INNOCENT; count++) yield* watch(site, timings)
        const environment = { MON_DATABASE_URL: (yield* TestDatabase).url, MON_DNS_SERVERS: dns.address }
        const start = startWorkerProcess(environment, "../test/abortingWorker.ts")
        /** Waits until each innocent monitor has a new result. */
        const goOn = Effect.fnUntraced(function* () {
          const [{ now } = { now: new Date() }] = yield* sql<{ now: Date }>`select mon_now() as now`
          yield* polled(
            sql<{ n: number }>`
              select count(distinct monitor_id)::int as n from check_history
              where checked_at > ${now} and verdict = 1 and monitor_id <> ${culprit.key}::bigint`,
            ([row]) => row?.n === INNOCENT
          )
        })
        const triedAgain = Effect.map(
          sql<{ ended: number }>`
            select ended_processes as ended from monitor_schedule where monitor_id = ${culprit.key}::bigint`,
          ([row]) => row?.ended ?? 0
        )

        const first = yield* start
        yield* Effect.promise(() => first.ended)

        const second = yield* start
        yield* polled(schedule.quarantined(), (count) => count > 0)
        assert.strictEqual(yield* schedule.quarantined(), 1)
        assert.strictEqual(yield* triedAgain, 2)
        yield* goOn()
        const domain = yield* (yield* Domains).find(culprit.viewer, culprit.id)
        assert.strictEqual(domain?.status, "unknown")
        assert.strictEqual(domain?.lastError?.code, "prober_fault")
        assert.include(domain?.lastError?.message, "it ended the process that ran it 2 times in a row")

        second.kill("SIGKILL")
        yield* Effect.promise(() => second.ended)
        yield* start
        yield* goOn()
        yield* polled(triedAgain, (ended) => ended === 3)
        yield* goOn()
        assert.strictEqual(yield* schedule.quarantined(), 1)
      }),
    180_000
  )
})
