import type { Resolver } from "@mon/dns/effect"
import { withQueryBudget, memoised } from "@mon/dns/effect"
import * as Effect from "effect/Effect"

/** Questions that each part of a check may ask the DNS; what it asks twice counts once. */
export const QUERY_BUDGET = {
  /** The addresses of ten MX hosts, and the way back and forth for some of them. */
  mx: 40,
  /** The record, ten terms, and the hosts of their mx terms. */
  spf: 60,
  /** The 50 selectors, three controls, three suggestions; a caller's selectors come on top. */
  dkim: 56,
  /** Eight of the tree walk, two for each of four report addresses. */
  dmarc: 16,
  /** Addresses times lists. */
  blacklist: 28,
  extras: 20
} as const

export type BudgetedPart = keyof typeof QUERY_BUDGET

/** Questions of a whole check; a caller's own selectors come on top. */
export const CHECK_QUERY_BUDGET = Object.values(QUERY_BUDGET).reduce((sum, budget) => sum + budget, 0)

/** What a part asks through. */
export const withPartBudget = (resolver: Resolver, part: BudgetedPart, more = 0): Effect.Effect<Resolver> =>
  memoised(withQueryBudget(resolver, QUERY_BUDGET[part] + more))
