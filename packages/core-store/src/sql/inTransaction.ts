import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { StoreError } from "./StoreError.ts"

/** Runs the effect in one transaction. Everything that it writes and enqueues is committed, or nothing is. */
export const inTransaction = <A, E, R>(
  operation: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)).pipe(
    Effect.mapError((error) =>
      isSqlError(error) ? new StoreError({ reason: "Unavailable", operation, cause: error }) : error
    )
  )
