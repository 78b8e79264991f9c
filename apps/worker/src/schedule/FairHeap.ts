import { makeDueHeap, type DueHeap } from "./DueHeap.ts"

interface OfAccount {
  readonly accountKey: string
}

/** Items ordered by due time. An account gets no more than its share of the slots while others have due items. */
export interface FairHeap<A> {
  readonly size: () => number
  /** Adds an item that is not in the heap yet. */
  readonly add: (item: A) => void
  /** Removes an item. Returns whether it was in the heap. */
  readonly remove: (item: A) => boolean
  /**
   * Removes and returns up to `limit` items that are due at a time and whose accounts are below their share. The most
   * overdue items come first. If there are none, returns up to `spare` due items of other accounts.
   */
  readonly takeDue: (now: number, limit: number, spare: number) => ReadonlyArray<A>
  /** Returns the earliest due time of an item that is not parked, or null if there is none. */
  readonly nextAt: () => number | null
  /** Returns the items that are due at or before a time and not parked, in no particular order. */
  readonly due: (now: number) => ReadonlyArray<A>
  /** Returns the due items that were passed over because their accounts have used their share. */
  readonly parked: () => ReadonlyArray<A>
  /** Returns whether an account with parked items is below its share again. */
  readonly isUnparkable: () => boolean
  /** Removes and returns all items. */
  readonly clear: () => ReadonlyArray<A>
}

/**
 * Makes an empty heap.
 *
 * @param dueAt the due time of an item, which never changes
 * @param left the number of slots that an account may still use. 0 or less: it has used its share
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
