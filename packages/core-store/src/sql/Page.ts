/** One page of a list; `total` counts the rows of all pages. */
export interface Page<A> {
  readonly total: number
  readonly items: ReadonlyArray<A>
}
