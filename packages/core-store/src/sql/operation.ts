import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { storeError, type StoreError } from "./StoreError.ts"

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

type Operation<Args extends ReadonlyArray<unknown>, A, E, R> = (
  ...args: Args
) => Effect.Effect<A, StoreError | Exclude<E, SqlError>, R>

/**
 * The return type of the generator of an {@link operation}, for generators whose inferred type is not the declared one.
 */
export type Returns<A, E = never, R = never> = Effect.fn.Return<A, SqlError | StoreError | E, R>

/** Sets the stack of a definition. Without this, stack traces would name this file as the place of every definition. */
const definedAt = (place: Error) => {
  const stack = () => place.stack?.split("\n")[2]?.trim()
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.updateService(effect, References.CurrentStackFrame, (frame) =>
      frame?.parent === undefined ? frame : { ...frame, parent: { ...frame.parent, stack } }
    )
}

/**
 * A method of a repository: `Effect.fn` with a span of this name, in which the error of a statement becomes a
 * {@link StoreError} that names the method. Other errors are passed on.
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
