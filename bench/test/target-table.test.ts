import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import type { Target } from "../src/harness/Report.ts"
import { type MeasuredTargets, withTargets } from "../src/harness/TargetTable.ts"

const target: Target = { name: "CPU of a check,", sense: "at most", limit: 1.25, unit: "x", value: 1.1 }

const run = (benchmark: string, ...targets: ReadonlyArray<Target>): MeasuredTargets => ({
  benchmark,
  startedAt: "2026-11-30T11:57:59.726Z",
  machine: { commit: "856c03b9f", load: 0.24 },
  targets
})

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8")
const rowsOf = (text: string, benchmark: string) =>
  text.split("\n").filter((line) => line.startsWith(`| \`${benchmark}\` |`) && line.includes("856c03b9f"))

describe("the table of targets in the README", () => {
  it("has a row for each target, with its run", () => {
    const missed = [
      { ...target, value: 1.3 },
      { ...target, value: 1.3, stretch: true },
      { ...target, value: null }
    ]
    expect(rowsOf(withTargets(readme, run("aaa", target, ...missed)), "aaa")).toEqual([
      "| `aaa` | CPU of a check | at most 1.25x | 1.1x | yes | `856c03b9f` | 2026-11-30 | 0.24 |",
      "| `aaa` | CPU of a check | at most 1.25x | 1.3x | **no** | `856c03b9f` | 2026-11-30 | 0.24 |",
      "| `aaa` | CPU of a check | at most 1.25x | 1.3x | no (stretch target) | `856c03b9f` | 2026-11-30 | 0.24 |",
      "| `aaa` | CPU of a check | at most 1.25x | - | not measured | `856c03b9f` | 2026-11-30 | 0.24 |"
    ])
  })

  it("keeps the rows of other benchmarks, and all other text", () => {
    const both = withTargets(withTargets(readme, run("bbb", target)), run("aaa", target, target))
    expect(withTargets(both, run("aaa", target, target))).toBe(both)
    expect([rowsOf(both, "aaa").length, rowsOf(both, "bbb").length]).toEqual([2, 1])
    expect(both.indexOf("| `aaa`")).toBeLessThan(both.indexOf("| `bbb`"))
    expect(withTargets(withTargets(both, run("aaa")), run("bbb"))).toBe(readme)
  })

  it("is not invented in a text that has none", () => {
    expect(() => withTargets("# Benchmarks\n", run("aaa", target))).toThrow("no table")
  })
})
