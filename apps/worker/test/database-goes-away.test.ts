import { layerRepositories, layerSqlClient } from "@mon/core-store"
import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { openRelay } from "./TcpRelay.ts"
import { layerWorld, of, TestWorld, gatedSite, watch, type Watched } from "./TestWorld.ts"

const recorded = (watched: Watched) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        count: number
      }>`select count(*)::int as count from check_history where monitor_id = ${watched.key}::bigint`,
      ([row]) => row?.count
    )
  )

layer(layerWorld, { excludeTestServices: true })("when the database is unavailable", (it) => {
  it.effect("the worker buffers results, records them once when the database is back, and continues", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const database = new URL((yield* TestDatabase).url)
      const relay = yield* openRelay({ host: database.hostname, port: Number(database.port) })
      database.hostname = "127.0.0.1"
      database.port = `${relay.port}`

      const { respond, site } = yield* gatedSite
      const watched = yield* watch(site, { intervalMs: 86_400_000 })
      const store = Layer.fresh(Layer.provide(layerRepositories, layerSqlClient({ url: database.href })))
      yield* Effect.provide(runWorker(), yield* Layer.build(store))
      yield* Effect.promise(() => site.nextRequest())

      relay.cut()
      yield* respond
      yield* Effect.promise(() => site.whenIdle())
      yield* Effect.promise(() => relay.whenRefused(5))
      assert.strictEqual(yield* recorded(watched), 0)
      relay.restore()
      yield* checks.next(of(watched, "up"))
      assert.strictEqual(yield* recorded(watched), 1)
      assert.strictEqual(site.requests.length, 1)

      const late = yield* watch(site)
      yield* checks.next(of(late, "up"))
    })
  )
})
