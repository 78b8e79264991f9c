/** A queue of received items, and of callers that wait for them. */
export interface Arrivals<A> {
  readonly all: ReadonlyArray<A>
  readonly push: (item: A) => void
  /** Returns the oldest item that was not returned yet, or waits for the next one. */
  readonly next: (matches?: (item: A) => boolean) => Promise<A>
  /** Rejects all pending waits. */
  readonly close: (reason: Error) => void
}

interface Waiter<A> {
  readonly matches: (item: A) => boolean
  readonly resolve: (item: A) => void
  readonly reject: (reason: Error) => void
}

export const makeArrivals = <A>(): Arrivals<A> => {
  const all: Array<A> = []
  const untaken: Array<A> = []
  const waiters: Array<Waiter<A>> = []
  return {
    all,
    push: (item) => {
      all.push(item)
      const index = waiters.findIndex((waiter) => waiter.matches(item))
      if (index === -1) untaken.push(item)
      else waiters.splice(index, 1)[0]?.resolve(item)
    },
    next: (matches = () => true) => {
      const index = untaken.findIndex(matches)
      if (index !== -1) return Promise.resolve(untaken.splice(index, 1)[0] as A)
      return new Promise((resolve, reject) => waiters.push({ matches, resolve, reject }))
    },
    close: (reason) => {
      for (const waiter of waiters.splice(0)) waiter.reject(reason)
    }
  }
}
