import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layerWorld, of, openSite, TestWorld, watch } from "./TestWorld.ts"
import { startWorkerProcess } from "./WorkerProcess.ts"
import { ownAddress } from "./ownAddress.ts"

const METRICS_PORT = 9_100

layer(layerWorld, { excludeTestServices: true })("the worker's process", (it) => {
  it.effect("checks, serves metrics, and exits with 0 on SIGTERM", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const host = ownAddress()
      const worker = yield* startWorkerProcess({
        MON_DATABASE_URL: (yield* TestDatabase).url,
        MON_SECRET: "a secret of tests that is long enough",
        MON_DNS_SERVERS: dns.address,
        MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
        MON_HOST: host,
        MON_METRICS_PORT: `${METRICS_PORT}`,
        MON_LOCATION: "fra-1"
      })
      const site = yield* openSite()
      const watched = yield* watch(site, { intervalMs: 86_400_000 })
      yield* checks.next(of(watched, "up"))
      const text = yield* Effect.promise(async () => (await fetch(`http://${host}:${METRICS_PORT}/metrics`)).text())
      assert.match(text, /^mon_checks_total\{outcome="ok"\} 1$/mu)
      const names = [
        "mon_check_lateness_seconds_count",
        "mon_oldest_due_seconds",
        "mon_checks_in_flight",
        "mon_record_seconds_count"
      ]
      for (const name of names) assert.include(text, `\n${name}`)
      assert.match(yield* Effect.promise(() => worker.line("Worker started")), /"location":"fra-1"/u)
      worker.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => worker.ended), { code: 0, errors: "" })
    })
  )

  it.effect("does not start with an invalid setting, and names it", () =>
    Effect.gen(function* () {
      const worker = yield* startWorkerProcess({
        MON_DATABASE_URL: (yield* TestDatabase).url,
        MON_WORKER_CONCURRENCY: "many"
      })
      assert.deepStrictEqual(yield* Effect.promise(() => worker.ended), {
        code: 1,
        errors: "MON_WORKER_CONCURRENCY must be a whole number from 1 to 10000.\n"
      })
    })
  )
})
