import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Db } from "pg-boss"
import type postgres from "postgres"
import { dense } from "../sql/Query.ts"
import { serialConnection } from "../sql/serialConnection.ts"

type Value = postgres.ParameterOrJSON<never>

/** pg-boss passes plain values only: text, numbers, booleans, dates, JSON as text, and arrays of these. */
const asValues = (values: ReadonlyArray<unknown> | undefined): Array<Value> => [...(values ?? [])] as Array<Value>

const rowsOf = (result: unknown): Array<unknown> =>
  Array.isArray(result) ? (result.some(Array.isArray) ? result.flat() : [...result]) : []

/** A connection that dies at the wrong moment can leave its query pending for ever, so every wait has a limit. */
export const within = async <A>(ms: number, work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`The database did not answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The database interface of pg-boss: single statements run on a pool of the project's driver, scripts that contain
 * their own transaction on a separate connection.
 */
export const poolDatabase = (pool: postgres.Sql, scripts: postgres.Sql): Db => {
  const runScript = serialConnection(scripts)
  const run = async (text: string, values: ReadonlyArray<unknown> | undefined): Promise<unknown> =>
    values !== undefined && values.length > 0 ? dense(await pool.unsafe(text, asValues(values))) : runScript(text)
  return { executeSql: async (text, values) => ({ rows: rowsOf(await run(text, values)) }) }
}

/** The database interface of pg-boss inside the transaction of the calling fiber, if it has one. */
export const ambientDatabase = (
  sql: SqlClient.SqlClient,
  context: Context.Context<never>,
  signal: AbortSignal
): Db => ({
  executeSql: async (text, values) => ({
    rows: [...(await Effect.runPromiseWith(context)(sql.unsafe(text, values ?? []), { signal }))]
  })
})
