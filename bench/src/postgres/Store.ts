import { layerRepositories, layerSqlClient, PostgresJs, type Repositories } from "@mon/core-store"
import { type Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import type postgres from "postgres"

/** All repositories over one database, and the driver below them. */
export interface Store {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Repositories | PostgresJs | SqlClient.SqlClient>) => Promise<A>
  readonly client: SqlClient.SqlClient
  /** The driver's own pool below the client. */
  readonly sql: postgres.Sql
  readonly close: () => Promise<void>
}

/** The repositories and the SQL client of a process with so many connections for single statements. */
export const layerStore = (url: string, connections: number) =>
  // Half of a process's connections are for transactions.
  Layer.provideMerge(layerRepositories, layerSqlClient({ url, maxConnections: 2 * connections, statementTimeoutMs: 0 }))

export const openStore = async (url: string, connections: number): Promise<Store> => {
  const runtime = ManagedRuntime.make(layerStore(url, connections))
  const { sql } = await runtime.runPromise(PostgresJs)
  const client = await runtime.runPromise(SqlClient.SqlClient)
  return { run: (effect) => runtime.runPromise(effect), client, sql, close: () => runtime.dispose() }
}
