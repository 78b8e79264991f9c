import { describe, expect, it } from "vitest"
import { diffLines, diffText } from "../src/index.ts"
import { type SearchLimits, markManyEdits } from "../src/text/linearSpace.ts"
import { refineWords, wordBudget } from "../src/text/words.ts"

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000

const kinds = (count: number, seed: number, of: number): Int32Array => {
  const next = random(seed)
  return Int32Array.from({ length: count }, () => Math.floor(next() * of))
}

const shapes: Readonly<Record<string, (count: number) => readonly [Int32Array, Int32Array]>> = {
  "lines of two kinds": (count) => [kinds(count, 1, 2), kinds(count, 2, 2)],
  "lines of eight kinds": (count) => [kinds(count, 3, 8), kinds(count, 4, 8)],
  "lines of many kinds": (count) => [kinds(count, 5, 5_000), kinds(count, 6, 5_000)],
  "reversed lines": (count) => [
    Int32Array.from({ length: count }, (_, i) => i),
    Int32Array.from({ length: count }, (_, i) => count - i)
  ],
  "rotated lines": (count) => [
    Int32Array.from({ length: count }, (_, i) => i),
    Int32Array.from({ length: count }, (_, i) => (i + count / 2) % count)
  ],
  "lines in pairs": (count) => [
    Int32Array.from({ length: count }, (_, i) => i >> 1),
    Int32Array.from({ length: count }, (_, i) => i % 2)
  ],
  "one line again and again": (count) => [
    new Int32Array(count),
    new Int32Array(count).fill(0, 0, count / 2).fill(1, count / 2)
  ]
}

const stepsOf = ([a, b]: readonly [Int32Array, Int32Array], steps: number): number => {
  const limits: SearchLimits = { steps }
  markManyEdits(a, b, new Uint8Array(a.length), new Uint8Array(b.length), limits)
  return steps - limits.steps
}

describe("the steps of a search", () => {
  it.each(Object.entries(shapes))("are limited for %s", (_name, shape) => {
    const pair = shape(20_000)
    const steps = 2_000_000
    // The search of a box that has begun continues to the limit of that box. The remaining boxes are split with a few
    // steps for each line.
    expect(stepsOf(pair, steps)).toBeLessThan(steps + 300_000 + 100 * (pair[0].length + pair[1].length))
  })

  it.each(Object.entries(shapes))("do not grow quadratically for %s", (_name, shape) => {
    const few = stepsOf(shape(8_000), 100_000)
    const many = stepsOf(shape(32_000), 100_000)
    expect(many).toBeLessThan(Math.max(100_000, few) * 6)
  })
})

describe("a text of twenty thousand lines of eight kinds", () => {
  const text = (seed: number) => [...kinds(20_000, seed, 8)].map((kind) => `kind ${kind}`).join("\n")

  it("has a correct script that is marked as approximate", () => {
    const a = text(1).split("\n")
    const b = text(2).split("\n")
    const { approximate, edits } = diffLines(a, b)
    const out: Array<string> = []
    let at = 0
    for (const { newEnd, newStart, oldEnd, oldStart } of edits) {
      out.push(...a.slice(at, oldStart), ...b.slice(newStart, newEnd))
      at = oldEnd
    }
    expect([...out, ...a.slice(at)]).toEqual(b)
    expect(approximate).toBe(true)
  })
})

describe("the words of replaced lines", () => {
  it("are compared until the budget of the diff is used up", () => {
    const budget = wordBudget()
    const next = random(9)
    const block = () =>
      Array.from({ length: 20 }, () => Array.from({ length: 24 }, () => "abcdefgh"[Math.floor(next() * 8)]).join(" "))
    let refined = 0
    for (let n = 0; n < 2_000; n++) if (refineWords(block(), block(), budget).removed.length > 0) refined++
    expect(budget.left).toBe(0)
    expect(refined).toBeGreaterThan(5)
    expect(refined).toBeLessThan(2_000)
  })

  it("cost something for each block, however short it is", () => {
    const budget = wordBudget()
    for (let n = 0; n < 100_000; n++) refineWords(["a"], ["b"], budget)
    expect(refineWords(["one two three"], ["one two four"], budget).removed).toEqual([])
  })

  it("are single characters in scripts without spaces", () => {
    const diff = diffText("価格は三十九ユーロです", "価格は四十九ユーロです")
    expect(diff).toMatchObject({ addedWords: 1, removedWords: 1 })
    expect(diff.hunks[0]?.lines[0]?.spans).toEqual([
      { op: "equal", text: "価格は" },
      { op: "delete", text: "三" },
      { op: "equal", text: "十九ユーロです" }
    ])
  })

  it("do not split characters beyond the basic plane", () => {
    const diff = diffText("so good 😀 today", "so good 😁 today")
    expect(diff.hunks[0]?.lines[1]?.spans).toContainEqual({ op: "insert", text: "😁" })
  })
})
