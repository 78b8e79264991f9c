import { describe, expect, it } from "vitest"
import { FairQueue } from "../src/FairQueue.ts"

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
})
