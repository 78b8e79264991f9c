import type { Resolver } from "@mon/dns/effect"
import { withQueryBudget, memoised } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { type BudgetedPart, QUERY_BUDGET } from "./CheckLimits.ts"

export const withPartBudget = (resolver: Resolver, part: BudgetedPart, more = 0): Effect.Effect<Resolver> =>
  memoised(withQueryBudget(resolver, QUERY_BUDGET[part] + more))
