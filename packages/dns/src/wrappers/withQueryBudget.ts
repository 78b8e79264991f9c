import * as Effect from "effect/Effect"
import { DnsError } from "../DnsError.ts"
import type { Resolver } from "../Resolver.ts"

/** A resolver with a limited number of queries. */
export interface QueryBudgetResolver extends Resolver {
  /** Returns the number of queries so far. */
  readonly spent: () => number
}

/** Makes a resolver that allows `limit` queries. Further queries fail with the reason "Budget". */
export const withQueryBudget = (resolver: Resolver, limit: number): QueryBudgetResolver => {
  let spent = 0
  return {
    spent: () => spent,
    query: (name, type) =>
      Effect.suspend(() => {
        if (spent >= limit)
          return Effect.fail(
            new DnsError({
              queryName: name,
              type,
              server: null,
              reason: "Budget",
              detail: `The check needs more than the allowed ${limit} DNS queries.`
            })
          )
        spent++
        return resolver.query(name, type)
      })
  }
}
