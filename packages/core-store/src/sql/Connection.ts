import * as Effect from "effect/Effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type postgres from "postgres"
import * as Cursor from "./Cursor.ts"
import { encode } from "./Parameter.ts"
import { type AnswerLimit, connectionLost, run, sqlError } from "./Query.ts"

/** The target of statements: the connections for single statements, or the one that a transaction has leased. */
export interface Target {
  /** Returns the connection for the next statement. */
  readonly next: () => { readonly sql: postgres.Sql; readonly limit: AnswerLimit }
  /** Whether each statement runs in a transaction of its own. */
  readonly alone: boolean
  /**
   * Returns whether the connection has broken since it was leased. The driver would silently continue on a new
   * connection.
   */
  readonly lost: () => boolean
}

type Rows = ReadonlyArray<unknown> & { readonly command?: string }

// A text with several statements yields an array of results. Only the last result counts.
const lastOf = (result: Rows): Rows => {
  if (result.command !== undefined) return result
  const last = result.at(-1)
  return Array.isArray(last) ? last : result
}

type Pending = postgres.PendingQuery<Array<postgres.Row>>

const plain = (query: Pending): PromiseLike<Rows> => query
const asValues = (query: Pending): PromiseLike<Rows> => query.values()

// The caller chooses the row type, which must match the statement.
const rows = (transform: ((rows: ReadonlyArray<never>) => ReadonlyArray<object>) | undefined) => (result: Rows) =>
  transform === undefined ? lastOf(result) : transform(lastOf(result) as ReadonlyArray<never>)
const valuesOf = (result: Rows) => lastOf(result) as ReadonlyArray<ReadonlyArray<unknown>>

type Prepared = ReturnType<Target["next"]> & {
  readonly text: string
  readonly values: Array<never>
  readonly options: { readonly prepare: boolean; readonly simple?: boolean }
}

/** Returns the command tag of a result, such as "SELECT", "COMMIT" or "ROLLBACK". */
export const commandOf = (result: unknown): string | undefined =>
  Array.isArray(result) ? lastOf(result).command : undefined

/**
 * Matches a single query. Such a query is prepared, so that the server plans it only once. The driver would otherwise
 * send it as a simple query, which is planned each time.
 */
const isQuery = /^\s*(?:select|with)\b[^;]*$/i

const setsLimit = /^\s*set\s+(?:local\s+)?statement_timeout\b/i

const send = ({ options, sql, text, values }: Prepared): Pending => sql.unsafe(text, values, options)

export const make = (target: Target): Connection => {
  const { alone } = target
  let isLimited = true

  const ready = (text: string, params: ReadonlyArray<unknown>, prepare: boolean, operation: string) =>
    Effect.suspend((): Effect.Effect<Prepared, SqlError> => {
      if (target.lost()) return Effect.fail(connectionLost(operation))
      const { limit, sql } = target.next()
      const encoded = encode(sql, params)
      if (!encoded.ok) return Effect.fail(sqlError(new TypeError(encoded.message), operation))
      // The answer timeout does not apply to a transaction that changes the server's statement timeout.
      if (!alone && setsLimit.test(text)) isLimited = false
      // The cast is needed because the driver's parameter type is narrower than the values that it accepts.
      const options = prepare && params.length === 0 && isQuery.test(text) ? { prepare, simple: false } : { prepare }
      return Effect.succeed({
        sql,
        limit: isLimited ? limit : { ...limit, withinMs: 0 },
        text,
        values: encoded.values as Array<never>,
        options
      })
    })

  const execute = <A>(
    text: string,
    params: ReadonlyArray<unknown>,
    prepare: boolean,
    form: (query: Pending) => PromiseLike<Rows>,
    finish: (rows: Rows) => A
  ) =>
    Effect.flatMap(ready(text, params, prepare, "execute"), (statement) =>
      run(
        () => form(send(statement)),
        (result) => Effect.sync(() => finish(result)),
        {
          operation: "execute",
          alone,
          limit: statement.limit
        }
      )
    )

  return {
    execute: (text, params, transform) => execute(text, params, true, plain, rows(transform)),
    executeRaw: (text, params) => execute(text, params, true, plain, (result) => result),
    executeUnprepared: (text, params, transform) => execute(text, params, false, plain, rows(transform)),
    executeValues: (text, params) => execute(text, params, true, asValues, valuesOf),
    executeValuesUnprepared: (text, params) => execute(text, params, false, asValues, valuesOf),
    executeStream: (text, params, transform) =>
      Stream.unwrap(
        Effect.map(ready(text, params, true, "stream"), (statement) =>
          Cursor.stream(() => send(statement), statement.sql.CLOSE, rows(transform), statement.limit)
        )
      )
  }
}
