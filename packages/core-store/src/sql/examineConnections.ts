import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pool } from "./Pool.ts"
import { PostgresJs } from "./PostgresJs.ts"
import { run, serverProcess } from "./Query.ts"
import { ReadReplica } from "./ReadReplica.ts"

/** Facts about the connections of this process to the database. */
export interface ConnectionFacts {
  /**
   * Whether a pooler, such as PgBouncer, handles the connections. A pooler announces a made-up process id to its
   * clients, because the server process can change.
   */
  readonly isPooled: boolean
  /** Whether the driver creates named prepared statements, which belong to one server process. */
  readonly preparesStatements: boolean
  /**
   * The connection that listens for signals. `pooled`: a pooler handles this connection too. `failed`: the connection
   * could not be opened, or signals do not arrive.
   */
  readonly signals: "arrive" | "pooled" | "failed"
  /**
   * The read replica. `current`: it has applied all changes. `behind`: it applies changes late. `primary`: the URL
   * leads to a server that is not a standby. `failed`: it does not respond. Null: none is configured.
   */
  readonly replica: "current" | "behind" | "primary" | "failed" | null
}

const CHANNEL = "mon_doctor"
const SIGNAL_WITHIN = "5 seconds"
const REPLICA_WITHIN = "15 seconds"
/** The number of queries, and the time between them, before a replica counts as behind. */
const ASKED_TIMES = 20
const ASK_EVERY = "50 millis"

/** Returns whether the server process that the driver knows differs from the one that ran the query. */
const isPooledQuery = (pool: Pick<Pool, "unsafe">, withinMs: number, abandon: () => void) => {
  let announced: number | null = null
  return run(
    () => {
      const query = pool.unsafe<Array<{ readonly pid: number }>>("select pg_backend_pid() as pid", [], {
        prepare: false
      })
      const read = () => {
        announced = serverProcess(query)
      }
      void query.then(read, read)
      return query
    },
    (rows) => Effect.sync(() => rows[0]?.pid !== announced),
    { operation: "examine", alone: false, limit: { withinMs, abandon } }
  )
}

const examineSignals = Effect.gen(function* () {
  const { answerTimeoutMs, openListener } = yield* PostgresJs
  const arrived = yield* Deferred.make<void>()
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() =>
      openListener(
        () => Deferred.doneUnsafe(arrived, Effect.void),
        () => {}
      )
    ),
    (opened) => Effect.promise(() => opened.end({ timeout: 0 }))
  )
  if (yield* isPooledQuery(pool, answerTimeoutMs, pool.abandon)) return "pooled" as const
  const limit = { withinMs: answerTimeoutMs, abandon: pool.abandon }
  for (const text of [`listen ${CHANNEL}`, `notify ${CHANNEL}`])
    yield* run(() => pool.unsafe(text), Effect.succeed, { operation: "examine", alone: false, limit })
  yield* Effect.timeout(Deferred.await(arrived), SIGNAL_WITHIN)
  return "arrive" as const
}).pipe(
  Effect.scoped,
  Effect.catch(() => Effect.succeed("failed" as const))
)

const examineReplica = Effect.gen(function* () {
  const replica = yield* ReadReplica
  if (replica === null) return null
  const primary = yield* SqlClient.SqlClient
  const [position] = yield* primary<{ readonly at: string }>`select pg_current_wal_lsn()::text as at`
  for (let asked = 0; asked < ASKED_TIMES; asked++) {
    const [row] = yield* replica.sql<{ readonly standby: boolean; readonly applied: boolean | null }>`
      select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= ${position?.at ?? null}::pg_lsn as applied`
    if (row?.standby === false) return "primary" as const
    if (row?.applied === true) return "current" as const
    yield* Effect.sleep(ASK_EVERY)
  }
  return "behind" as const
}).pipe(
  Effect.timeout(REPLICA_WITHIN),
  Effect.catch(() => Effect.succeed("failed" as const))
)

/** Examines how this process reaches the database, for the operator. */
export const examineConnections = Effect.gen(function* () {
  const { answerTimeoutMs, statements } = yield* PostgresJs
  const { sql } = statements.next()
  return {
    isPooled: yield* isPooledQuery(sql, answerTimeoutMs, sql.abandon),
    preparesStatements: sql.options.prepare,
    signals: yield* examineSignals,
    replica: yield* examineReplica
  } satisfies ConnectionFacts
})
