import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { type DomainRight, Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

export const domainNotFound = () => new NotFound({ message: messages.domainNotFound })

/**
 * Why a caller may not change a domain that it can see, or null. On a plan without team seats, members can only read.
 */
export const writeRefusal = ({ limits }: Caller, { access }: Pick<DomainRight, "access">): string | null => {
  if (access === "owner") return null
  if (access === "read") return messages.readOnly
  return limits.teamMembers === 0 ? messages.teamPlan : null
}

/** The given value, or 404 if the store found nothing. */
export const found = <A>(value: A | null): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(domainNotFound()) : Effect.succeed(value)

/** The caller's access to a domain, or 404 if the caller cannot see it. */
export const rightOver = Effect.fn("rightOver")(function* (caller: Caller, id: string) {
  const [right] = yield* (yield* Domains).rights(caller.viewer, [id])
  return yield* found<DomainRight>(right ?? null)
})

/** Like `rightOver`, but 403 if the caller may not change the domain. */
export const writableRight = Effect.fn("writableRight")(function* (caller: Caller, id: string) {
  const right = yield* rightOver(caller, id)
  const message = writeRefusal(caller, right)
  return message === null ? right : yield* new Forbidden({ message })
})
