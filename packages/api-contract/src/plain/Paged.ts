/** What a single request may set. */
export interface RequestOptions {
  /** Ends the request, and the waits between its attempts. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /**
   * For requests that create an object: the same key within 24 hours creates it once. Default: a random key, the same
   * for all attempts of this call. Set it to repeat a call after a restart of your program.
   */
  readonly idempotencyKey?: string
}

/** A page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** Position of the page in the complete list. */
  readonly pagination: {
    readonly total: number
    readonly page: number
    readonly limit: number
    readonly totalPages: number
  }
}

/**
 * A list in pages. `await` gives one page; `for await` gives the items of all pages from there on, with one request for
 * each page. Nothing is requested before. Items that are added meanwhile can appear twice or not.
 */
export interface Paged<A> extends PromiseLike<Page<A>>, AsyncIterable<A> {
  /** As of a promise of one page. */
  readonly catch: <B = never>(onError?: (error: unknown) => B | PromiseLike<B>) => Promise<Page<A> | B>
  /** As of a promise of one page. */
  readonly finally: (onEnd?: () => void) => Promise<Page<A>>
}

/** A list that asks for pages with `ask`, beginning at `first`. */
export const makePaged = <A>(ask: (page: number) => Promise<Page<A>>, first: number): Paged<A> => ({
  // oxlint-disable-next-line unicorn/no-thenable -- `await` gives one page.
  then: (onPage, onError) => ask(first).then(onPage, onError),
  catch: (onError) => ask(first).catch(onError),
  finally: (onEnd) => ask(first).finally(onEnd),
  async *[Symbol.asyncIterator]() {
    for (let number = first; ; number += 1) {
      const { items, pagination } = await ask(number)
      yield* items
      if (number >= pagination.totalPages) return
    }
  }
})

/**
 * A list without numbers of pages, the newest item first. `await` gives the newest items, at most `limit`; `for await`
 * gives these and then all older ones, with one request for each `limit` items.
 */
export type Listed<A> = Promise<ReadonlyArray<A>> & AsyncIterable<A>

/** A list that asks for the items before an item with `ask`. */
export const makeListed = <A extends { readonly id: string }>(
  ask: (before: string | undefined) => Promise<ReadonlyArray<A>>
): Listed<A> => {
  const newest = ask(undefined)
  return Object.assign(newest, {
    async *[Symbol.asyncIterator]() {
      let items = await newest
      for (let before: string | undefined; ;) {
        yield* items
        const last = items.at(-1)?.id
        // The second condition ends a list that repeats itself.
        if (last === undefined || last === before) return
        before = last
        items = await ask(before)
      }
    }
  })
}
