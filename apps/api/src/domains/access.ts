import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { type DomainRight, Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../Caller.ts"

export const domainNotFound = () => new NotFound({ message: messages.domainNotFound })

export const readOnly = () => new Forbidden({ message: messages.readOnly })

/** A value that the store found, or 404. */
export const found = <A>(value: A | null): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(domainNotFound()) : Effect.succeed(value)

/** The caller's right over a domain that it can see, or 404. */
export const rightOver = Effect.fn("rightOver")(function*(caller: Caller, id: string) {
  const [right] = yield* (yield* Domains).rights(caller.viewer, [id])
  return yield* found<DomainRight>(right ?? null)
})

/** The same, and 403 when the caller may only read. */
export const writableRight = Effect.fn("writableRight")(function*(caller: Caller, id: string) {
  const right = yield* rightOver(caller, id)
  return right.access === "read" ? yield* readOnly() : right
})
