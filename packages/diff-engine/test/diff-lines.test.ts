import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { diffLines, diffText, type Edit } from "../src/index.ts"

const apply = (edits: ReadonlyArray<Edit>, a: ReadonlyArray<string>, b: ReadonlyArray<string>): Array<string> => {
  const out: Array<string> = []
  let at = 0
  for (const { newEnd, newStart, oldEnd, oldStart } of edits) {
    out.push(...a.slice(at, oldStart), ...b.slice(newStart, newEnd))
    at = oldEnd
  }
  return [...out, ...a.slice(at)]
}

const costOf = (edits: ReadonlyArray<Edit>): number =>
  edits.reduce((sum, { newEnd, newStart, oldEnd, oldStart }) => sum + oldEnd - oldStart + newEnd - newStart, 0)

const shortest = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = a[i - 1] === b[j - 1] ? (row[j - 1] ?? 0) : 1 + Math.min(row[j] ?? 0, next[j - 1] ?? 0)
    }
    row = next
  }
  return row[b.length] ?? 0
}

const few = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 60 })
const many = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", ""), { minLength: 80, maxLength: 260 })

describe("the edit script between two lists of lines", () => {
  it.each([
    ["short", few],
    ["long", many]
  ] as const)("makes the new list of the old one: %s lists", (_name, lines) => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        expect(apply(diffLines(a, b).edits, a, b)).toEqual(b)
      }),
      { numRuns: 400 }
    )
  })

  it("takes an undefined option for an absent one", () => {
    const [before, after] = ["a\nb\nc\n", "a\nb\nd\n"]
    expect(diffText(before, after, { context: undefined, hunkLines: undefined } as object)).toEqual(
      diffText(before, after)
    )
  })

  it("is the shortest one", () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(costOf(diffLines(a, b).edits)).toBe(shortest(a, b))
      }),
      { numRuns: 400 }
    )
  })

  it("is the shortest one for many edits, when the search is not cut short", () => {
    fc.assert(
      fc.property(many, many, (a, b) => {
        const { approximate, edits } = diffLines(a, b)
        expect(approximate).toBe(false)
        expect(costOf(edits)).toBe(shortest(a, b))
      }),
      { numRuns: 60 }
    )
  })

  it("is correct and marked as approximate when the search is cut short", () => {
    const kinds = ["a", "b", "c", "d", "e", "f", "g", "h"]
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000
    const list = () => Array.from({ length: 4_000 }, () => kinds[Math.floor(random() * kinds.length)] ?? "a")
    const a = list()
    const b = list()
    const { approximate, edits } = diffLines(a, b, 50_000)
    expect(approximate).toBe(true)
    expect(apply(edits, a, b)).toEqual(b)
  })

  it("keeps an equal line between two edits", () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        const { edits } = diffLines(a, b)
        for (const [index, edit] of edits.entries()) {
          const next = edits[index + 1]
          if (next !== undefined) expect(next.oldStart - edit.oldEnd).toBe(next.newStart - edit.newEnd)
          if (next !== undefined) expect(next.oldStart).toBeGreaterThan(edit.oldEnd)
        }
      }),
      { numRuns: 300 }
    )
  })
})

describe("the diff of two texts", () => {
  it("names the price that changed", () => {
    const diff = diffText("Plans\nStarter 39 EUR\nFree trial\n", "Plans\nStarter 49 EUR\nFree trial\n")
    expect(diff).toMatchObject({
      changed: true,
      changeCount: 1,
      addedLines: 1,
      removedLines: 1,
      addedWords: 1,
      removedWords: 1,
      approximate: false
    })
    expect(diff.headline).toBe("1 change: +1 / -1 line")
    expect(diff.hunks[0]?.lines.find((line) => line.op === "insert")?.spans).toEqual([
      { op: "equal", text: "Starter " },
      { op: "insert", text: "49" },
      { op: "equal", text: " EUR" }
    ])
    expect(diff.unified).toBe("@@ -1,3 +1,3 @@\n Plans\n-Starter 39 EUR\n+Starter 49 EUR\n Free trial\n")
  })

  it.each([
    ["one word of a short line", "Price 89 EUR", "Price 99 EUR", 20 / 26],
    ["nothing in common", "89", "99", 0],
    ["one word of one of two lines", "Plans\nPrice 89 EUR\n", "Plans\nPrice 99 EUR\n", 32 / 38],
    ["a new line", "Plans\n", "Plans\nPrice\n", 12 / 18]
  ])("counts equal lines and equal words of changed lines as similar: %s", (_, before, after, similarity) => {
    expect(diffText(before, after).similarity).toBe(similarity)
  })

  it("treats a decimal number as one word", () => {
    const spans = diffText("Total 1,299.00 EUR", "Total 1,399.00 EUR").hunks[0]?.lines.find(
      (line) => line.op === "delete"
    )?.spans
    expect(spans).toContainEqual({ op: "delete", text: "1,299.00" })
  })

  it("is empty for equal texts", () => {
    expect(diffText("a\nb", "a\nb")).toMatchObject({
      changed: false,
      similarity: 1,
      hunks: [],
      unified: "",
      headline: "No changes"
    })
  })

  it("handles an empty text on either side", () => {
    expect(diffText("", "a\nb\n").unified).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n")
    expect(diffText("a\nb\n", "").unified).toBe("@@ -1,2 +0,0 @@\n-a\n-b\n")
    expect(diffText("a\nb", "").similarity).toBe(0)
  })

  it("places an inserted paragraph after the blank line before it", () => {
    const before = "One\n\nTwo\n\nThree\n"
    const after = "One\n\nNew\n\nTwo\n\nThree\n"
    expect(diffText(before, after).unified).toContain("+New\n+\n Two")
  })

  it("detects a block that moved", () => {
    const block = "alpha line\nbeta line\ngamma line\n"
    const rest = Array.from({ length: 12 }, (_, n) => `rest ${n}\n`).join("")
    expect(diffText(block + rest, rest + block).moves).toEqual([{ oldStart: 1, newStart: 13, lines: 3 }])
  })

  it("limits the hunks but counts all lines", () => {
    const before = Array.from({ length: 3_000 }, (_, n) => `old ${n}`).join("\n")
    const after = Array.from({ length: 3_000 }, (_, n) => `new text ${n * 7}`).join("\n")
    const diff = diffText(before, after, { unifiedLength: 1_000, hunkLines: 50 })
    expect(diff.unified.length).toBeLessThanOrEqual(1_000)
    expect(diff.unified.endsWith("… cut\n")).toBe(true)
    expect(diff.addedLines).toBe(3_000)
    expect(diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)).toBeLessThanOrEqual(50)
  })

  it("contains the lines of both texts in its hunks for any input", () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        const diff = diffText(a.join("\n"), b.join("\n"))
        for (const hunk of diff.hunks) {
          expect(hunk.lines.filter(({ op }) => op !== "insert")).toHaveLength(hunk.oldLines)
          expect(hunk.lines.filter(({ op }) => op !== "delete")).toHaveLength(hunk.newLines)
          for (const line of hunk.lines) {
            if (line.spans !== null) expect(line.spans.map(({ text }) => text).join("")).toBe(line.text)
          }
        }
      }),
      { numRuns: 300 }
    )
  })
})
