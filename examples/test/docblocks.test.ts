import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const run = spawnSync(process.execPath, ["scripts/write-reference.mjs", "--check"], { cwd: root, encoding: "utf8" })
if (run.status !== 0 && run.status !== 1) throw new Error(run.stderr)
const { count, stale, undocumented } = JSON.parse(run.stdout)

describe("what the published packages give away", () => {
  it("has a docblock on every function, class, value and type", () => {
    expect(count).toBeGreaterThan(500)
    expect(undocumented).toEqual([])
  })

  it("is in docs/api as `npm run reference` writes it", () => {
    expect(stale).toEqual([])
  })
})
