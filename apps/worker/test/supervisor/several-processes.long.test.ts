import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import process from "node:process"
import { layerWorld, of, openSite, TestWorld, watch } from "../TestWorld.ts"
import { startWorkerProcess } from "../WorkerProcess.ts"

const pidOf = (line: string): number => Number(/"pid":(\d+)/u.exec(line)?.[1])

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

layer(layerWorld, { excludeTestServices: true })("several worker processes", (it) => {
  it.effect("check, log with their names, restart after a kill, and shut down with their supervisor", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const supervisor = yield* startWorkerProcess({
        MON_WORKERS: "2",
        MON_DATABASE_URL: (yield* TestDatabase).url,
        MON_SECRET: "a secret of tests that is long enough",
        MON_DNS_SERVERS: dns.address,
        MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32"
      })
      const line = (text: RegExp) => Effect.promise(() => supervisor.line(text))
      const first = pidOf(yield* line(/"Started a worker".*"worker-1"/u))
      const second = pidOf(yield* line(/"Started a worker".*"worker-2"/u))
      yield* line(/"Worker started".*"worker":"worker-1"/u)
      yield* line(/"Worker started".*"worker":"worker-2"/u)

      process.kill(first, "SIGKILL")
      yield* line(
        /"A worker exited; restarting it".*signal SIGKILL.*"worker-1"|"A worker exited; restarting it".*"worker-1".*signal SIGKILL/u
      )
      const again = pidOf(yield* line(new RegExp(`"Started a worker"(?!.*"pid":${first}\\b).*"worker-1"`, "u")))
      const site = yield* openSite()
      yield* checks.next(of(yield* watch(site, { intervalMs: 86_400_000 }), "up"))

      supervisor.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => supervisor.ended), { code: 0, errors: "" })
      assert.deepStrictEqual([first, second, again].map(isThere), [false, false, false])
    })
  )

  it.effect("shut down when their supervisor is killed", () =>
    Effect.gen(function* () {
      const supervisor = yield* startWorkerProcess({
        MON_WORKERS: "2",
        MON_DATABASE_URL: (yield* TestDatabase).url,
        MON_SECRET: "a secret of tests that is long enough",
        MON_DNS_SERVERS: (yield* TestWorld).dns.address
      })
      for (const name of ["worker-1", "worker-2"]) {
        yield* Effect.promise(() => supervisor.line(new RegExp(`"Worker started".*"${name}"`, "u")))
      }
      supervisor.kill("SIGKILL")
      // The shared output closes when the last process exits.
      assert.deepStrictEqual(yield* Effect.promise(() => supervisor.ended), { code: null, errors: "" })
    })
  )

  it.effect("do not start with an invalid setting, which is reported once", () =>
    Effect.gen(function* () {
      const supervisor = yield* startWorkerProcess({
        MON_WORKERS: "2",
        MON_DATABASE_URL: (yield* TestDatabase).url,
        MON_WORKER_CONCURRENCY: "many"
      })
      assert.deepStrictEqual(yield* Effect.promise(() => supervisor.ended), {
        code: 1,
        errors: "MON_WORKER_CONCURRENCY takes a whole number from 1 to 10000.\n"
      })
    })
  )
})
