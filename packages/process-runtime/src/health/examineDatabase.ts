import { examineSchema, migrations } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"

export interface DatabaseState {
  readonly isReachable: boolean
  /** The reasons why the process cannot work with the database; empty if it can. */
  readonly problems: ReadonlyArray<string>
}

/** The SQLSTATE of a full disk (PostgreSQL, Appendix A). */
const DISK_FULL = "53100"

/**
 * The SQL statements that make PostgreSQL write a temporary file of some 150 KB, because the rows exceed the smallest
 * `work_mem`. A database whose disk is full still accepts small changes for a while, but cannot write this file. Both
 * statements run in one implicit transaction. The file is deleted, and the tables and the write-ahead log are not
 * changed.
 */
const WRITE = `
  set local work_mem = '64kB';
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
    (select count(*) from generate_series(1, 10000) as row)::int as rows`

const writeProblems = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql.unsafe<{ readonly isReadOnly: boolean }>(WRITE), ([row]) =>
    row?.isReadOnly === true ? ["the database is read-only"] : []
  )
)

const schemaProblems = Effect.map(examineSchema(migrations), ({ missing, problem }) =>
  problem !== null ? [problem] : missing.length > 0 ? [`the database lacks ${missing.length} migrations`] : []
)

const isDiskFull = (error: unknown): boolean => {
  const cause = isSqlError(error) ? error.reason.cause : undefined
  return cause instanceof Error && "code" in cause && cause.code === DISK_FULL
}

const unreachable: DatabaseState = { isReachable: false, problems: ["the database cannot be reached"] }

/** An effect that examines whether the database has the schema of this program and whether it accepts writes. */
export const examineDatabase: Effect.Effect<DatabaseState, never, SqlClient.SqlClient> = Effect.map(
  Effect.all([schemaProblems, writeProblems]),
  (problems): DatabaseState => ({ isReachable: true, problems: problems.flat() })
).pipe(
  Effect.catch((error) =>
    Effect.succeed(isDiskFull(error) ? { isReachable: true, problems: ["the database's disk is full"] } : unreachable)
  ),
  Effect.catchCause(() => Effect.succeed(unreachable))
)
