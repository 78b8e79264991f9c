import { describe, expect, it } from "vitest"
import { type Contender, interleave, orderOf } from "../src/harness/Rounds.ts"

const contenders = (journal: Array<string>): ReadonlyArray<Contender<number>> =>
  ["a", "b", "c"].map((name) => ({ name, run: async () => journal.push(name) }))

describe("rounds", () => {
  it("reverse the order every time", () => {
    expect(orderOf([1, 2, 3], 0)).toEqual([1, 2, 3])
    expect(orderOf([1, 2, 3], 1)).toEqual([3, 2, 1])
    expect(orderOf([1, 2, 3], 2)).toEqual([1, 2, 3])
  })

  it("run each contender once a round", async () => {
    const journal: Array<string> = []
    await interleave(contenders(journal), { rounds: 3, warmUp: 0 })
    expect(journal.join("")).toBe("abccbaabc")
  })

  it("do not count the warm-up", async () => {
    const journal: Array<string> = []
    const reported: Array<string> = []
    const samples = await interleave(contenders(journal), {
      rounds: 2,
      warmUp: 1,
      onSample: (name, round) => reported.push(`${name}${round}`)
    })
    expect(journal.join("")).toBe("cbaabccba")
    expect(samples).toEqual(
      new Map([
        ["a", [4, 9]],
        ["b", [5, 8]],
        ["c", [6, 7]]
      ])
    )
    expect(reported).toEqual(["a0", "b0", "c0", "c1", "b1", "a1"])
  })

  it("end with the first failure", async () => {
    const broken = { name: "broken", run: () => Promise.reject(new Error("no page")) }
    await expect(interleave([broken], { rounds: 2, warmUp: 0 })).rejects.toThrow("no page")
  })
})
