import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Db } from "pg-boss"
import type postgres from "postgres"

type Value = postgres.ParameterOrJSON<never>

/** pg-boss hands over plain values only: text, numbers, booleans, dates, JSON that is already text, arrays of these. */
const asValues = (values: ReadonlyArray<unknown> | undefined): Array<Value> => [...(values ?? [])] as Array<Value>

const rowsOf = (result: unknown): Array<unknown> =>
  Array.isArray(result) ? result.some(Array.isArray) ? result.flat() : [...result] : []

/**
 * pg-boss's database over a pool of the project's driver. Its multi-statement texts hold a transaction of their own, so
 * they run on a reserved connection, which is cleaned when one of them fails.
 */
export const poolDatabase = (sql: postgres.Sql): Db => ({
  executeSql: async (text, values) => {
    if (values !== undefined && values.length > 0) return { rows: rowsOf(await sql.unsafe(text, asValues(values))) }
    const connection = await sql.reserve()
    try {
      return { rows: rowsOf(await connection.unsafe(text)) }
    } catch (error) {
      await connection.unsafe("rollback").catch(() => {})
      throw error
    } finally {
      connection.release()
    }
  }
})

/** pg-boss's database inside the transaction of the calling fiber, if it has one. */
export const ambientDatabase = (sql: SqlClient.SqlClient, context: Context.Context<never>): Db => ({
  executeSql: async (text, values) => ({
    rows: [...await Effect.runPromiseWith(context)(sql.unsafe(text, values ?? []))]
  })
})
