/** One page of a list; `total` counts all pages. */
export interface Page<A> {
  readonly total: number
  readonly items: ReadonlyArray<A>
}
