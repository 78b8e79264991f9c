/** One page of a list. `total` is the number of rows on all pages together. */
export interface Page<A> {
  readonly total: number
  readonly items: ReadonlyArray<A>
}

/** Returns the number of rows before a page, as text, because the product can be too large for an exact number. */
export const offsetOf = (page: number, limit: number): string => String(BigInt(page - 1) * BigInt(limit))
