import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { runProgram } from "../src/service/icmp/Pinger.ts"

const { signal } = new AbortController()

/** Uses up all file handles of the process, and then starts a program. */
const WITHOUT_HANDLES = `
import { closeSync, openSync } from "node:fs"
import { runProgram } from ${JSON.stringify(new URL("../src/service/icmp/Pinger.ts", import.meta.url).href)}
const handles = []
try {
  for (;;) handles.push(openSync("/dev/null"))
} catch {}
const running = runProgram("fping", [], new AbortController().signal)
for (const handle of handles) closeSync(handle)
running.then((run) => console.log(JSON.stringify(run)))
`

describe("a program that cannot be started", () => {
  it("for lack of file handles is an error, and does not end this process", async () => {
    const node = [process.execPath, "--conditions=@mon/source", "--input-type=module", "-e", WITHOUT_HANDLES]
    const { stdout } = await promisify(execFile)("sh", ["-c", 'ulimit -n 64; exec "$0" "$@"', ...node])
    expect(JSON.parse(stdout)).toEqual({ output: "", code: null, error: "EMFILE" })
  })

  it("because its arguments are too long is an error", async () => {
    expect(await runProgram("fping", ["x".repeat(1_000_000)], signal)).toMatchObject({ code: null, error: "E2BIG" })
  })
})

describe("a program that runs", () => {
  it("is interrupted at its time limit", async () => {
    expect(await runProgram("sleep", ["1000"], signal, 1)).toEqual({ output: "", code: null, error: null })
  })

  it("ends at once with its check", async () => {
    expect(await runProgram("sleep", ["1000"], AbortSignal.abort())).toMatchObject({ code: null, output: "" })
  })
})
