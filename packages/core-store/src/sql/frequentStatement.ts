import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PostgresJs } from "./PostgresJs.ts"

/** The pool, and the SqlClient over it. */
export interface Database {
  readonly driver: PostgresJs["Service"]
  readonly sql: SqlClient.SqlClient
}

/**
 * Runs a statement of the most frequent requests in the caller's transaction. Without a transaction, it runs on the
 * bare pool and without a span, which halves the CPU time.
 */
export const frequentStatement = <Row extends object>(
  { driver, sql }: Database,
  text: string,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
    Option.isSome(transaction)
      ? sql.unsafe<Row>(text, values)
      : // The driver's parameter type is narrower than what it accepts.
        driver.run((pool) => pool.unsafe<Array<Row>>(text, values as Array<never>, { prepare: true }))
  )
