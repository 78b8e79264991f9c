import * as fc from "fast-check"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

const removedLines = (edits: ReadonlyArray<Edit>): number =>
  edits.reduce((sum, { oldEnd, oldStart }) => sum + oldEnd - oldStart, 0)

/** Returns lines as in a file of declarations. In each group of five lines, three occur many times in the text. */
const declarations = (count: number): Array<string> =>
  Array.from({ length: count }, (_, n) => {
    const group = Math.floor(n / 5)
    const [open, close, blank] = [`interface Part${group} {`, "}", ""]
    return [open, `  readonly value${group}: string`, "  readonly length: number", close, blank][n % 5] ?? ""
  })

const moved = (lines: ReadonlyArray<string>, from: number, count: number, to: number): Array<string> => {
  const rest = lines.toSpliced(from, count)
  return rest.toSpliced(to, 0, ...lines.slice(from, from + count))
}

const longestRising = (values: ReadonlyArray<number>): number => {
  const lengths: Array<number> = []
  for (const [index, value] of values.entries()) {
    let best = 1
    for (let i = 0; i < index; i++) if ((values[i] ?? 0) < value) best = Math.max(best, (lengths[i] ?? 0) + 1)
    lengths.push(best)
  }
  return Math.max(0, ...lengths)
}

const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { encoding: "utf8" })
const hasGit = git("--version").status === 0

describe("a large block that moved", () => {
  it.each([
    [3_000, 10_000, 20_000],
    [3_000, 30_000, 5_000],
    [1_000, 5, 36_000],
    [300, 20_000, 10_000]
  ])("of %i lines is removed and added once, and is one move", (count, from, to) => {
    const before = declarations(40_000)
    const diff = diffText(before.join("\n"), moved(before, from, count, to).join("\n"))
    expect([diff.removedLines, diff.addedLines, diff.changeCount]).toEqual([count, count, 2])
    expect(diff.moves).toHaveLength(1)
    expect(diff.moves[0]?.lines).toBeGreaterThan(count - 5)
  })

  it.runIf(hasGit)("is removed and added as by git diff --patience", () => {
    const before = declarations(40_000)
    const after = moved(before, 10_000, 3_000, 20_000)
    const folder = mkdtempSync(join(tmpdir(), "mon-moved-"))
    const [old, next] = [join(folder, "old"), join(folder, "next")]
    writeFileSync(old, before.join("\n"))
    writeFileSync(next, after.join("\n"))
    const { stdout } = git("diff", "--no-index", "--patience", "--numstat", old, next)
    rmSync(folder, { recursive: true })
    const diff = diffText(before.join("\n"), after.join("\n"))
    expect(stdout.split("\t").slice(0, 2).map(Number)).toEqual([diff.addedLines, diff.removedLines])
  })

  it("does not hide the edits around it", () => {
    const before = declarations(20_000)
    const after = moved(before, 2_000, 2_000, 12_000)
    for (let n = 0; n < after.length; n += 1_001) after[n] = `edit ${n}`
    const { edits } = diffLines(before, after)
    expect(apply(edits, before, after)).toEqual(after)
    expect(removedLines(edits)).toBeLessThanOrEqual(2_000 + 20)
  })

  it("costs at most its lines, wherever blocks move in a text with repeated lines", () => {
    const block = fc.tuple(fc.nat(5_000), fc.integer({ min: 300, max: 900 }), fc.nat(5_000))
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        const before = declarations(6_000)
        let after = before
        for (const [from, count, to] of blocks) after = moved(after, from, count, to)
        const { edits } = diffLines(before, after)
        expect(apply(edits, before, after)).toEqual(after)
        expect(removedLines(edits)).toBeLessThanOrEqual(blocks.reduce((sum, [, count]) => sum + count, 0) * 1.02)
      }),
      { numRuns: 40 }
    )
  })

  it("has the shortest script if no line is repeated, however long the search would be", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100_000), { minLength: 600, maxLength: 1_200 }), (values) => {
        const before = values.toSorted((a, b) => a - b).map(String)
        const { edits } = diffLines(before, values.map(String))
        expect(before.length - removedLines(edits)).toBe(longestRising(values))
      }),
      { numRuns: 20 }
    )
  })
})

const kinds = (seed: number) => Array.from({ length: 3_000 }, (_, n) => `kind ${(n * seed) % 7}`)

describe("a single line that moved", () => {
  it("does not align everything else if all other lines are repeated", () => {
    const before = ["once", ...kinds(3)]
    const after = [...kinds(5), "once"]
    const { edits } = diffLines(before, after)
    expect(apply(edits, before, after)).toEqual(after)
    expect(removedLines(edits)).toBeLessThan(2_400)
  })
})
