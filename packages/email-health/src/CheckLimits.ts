/** Milliseconds for a whole check; RFC 7208 section 4.6.4 requires at least 20 seconds for SPF alone. */
export const CHECK_DEADLINE_MS = 20_000

/** A part of a check, for progress reports. */
export type CheckPart = "mx" | "spf" | "dkim" | "dmarc" | "blacklist" | "extras"

/** The most DNS queries that each part of a check may make; repeated queries count once. */
export const QUERY_BUDGET = {
  /** The addresses of ten MX hosts, and reverse lookups for some of them. */
  mx: 40,
  /** The record, ten terms, and the hosts of their mx terms. */
  spf: 60,
  /** The 50 selectors, three control queries, three suggestions; the caller's selectors are added. */
  dkim: 56,
  /** Eight of the tree walk, two for each of four report addresses. */
  dmarc: 16,
  /** Addresses times lists. */
  blacklist: 28,
  extras: 20
} as const

export type BudgetedPart = keyof typeof QUERY_BUDGET

/** DNS queries of a whole check; the caller's selectors are added. */
export const CHECK_QUERY_BUDGET = Object.values(QUERY_BUDGET).reduce((sum, budget) => sum + budget, 0)
