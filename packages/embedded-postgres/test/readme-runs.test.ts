import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, test, vi } from "vitest"
import { scratch } from "./scratch.ts"

vi.setConfig({ testTimeout: 30_000 })

const { folder } = scratch("readme")

const root = fileURLToPath(new URL("..", import.meta.url))
const blocks = [
  ...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)
].map(([, code = ""]) => code)

/** Runs a program as a reader would. Returns its exit status and its output. */
const run = (code: string, dataDir: string): Promise<{ readonly status: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const program = spawn(
      process.execPath,
      ["--conditions=@mon/source", "--input-type=module-typescript", "--eval", code],
      {
        cwd: root,
        env: { ...process.env, MON_DATA_DIR: dataDir },
        stdio: ["ignore", "pipe", "pipe"]
      }
    )
    let output = ""
    program.stdout.on("data", (chunk) => (output += String(chunk)))
    program.stderr.on("data", (chunk) => (output += String(chunk)))
    program.once("close", (status) => resolve({ status, output: output.trim() }))
  })

describe("the README", () => {
  test("has programs", () => {
    assert.strictEqual(blocks.length, 2)
  })
  test.each(blocks.map((code, index) => [index + 1, code] as const))(
    "program %i prints what it says",
    async (_, code) => {
      const [, printed = "nothing"] = /^console\.log\(.*\) \/\/ (.*)$/m.exec(code) ?? []
      assert.deepStrictEqual(await run(code, await folder()), { status: 0, output: printed })
    }
  )
})
