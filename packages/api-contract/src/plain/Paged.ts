/** The options of a single request. */
export interface RequestOptions {
  /**
   * A signal that ends the request, even during a wait between two attempts. The request then rejects with the signal's
   * reason.
   */
  readonly signal?: AbortSignal
  /**
   * The key for a request that creates an object: requests with equal keys within 24 hours create it only once.
   * Default: a random key for all attempts of this call. Set it to repeat a call after a restart of your program.
   */
  readonly idempotencyKey?: string
}

/** A page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** The position of the page in the complete list. */
  readonly pagination: {
    readonly total: number
    readonly page: number
    readonly limit: number
    readonly totalPages: number
  }
}

/**
 * A list in pages. `await` returns one page. `for await` returns the items of this page and all later pages, with one
 * request for each page. No request is sent until `await` or `for await` is used. Items that are added in the meantime
 * can appear twice or not at all.
 */
export interface Paged<A> extends PromiseLike<Page<A>>, AsyncIterable<A> {
  /** Works like the `catch` method of a promise for one page. */
  readonly catch: <B = never>(onError?: (error: unknown) => B | PromiseLike<B>) => Promise<Page<A> | B>
  /** Works like the `finally` method of a promise for one page. */
  readonly finally: (onEnd?: () => void) => Promise<Page<A>>
}

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
 * A list without page numbers, newest item first. `await` returns at most `limit` of the newest items. `for await`
 * continues with all older items, with one request for each `limit` items.
 */
export type Listed<A> = Promise<ReadonlyArray<A>> & AsyncIterable<A>

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
        // The second condition ends the loop if the server repeats the same items.
        if (last === undefined || last === before) return
        before = last
        items = await ask(before)
      }
    }
  })
}
