import { describe, expect, it } from "vitest"
import { diffText, type TextDiff } from "../src/index.ts"

const linesOf = ({ hunks }: TextDiff) => hunks.flatMap(({ lines }) => lines)

const charactersOf = (diff: TextDiff) => linesOf(diff).reduce((sum, { text }) => sum + text.length, 0)

const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `line ${n} is ${n % 2 === 0 ? word : "the same"} today`).join("\n")

describe("the hunks of a diff", () => {
  it("have no more lines than wanted, and the counts cover all lines", () => {
    const diff = diffText(numbered(1_000, "old"), numbered(1_000, "new"), { hunkLines: 50 })
    expect(linesOf(diff)).toHaveLength(50)
    expect(diff).toMatchObject({ addedLines: 500, removedLines: 500, addedWords: 500, removedWords: 500 })
    expect(diff.unified.endsWith("… cut\n")).toBe(true)
  })

  it("have no more characters than wanted", () => {
    const diff = diffText(numbered(1_000, "old"), numbered(1_000, "new"), { hunkCharacters: 2_000 })
    expect(charactersOf(diff)).toBeLessThanOrEqual(2_000)
    expect(charactersOf(diff)).toBeGreaterThan(1_900)
    expect(diff.addedLines).toBe(500)
  })

  it("show the start of a line that is too long, and what replaced it", () => {
    const diff = diffText("a".repeat(10_000), "b".repeat(10_000), { hunkCharacters: 400 })
    expect(linesOf(diff)).toEqual([
      { op: "delete", text: "a".repeat(100), spans: null },
      { op: "insert", text: "b".repeat(100), spans: null }
    ])
    expect(diff.unified.endsWith("… cut\n")).toBe(true)
  })

  it("have no more spans than wanted", () => {
    const diff = diffText(numbered(100, "old"), numbered(100, "new"), { hunkSpans: 30 })
    const spans = linesOf(diff).flatMap((line) => line.spans ?? [])
    expect(spans.length).toBeLessThanOrEqual(30)
    expect(spans.length).toBeGreaterThan(20)
  })

  it("are whole for an ordinary diff", () => {
    const diff = diffText("a\nb\nc\n", "a\nx\nc\n")
    expect(linesOf(diff).map(({ op, text }) => `${op} ${text}`)).toEqual(["equal a", "delete b", "insert x", "equal c"])
    expect(diff.unified).not.toContain("cut")
  })
})
