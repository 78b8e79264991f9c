import * as Effect from "effect/Effect"
import { DnsError } from "../DnsError.ts"
import type { Resolver } from "../Resolver.ts"

/** A resolver that counts. */
export interface QueryBudgetResolver extends Resolver {
  /** Questions let through so far. */
  readonly spent: () => number
}

/** Lets through so many questions; the ones after fail with the reason "Budget". */
export const withQueryBudget = (resolver: Resolver, limit: number): QueryBudgetResolver => {
  let spent = 0
  return {
    spent: () => spent,
    query: (name, type) =>
      Effect.suspend(() => {
        if (spent >= limit)
          return Effect.fail(
            new DnsError({ name, type, server: null, reason: "Budget", detail: `More than ${limit} questions.` })
          )
        spent++
        return resolver.query(name, type)
      })
  }
}
