import type * as SqlClient from "effect/sql/SqlClient"

/**
 * The time without an announcement after which a worker counts as gone, in milliseconds. Workers announce themselves
 * four times in this time.
 */
export const ALIVE_MS = 20_000

/** SQL for whether a worker `w` is alive. */
export const isAlive = (sql: SqlClient.SqlClient) =>
  sql`w.seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'`
