/**
 * The time limit of a whole check, in milliseconds. RFC 7208 section 4.6.4 requires at least 20 seconds for SPF alone.
 */
export const CHECK_DEADLINE_MS = 20_000

/** A part of a check, for progress reports. */
export type CheckPart = "mx" | "spf" | "dkim" | "dmarc" | "blacklist" | "extras"

/** The most DNS queries that each part of a check may make. A repeated query counts once. */
export const QUERY_BUDGET = {
  /** The addresses of ten MX hosts, and reverse lookups for some of them. */
  mx: 40,
  /** The record, its ten terms, and the hosts of its mx terms. */
  spf: 60,
  /** The 50 selectors, three control queries and three suggestions. The selectors of the caller come on top. */
  dkim: 56,
  /** Eight queries for the tree walk, and two for each of four report addresses. */
  dmarc: 16,
  /** The number of addresses times the number of lists. */
  blacklist: 28,
  extras: 20
} as const

export type BudgetedPart = keyof typeof QUERY_BUDGET

/** The most DNS queries of a whole check. The selectors of the caller come on top. */
export const CHECK_QUERY_BUDGET = Object.values(QUERY_BUDGET).reduce((sum, budget) => sum + budget, 0)
