import { describe, expect, it } from "vitest"
import { makeProgressPrinter } from "../src/commands/backupProgress.ts"

describe("the progress of a backup", () => {
  it("is a line for each finished table that is not empty, and one every 5 s of a large one", () => {
    const lines: Array<string> = []
    let now = 0
    const print = makeProgressPrinter(
      (line) => lines.push(line),
      () => now
    )
    const at = (seconds: number, subject: string, count: number, done: boolean) => {
      now = seconds * 1000
      print({ subject, count, done, bytes: count * 250 })
    }
    at(0, "account", 3, true)
    at(0, "tag", 0, true)
    at(1, "check_history", 100_000, false)
    at(6, "check_history", 600_000, false)
    at(7, "check_history", 700_000, false)
    at(12, "check_history", 1_250_000, true)
    expect(lines).toEqual([
      "account: 3\n",
      "check_history: 600,000 so far, 150 MB in 6 s\n",
      "check_history: 1,250,000\n"
    ])
  })
})
