import { layerRepositories, layerSqlClient, PostgresJs, type Repositories } from "@mon/core-store"
import { type Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import type postgres from "postgres"

/** All repositories over one database, and the driver below them. */
export interface Store {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Repositories | PostgresJs | SqlClient.SqlClient>) => Promise<A>
  readonly client: SqlClient.SqlClient
  /** A pool of the driver with the same number of connections. */
  readonly sql: postgres.Sql
  /** The connections on which the repositories run single statements. */
  readonly connections: ReadonlyArray<postgres.Sql>
  readonly close: () => Promise<void>
}

/** The repositories and the SQL client of a process with so many connections for single statements. */
export const layerStore = (url: string, connections: number) =>
  // Half of a process's connections are for transactions.
  Layer.provideMerge(layerRepositories, layerSqlClient({ url, maxConnections: 2 * connections, statementTimeoutMs: 0 }))

export const openStore = async (url: string, connections: number): Promise<Store> => {
  const runtime = ManagedRuntime.make(layerStore(url, connections))
  const { open, statements } = await runtime.runPromise(PostgresJs)
  const sql = open(connections)
  const client = await runtime.runPromise(SqlClient.SqlClient)
  const close = async () => {
    await sql.end()
    await runtime.dispose()
  }
  return {
    run: (effect) => runtime.runPromise(effect),
    client,
    sql,
    connections: statements.all.map((one) => one.sql),
    close
  }
}
