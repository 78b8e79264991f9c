import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/check-words.mjs", import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-words-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (text: string) => {
  const file = join(folder, "sample.ts")
  writeFileSync(file, text)
  const { status, stderr } = spawnSync(process.execPath, [script, file], { encoding: "utf8" })
  return { status, stderr }
}

describe("the word check", () => {
  it.each([
    ["a name in camel case", "const tellByMail = 1", "tell"],
    ["a name in snake case", "select hour_looks from monitor_schedule", "looks"],
    ["a constant", "const FIRST_LOOK = 1", "look"],
    ["a comment", "// Seconds, 30 unless told.", "told"],
    ["a text for people", '"The worker looks"', "looks"],
    ["a name that begins with the word", "interface WorkerPace {}", "pace"],
    ["a compound with a hyphen", "a throw-away address", "throw-away"],
    ["a document that readers do not have", "// The limit (decisions section 3).", "decisions section 3"],
    ["each form of a word", "It mended the door.", "mended"]
  ])("refuses %s", (_, text, word) => {
    const { status, stderr } = check(text)
    expect(status).toBe(1)
    expect(stderr).toContain(`"${word}"`)
  })

  it.each([
    ["looking up a name", "const lookUpAddresses = (name) => resolver.lookup(name) // looks it up"],
    ["resemblance", "It looks like a login page: looksLikeLogin, a look-alike domain."],
    ["words that contain a refused one", "interface Surface { space: number; amended: boolean; outdoor: string }"]
  ])("accepts %s", (_, text) => {
    expect(check(text)).toEqual({ status: 0, stderr: "" })
  })

  it("names the line and what to write instead", () => {
    expect(check("first\nconst bell = 1\n").stderr).toMatch(/sample\.ts:2: "bell": write signal/u)
  })
})
