import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"

export interface DeletedRows {
  readonly table: string
  readonly key: string
  readonly where: Fragment
  /**
   * The maximum number of rows per call. A larger number would lock many rows for a long time, and could exceed the
   * statement timeout.
   */
  readonly limit: number
}

/** Deletes at most `limit` rows. Returns the number of deleted rows. Locked rows are left for the next call. */
export const deleteBatch = (
  sql: SqlClient.SqlClient,
  { key, limit, table, where }: DeletedRows
): Effect.Effect<number, SqlError> =>
  Effect.map(
    sql`
    delete from ${sql.literal(table)} where (${sql.literal(key)}) in (
      select ${sql.literal(key)} from ${sql.literal(table)} where ${where} limit ${limit} for update skip locked)
    returning 1`,
    (rows) => rows.length
  )
