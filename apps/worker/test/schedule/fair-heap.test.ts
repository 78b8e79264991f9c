import { describe, expect, it } from "vitest"
import { makeFairHeap } from "../../src/schedule/FairHeap.ts"

interface Item {
  readonly accountKey: string
  readonly at: number
}

const items = (accountKey: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index): Item => ({ accountKey, at: from + index }))

/**
 * Makes a heap over accounts. Each account may occupy `share` slots. Also returns functions that take due items and end
 * them.
 */
const heapOf = (share: number, all: ReadonlyArray<Item>) => {
  const taken: Array<Item> = []
  const left = (accountKey: string) => share - taken.filter((item) => item.accountKey === accountKey).length
  const heap = makeFairHeap<Item>(({ at }) => at, left)
  for (const item of all) heap.add(item)
  const take = (limit: number, spare: number) => {
    const found = heap.takeDue(1_000, limit, spare)
    taken.push(...found)
    return found.map(({ accountKey }) => accountKey)
  }
  const end = (accountKey: string) => {
    taken.splice(
      taken.findIndex((item) => item.accountKey === accountKey),
      1
    )
  }
  return { end, heap, take, taken }
}

describe("due items", () => {
  it("are taken in the order of their due times while their accounts are below their share", () => {
    const { take } = heapOf(10, [...items("one", 2), ...items("two", 2)])
    expect(take(10, 0)).toEqual(["one", "two", "one", "two"])
  })

  it("of an account with its share are passed over, and follow when one of its own ends", () => {
    const { end, heap, take } = heapOf(2, [...items("large", 5), ...items("small", 1, 100)])
    expect(take(10, 0)).toEqual(["large", "large", "small"])
    expect(heap.parked()).toHaveLength(3)
    expect(take(10, 0)).toEqual([])
    expect(heap.isUnparkable()).toBe(false)
    end("large")
    expect(heap.isUnparkable()).toBe(true)
    expect(take(10, 0)).toEqual(["large"])
    expect(heap.size()).toBe(2)
  })

  it("of an account with its share get spare slots only if nobody else has a due item", () => {
    const { heap, take } = heapOf(1, [...items("large", 5), ...items("small", 1, 100)])
    expect(take(10, 10)).toEqual(["large", "small"])
    expect(take(10, 3)).toEqual(["large", "large", "large"])
    expect(heap.parked().map(({ at }) => at)).toEqual([4])
  })

  it("can be removed and cleared wherever they are", () => {
    const all = items("large", 4)
    const { heap, take } = heapOf(1, all)
    take(10, 0)
    expect([heap.remove(all[1]!), heap.remove(all[1]!), heap.size()]).toEqual([true, false, 2])
    expect(heap.clear()).toEqual([all[2], all[3]])
    expect([heap.size(), heap.parked(), heap.nextAt()]).toEqual([0, [], null])
  })
})
