import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/check-tests.mjs", import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-tests-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (text: string) => {
  const file = join(folder, "sample.test.ts")
  writeFileSync(file, text)
  const { status, stderr } = spawnSync(process.execPath, [script, file], { encoding: "utf8" })
  return { status, stderr }
}

// The test composes these words, so that the check does not find them in this file.
const now = "performance.now()"

describe("the check of tests", () => {
  it.each([
    ["a sleep", `await new Promise((done) => ${"setTimeout"}(done, 50))`],
    ["a sleep", `import { setTimeout } from ${'"node:'}timers/promises"`],
    ["a limit of real time", `expect(${now} - began).toBeLessThan(500)`],
    ["a limit of real time", `assert.isBelow(${now} - began, 500)`],
    ["a repeated test", `it("works", { ${"retry"}: 2 }, () => {})`],
    ["random inputs without a seed", `fc.assert(property, { ${"seed"}: Date.now() })`],
    ["random inputs without a seed", `{ ${"arbitrary"}: { runs: 8 } }`]
  ])("refuses %s: %s", (name, line) => {
    const { status, stderr } = check(`const before = 1\n${line}\n`)
    expect(status).toBe(1)
    expect(stderr).toContain(`sample.test.ts:2: ${name}; `)
  })

  it.each([
    `expect(${now} - began).toBeGreaterThan(45)`,
    `vi.setSystemTime(Date.now() + 60_000)`,
    `fc.assert(property, { numRuns: 5_000 })`,
    `{ arbitrary: { runs: 8, seed: SEED } }`
  ])("accepts %s", (line) => {
    expect(check(`${line}\n`)).toEqual({ status: 0, stderr: "" })
  })
})
