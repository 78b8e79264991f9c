import { describe, expect, it } from "vitest"
import { FairQueue } from "../../src/worker-pool/FairQueue.ts"

const queueOf = (limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
  new FairQueue<string>({ waiting: 100, waitingPerOwner: 100, runningPerOwner: 100, ...limits })

const drain = (queue: FairQueue<string>): ReadonlyArray<string> => {
  const items: Array<string> = []
  for (let item = queue.begin(); item !== null; item = queue.begin()) items.push(item)
  return items
}

describe("the queue of jobs", () => {
  it("gives owners turns, whatever the number of their items", () => {
    const queue = queueOf()
    for (const item of ["a1", "a2", "a3", "a4", "b1", "c1", "c2"]) queue.add(item.charAt(0), item)
    expect(drain(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"])
    expect(queue.size).toBe(0)
  })

  it("does not run more items of an owner than allowed until one ends", () => {
    const queue = queueOf({ runningPerOwner: 1 })
    for (const item of ["a1", "a2", "b1"]) queue.add(item.charAt(0), item)
    expect(drain(queue)).toEqual(["a1", "b1"])
    queue.end("a")
    expect(drain(queue)).toEqual(["a2"])
  })

  it("refuses items beyond its limits, in all and of one owner", () => {
    const queue = queueOf({ waiting: 3, waitingPerOwner: 2 })
    expect(["a1", "a2", "a3", "b1", "c1"].map((item) => queue.add(item.charAt(0), item))).toEqual([
      true,
      true,
      false,
      true,
      false
    ])
  })

  it("removes an item that waits, but not one that runs", () => {
    const queue = queueOf()
    queue.add("a", "a1")
    queue.add("a", "a2")
    expect(queue.begin()).toBe("a1")
    expect(queue.remove("a", "a1")).toBe(false)
    expect(queue.remove("a", "a2")).toBe(true)
    expect(queue.begin()).toBeNull()
  })

  it.each([
    [10, "aaaabbc", ["a0", "b4", "c6", "a1", "b5", "a2", "a3"]],
    [4, "aaaab", ["a0", "b4", "a1", "a2"]],
    [4, "aabba", ["a0", "b2", "a1", "b3"]],
    [1, "ab", ["b1"]]
  ])(
    "of %d items that is offered those of %s drops the newest of the owner with the most",
    (waiting, owners, order) => {
      const queue = queueOf({ waiting })
      for (const [n, owner] of [...owners].entries()) queue.offer(owner, `${owner}${n}`)
      expect(queue.size).toBe(order.length)
      expect(drain(queue)).toEqual(order)
    }
  )
})
