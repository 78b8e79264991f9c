import { describe, expect, it } from "vitest"
import { makeFairQueue } from "../src/FairQueue.ts"

interface Shot {
  readonly accountKey: string
  readonly n: number
}

const queueOf = (capacity: number, accounts: string) => {
  const queue = makeFairQueue<Shot>(capacity)
  for (const [n, accountKey] of [...accounts].entries()) queue.offer({ accountKey, n })
  const order: Array<string> = []
  for (let shot = queue.take(); shot !== undefined; shot = queue.take()) order.push(`${shot.accountKey}${shot.n}`)
  return order
}

describe("a fair queue", () => {
  it("lets accounts take turns, each in its own order", () => {
    expect(queueOf(10, "aaaabbc")).toEqual(["a0", "b4", "c6", "a1", "b5", "a2", "a3"])
  })

  it("drops the newest item of the account with the most when it is full", () => {
    expect(queueOf(4, "aaaab")).toEqual(["a0", "b4", "a1", "a2"])
    expect(queueOf(4, "aabba")).toEqual(["a0", "b2", "a1", "b3"])
  })
})
