import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const run = spawnSync(process.execPath, ["tooling/reference/main.mjs", "--check"], { cwd: root, encoding: "utf8" })
if (run.status !== 0 && run.status !== 1) throw new Error(run.stderr)
const { count, undocumented } = JSON.parse(run.stdout)

describe("the exports of the published packages", () => {
  it("have a docblock on every function, class, value and type", () => {
    expect(count).toBeGreaterThan(500)
    expect(undocumented).toEqual([])
  })
})
