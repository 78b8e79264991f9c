import type { ListingKind } from "./lists.ts"

/** The result of one list for one target. The list's DNS zone is not included, because it may contain a key. */
export interface ListCheck {
  readonly list: string
  readonly listId: string
  readonly target: string
  readonly status: "clear" | "listed" | "refused" | "unknown"
  readonly detail: string
}

/**
 * A listing on a reliable list. Tier 1 is the most severe. `shared` means that many customers of a provider share this
 * host.
 */
export interface Listing {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  readonly kind: ListingKind
  readonly shared: boolean
  readonly meanings: ReadonlyArray<string>
}

/** The results of all lists for a domain and its addresses. */
export interface BlacklistFacts {
  readonly checked: ReadonlyArray<ListCheck>
  readonly listings: ReadonlyArray<Listing>
  /** The number of lists that answered every query. */
  readonly usable: number
  /** The number of lists that were queried. */
  readonly asked: number
}
