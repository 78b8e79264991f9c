interface Entry<A> {
  readonly at: number
  /** The position in the order of insertion. It decides between entries with equal times. */
  readonly order: number
  readonly item: A
  index: number
}

const isBefore = (one: Entry<unknown>, other: Entry<unknown>) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** A binary heap of items, ordered by due time, with logarithmic insertion and removal. */
interface DueHeap<A> {
  readonly size: () => number
  /** Adds an item that is not in the heap yet. */
  readonly add: (item: A, at: number) => void
  /** Removes an item. Returns whether it was in the heap. */
  readonly remove: (item: A) => boolean
  /** Returns the earliest due time, or null if the heap is empty. */
  readonly nextAt: () => number | null
  /** Removes and returns up to `limit` items that are due at the time `now`. The most overdue items come first. */
  readonly takeDue: (now: number, limit: number) => ReadonlyArray<A>
  /** Returns the items that are due at or before the time `now`, in no particular order. */
  readonly due: (now: number) => ReadonlyArray<A>
  readonly clear: () => ReadonlyArray<A>
}

/**
 * Makes an empty heap.
 *
 * @example
 * ```ts
 * const heap = makeDueHeap<string>()
 * heap.add("later", 20)
 * heap.add("sooner", 10)
 * heap.takeDue(15, 100) // => ["sooner"]
 * heap.nextAt() // => 20
 * ```
 */
export const makeDueHeap = <A>(): DueHeap<A> => {
  const heap: Array<Entry<A>> = []
  const entries = new Map<A, Entry<A>>()
  let added = 0

  const put = (entry: Entry<A>, index: number) => {
    heap[index] = entry
    entry.index = index
  }

  const rise = (entry: Entry<A>, from: number) => {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(entry, parent)) break
      put(parent, index)
      index = above
    }
    put(entry, index)
  }

  const sink = (entry: Entry<A>, from: number) => {
    let index = from
    while (true) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]]
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left
      if (child === undefined || !isBefore(child, entry)) break
      const below = child.index
      put(child, index)
      index = below
    }
    put(entry, index)
  }

  const takeOut = (entry: Entry<A>) => {
    entries.delete(entry.item)
    const last = heap.pop()
    if (last === undefined || last === entry) return
    const { index } = entry
    const parent = heap[(index - 1) >> 1]
    if (index > 0 && parent !== undefined && isBefore(last, parent)) rise(last, index)
    else sink(last, index)
  }

  /**
   * Visits only due entries. An entry is never due before its parent in the heap, so an entry that is not due is
   * skipped together with all entries below it.
   */
  const due = (now: number): ReadonlyArray<A> => {
    const found: Array<A> = []
    const ahead = [0]
    for (let index = ahead.pop(); index !== undefined; index = ahead.pop()) {
      const entry = heap[index]
      if (entry === undefined || entry.at > now) continue
      found.push(entry.item)
      ahead.push(2 * index + 1, 2 * index + 2)
    }
    return found
  }

  return {
    size: () => heap.length,
    add: (item, at) => {
      const entry = { at, order: added++, item, index: heap.length }
      entries.set(item, entry)
      rise(entry, heap.length)
    },
    remove: (item) => {
      const entry = entries.get(item)
      if (entry === undefined) return false
      takeOut(entry)
      return true
    },
    nextAt: () => heap[0]?.at ?? null,
    takeDue: (now, limit) => {
      const taken: Array<A> = []
      for (let [first] = heap; first !== undefined && first.at <= now && taken.length < limit; [first] = heap) {
        takeOut(first)
        taken.push(first.item)
      }
      return taken
    },
    due,
    clear: () => {
      const all = heap.map(({ item }) => item)
      heap.length = 0
      entries.clear()
      return all
    }
  }
}

interface OfAccount {
  readonly accountKey: string
}

/**
 * A heap of items, ordered by due time. An account gets no more than its share of the slots while other accounts have
 * due items.
 */
interface FairHeap<A> {
  readonly size: () => number
  /** Adds an item that is not in the heap yet. */
  readonly add: (item: A) => void
  /** Removes an item. Returns whether it was in the heap. */
  readonly remove: (item: A) => boolean
  /**
   * Removes and returns up to `limit` items that are due at the time `now` and whose accounts are below their share.
   * The most overdue items come first. If there are no such items, returns up to `spare` due items of other accounts.
   */
  readonly takeDue: (now: number, limit: number, spare: number) => ReadonlyArray<A>
  /** Returns the earliest due time of an item that is not parked, or null if there is none. */
  readonly nextAt: () => number | null
  /** Returns the items that are due at or before the time `now` and not parked, in no particular order. */
  readonly due: (now: number) => ReadonlyArray<A>
  /** Returns the due items that were passed over because their accounts have used their share. */
  readonly parked: () => ReadonlyArray<A>
  /** Returns whether an account with parked items is below its share again. */
  readonly isUnparkable: () => boolean
  readonly clear: () => ReadonlyArray<A>
}

/**
 * Makes an empty heap.
 *
 * @param dueAt the due time of an item, which never changes
 * @param left the number of slots that an account may still use. 0 or less: the account has used its share
 */
export const makeFairHeap = <A extends OfAccount>(
  dueAt: (item: A) => number,
  left: (accountKey: string) => number
): FairHeap<A> => {
  const heap = makeDueHeap<A>()
  const parked = new Map<string, DueHeap<A>>()

  const park = (item: A) => {
    const items = parked.get(item.accountKey) ?? makeDueHeap<A>()
    parked.set(item.accountKey, items)
    items.add(item, dueAt(item))
  }

  const takeParked = (accountKey: string, items: DueHeap<A>, limit: number): ReadonlyArray<A> => {
    const taken = items.takeDue(Number.POSITIVE_INFINITY, limit)
    if (items.size() === 0) parked.delete(accountKey)
    return taken
  }

  const unpark = () => {
    for (const [accountKey, items] of parked) {
      const room = left(accountKey)
      if (room > 0) for (const item of takeParked(accountKey, items, room)) heap.add(item, dueAt(item))
    }
  }

  const takeBelowShare = (now: number, limit: number): ReadonlyArray<A> => {
    const taken: Array<A> = []
    const counts = new Map<string, number>()
    while (taken.length < limit) {
      const [item] = heap.takeDue(now, 1)
      if (item === undefined) break
      const count = counts.get(item.accountKey) ?? 0
      if (count >= left(item.accountKey)) park(item)
      else {
        counts.set(item.accountKey, count + 1)
        taken.push(item)
      }
    }
    return taken
  }

  const takeBeyondShare = (limit: number): ReadonlyArray<A> => {
    const [oldest] = [...parked].toSorted(([, one], [, other]) => (one.nextAt() ?? 0) - (other.nextAt() ?? 0))
    return oldest === undefined ? [] : takeParked(...oldest, limit)
  }

  const sizeOfParked = () => [...parked.values()].reduce((sum, items) => sum + items.size(), 0)

  return {
    size: () => heap.size() + sizeOfParked(),
    add: (item) => heap.add(item, dueAt(item)),
    remove: (item) => {
      if (heap.remove(item)) return true
      const items = parked.get(item.accountKey)
      if (items?.remove(item) !== true) return false
      if (items.size() === 0) parked.delete(item.accountKey)
      return true
    },
    takeDue: (now, limit, spare) => {
      unpark()
      const taken = takeBelowShare(now, limit)
      return taken.length > 0 || spare <= 0 ? taken : takeBeyondShare(Math.min(limit, spare))
    },
    nextAt: heap.nextAt,
    due: heap.due,
    parked: () => [...parked.values()].flatMap((items) => items.due(Number.POSITIVE_INFINITY)),
    isUnparkable: () => [...parked.keys()].some((accountKey) => left(accountKey) > 0),
    clear: () => {
      const all = [...heap.clear(), ...[...parked.values()].flatMap((items) => items.clear())]
      parked.clear()
      return all
    }
  }
}
