/**
 * The time limit of a whole check, in milliseconds. RFC 7208 section 4.6.4 requires at least 20 seconds for SPF alone.
 */
export const CHECK_DEADLINE_MS = 20_000

/** A part of a check, for progress reports. */
export type CheckPart = "mx" | "spf" | "dkim" | "dmarc" | "blacklist" | "extras"

/** The most DNS queries that each part of a check may send. A repeated query counts once. */
export const QUERY_BUDGET = {
  /** Queries for the addresses of ten MX hosts, and reverse lookups for some of these addresses. */
  mx: 40,
  /** Queries for the SPF record, its ten terms, and the hosts of its mx terms. */
  spf: 60,
  /**
   * Queries for the 50 common selectors, three control queries and three suggested selectors. The caller's selectors
   * are not included.
   */
  dkim: 56,
  /**
   * Eight queries for the tree walk, and four queries for each of four report addresses: the authorisation, the MX
   * records and, if there are none, the A and AAAA records.
   */
  dmarc: 24,
  /**
   * One query for each combination of an address and a list, and two queries that test each list. The queries suffice
   * for one address and all eleven lists of `OPEN_LISTS` and `keyedLists`.
   */
  blacklist: 33,
  extras: 20
} as const

export type BudgetedPart = keyof typeof QUERY_BUDGET

/** The most DNS queries of a whole check. The queries for the caller's selectors are not included. */
export const CHECK_QUERY_BUDGET = Object.values(QUERY_BUDGET).reduce((sum, budget) => sum + budget, 0)
