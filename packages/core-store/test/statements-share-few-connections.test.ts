import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { layerTestDatabaseWith } from "../src/testing.ts"

const processId = Effect.flatMap(PostgresJs, ({ run }) =>
  Effect.map(
    run((pool) => pool<Array<{ readonly pid: number }>>`select pg_backend_pid() as pid`),
    ([row]) => row?.pid
  )
)

// Half of the six connections are for single statements.
layer(layerTestDatabaseWith({ maxConnections: 6, idleTimeoutSeconds: 1 }), { excludeTestServices: true })(
  "single statements",
  (it) => {
    it.effect("use one connection if they run one after the other", () =>
      Effect.gen(function* () {
        const pids = yield* Effect.replicateEffect(processId, 10)
        assert.strictEqual(new Set(pids).size, 1)
      })
    )

    it.effect("use another connection while the first one runs a stream", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const first = yield* processId
        const others = sql<{
          readonly pid: number
        }>`select pg_backend_pid() as pid from generate_series(1, 2)`.stream.pipe(
          Stream.mapEffect(({ pid }) => Effect.map(processId, (other) => [pid, other] as const))
        )
        for (const [streaming, other] of yield* Stream.runCollect(others)) {
          assert.strictEqual(streaming, first)
          assert.notStrictEqual(other, first)
        }
        assert.strictEqual(yield* processId, first)
      })
    )

    it.effect("close the connections that they no longer need, although statements continue to run", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const { run, use } = yield* PostgresJs
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select pg_advisory_xact_lock(4711)`
            const waiting = yield* Effect.forkChild(
              Effect.replicateEffect(
                run((pool) => pool`select pg_advisory_lock_shared(4711), pg_advisory_unlock_shared(4711)`),
                3,
                { concurrency: "unbounded" }
              ),
              { startImmediately: true }
            )
            assert.strictEqual(use().statements.inUse, 3)
            yield* Fiber.interrupt(waiting)
          })
        )
        assert.strictEqual(use().statements.idle, 3)
        yield* Effect.repeat(processId, { until: () => use().statements.idle === 1 })
      })
    )
  }
)
