import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * The error that the store could not carry out a call. `Unavailable`: the database could not be reached or was too
 * slow, and the call may work later. `Failed`: the database refused the statement, which is a bug in the store.
 */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: "Unavailable" | "Failed"
  readonly operation: string
  readonly cause: unknown
}> {
  override get message() {
    return `${this.operation}: ${this.reason === "Unavailable" ? "the database is not available" : "the statement failed"}`
  }
}

/** The transient reasons of errors. After such an error, the statement may work the next time. */
const unavailable = new Set([
  "ConnectionError",
  "AuthenticationError",
  "StatementTimeoutError",
  "LockTimeoutError",
  "DeadlockError",
  "SerializationError"
])

export const storeError =
  (operation: string) =>
  (cause: SqlError): StoreError =>
    new StoreError({
      reason: isSqlError(cause) && unavailable.has(cause.reason._tag) ? "Unavailable" : "Failed",
      operation,
      cause
    })

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

type Operation<Args extends ReadonlyArray<unknown>, A, E, R> = (
  ...args: Args
) => Effect.Effect<A, StoreError | Exclude<E, SqlError>, R>

/**
 * The return type of the generator of an {@link operation}, for generators whose inferred type would differ from the
 * declared type.
 */
export type Returns<A, E = never, R = never> = Effect.fn.Return<A, SqlError | StoreError | E, R>

/**
 * Sets the stack frame that names the place of a definition. Otherwise, stack traces would name this file as the place
 * of every definition.
 */
const definedAt = (place: Error) => {
  const stack = () => place.stack?.split("\n")[2]?.trim()
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.updateService(effect, References.CurrentStackFrame, (frame) =>
      frame?.parent === undefined ? frame : { ...frame, parent: { ...frame.parent, stack } }
    )
}

/**
 * Makes a method of a repository. The method is an `Effect.fn` with a span of this name, in which the error of a
 * statement becomes a {@link StoreError} that names the method. Errors of other kinds are passed on.
 *
 * @example
 * const count = operation("Tags.count", function* ({ accountKey }: AccessScope) {
 *   const rows = yield* sql`select 1 from tag where account_id = ${accountKey}::bigint`
 *   return rows.length
 * })
 */
export function operation<Eff extends AnyEffect, A, Args extends ReadonlyArray<unknown>>(
  name: string,
  body: (...args: Args) => Generator<Eff, A, never>
): Operation<Args, A, Effect.Error<Eff>, Effect.Services<Eff>>
export function operation<A, E, R, Args extends ReadonlyArray<unknown>>(
  name: string,
  body: (...args: Args) => Effect.Effect<A, E, R>
): Operation<Args, A, E, R>
export function operation(
  name: string,
  body: (...args: ReadonlyArray<never>) => Generator<AnyEffect, unknown, never> | AnyEffect
): unknown {
  const toStoreError = storeError(name)
  return Effect.fn(name)(
    body as () => Generator<AnyEffect, unknown, never>,
    Effect.mapError((error) => (isSqlError(error) ? toStoreError(error) : error)),
    definedAt(new Error(name))
  )
}

/**
 * Runs an effect in one transaction. Either everything that the effect writes and enqueues is committed, or nothing is.
 */
export const inTransaction = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)).pipe(
    Effect.mapError((error) =>
      isSqlError(error) ? new StoreError({ reason: "Unavailable", operation: name, cause: error }) : error
    )
  )
