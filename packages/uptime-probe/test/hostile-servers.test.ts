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
    const looks = ROUNDS * hostileCases().length
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--looks", String(looks)])
    expect(stdout).toContain(`${looks} looks at ${hostileCases().length} kinds of hostile servers`)
    expect(stdout).not.toContain("WRONG")
  }, 60_000)
})
