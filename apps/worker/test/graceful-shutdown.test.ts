import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker, type WorkerOptions } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, gatedSite, watch, type Watched } from "./TestWorld.ts"

const lease = (watched: Watched) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ leased: boolean; due: boolean }>`
        select lease_token is not null as leased, next_at <= mon_now() as due
        from monitor_schedule where monitor_id = ${watched.key}::bigint`,
      ([row]) => row
    )
  )

/** Waits until as many workers are announced. A worker stops claiming before it withdraws its announcement. */
const announced = (workers: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      Effect.map(
        sql<{ workers: number }>`select count(*)::int as workers from worker_location`,
        ([row]) => row?.workers
      ),
      { until: (found) => found === workers }
    )
  )

const stoppable = Effect.fnUntraced(function* (options: WorkerOptions) {
  const scope = yield* Scope.make()
  yield* Scope.provide(runWorker(options), scope)
  return Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
})

layer(layerWorld, { excludeTestServices: true })("a worker that shuts down", (it) => {
  it.effect("lets checks in flight finish and records them, but claims no more", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const { respond, site } = yield* gatedSite
      const watched = yield* watch(site, { intervalMs: 20 })
      const stop = yield* stoppable({ timings: { drainMs: 20_000 } })
      yield* Effect.promise(() => site.nextRequest())
      yield* announced(1)
      const stopping = yield* stop
      yield* announced(0)
      const late = yield* watch(site)
      yield* respond
      yield* checks.next(of(watched, "up"))
      yield* Fiber.join(stopping)
      assert.deepInclude(yield* lease(watched), { leased: false })
      assert.deepStrictEqual(checks.all.filter(of(late)), [])
      assert.deepStrictEqual(yield* lease(late), { leased: false, due: true })
    })
  )

  it.effect("releases the leases of checks that do not finish in time, and does not record them", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const site = yield* openSite({ behaviour: { hang: "before-headers" } })
      const watched = yield* watch(site, { timeoutMs: 30_000 })
      const stop = yield* stoppable({ timings: { drainMs: 100 } })
      yield* Effect.promise(() => site.nextRequest())
      assert.deepInclude(yield* lease(watched), { leased: true })
      yield* Fiber.join(yield* stop)
      assert.deepStrictEqual(yield* lease(watched), { leased: false, due: true })
      assert.deepStrictEqual(checks.all.filter(of(watched)), [])
      yield* Effect.promise(() => site.whenIdle())
    })
  )
})
