interface OfAccount {
  readonly accountKey: string
}

/** A queue from which the accounts take turns. */
export interface FairQueue<A> {
  /** Adds an item. If the queue is full, the account with the most items loses its newest one. */
  readonly offer: (item: A) => void
  /** Removes and returns the oldest item of the account whose turn it is. */
  readonly take: () => A | undefined
}

/**
 * An empty queue of at most so many items.
 *
 * @example
 * ```ts
 * const queue = makeFairQueue<{ readonly accountKey: string; readonly n: number }>(200)
 * for (const n of [1, 2]) queue.offer({ accountKey: "large", n })
 * queue.offer({ accountKey: "small", n: 3 })
 * queue.take() // => { accountKey: "large", n: 1 }
 * queue.take() // => { accountKey: "small", n: 3 }
 * ```
 */
export const makeFairQueue = <A extends OfAccount>(capacity: number): FairQueue<A> => {
  // In the order of the turns.
  const accounts = new Map<string, Array<A>>()
  let size = 0

  const dropOne = () => {
    const [largest] = [...accounts.values()].toSorted((one, other) => other.length - one.length)
    if (largest?.pop() !== undefined) size -= 1
  }

  return {
    offer: (item) => {
      const items = accounts.get(item.accountKey) ?? []
      accounts.set(item.accountKey, items)
      items.push(item)
      size += 1
      if (size > capacity) dropOne()
    },
    take: () => {
      for (const [accountKey, items] of accounts) {
        accounts.delete(accountKey)
        const item = items.shift()
        if (items.length > 0) accounts.set(accountKey, items)
        if (item === undefined) continue
        size -= 1
        return item
      }
      return undefined
    }
  }
}
