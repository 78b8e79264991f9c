import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { hostileCases } from "../scripts/HostileCases.ts"

const script = fileURLToPath(new URL("../scripts/hostile.ts", import.meta.url))
const ROUNDS = 4

describe("hostile servers", () => {
  it("of every kind, many at once, give their outcome within the limit", async () => {
    const checks = ROUNDS * hostileCases().length
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--checks", String(checks)])
    expect(stdout).toContain(`${checks} checks of ${hostileCases().length} kinds of hostile servers`)
    expect(stdout).not.toContain("WRONG")
  }, 60_000)
})
