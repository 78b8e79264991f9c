import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const program = fileURLToPath(new URL("endingProgram.ts", import.meta.url))

const start = (how: string, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [program, how], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env }
  })
  const printed = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (printed.out += chunk))
  child.stderr.on("data", (chunk) => (printed.err += chunk))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((done) =>
    child.once("close", (code) => done({ code, ...printed }))
  )
  return { child, ended }
}

it("sets the exit code of the process", async () => {
  expect(await start("find").ended).toEqual({ code: 1, out: "", err: "" })
  expect(await start("--version").ended).toEqual({ code: 0, out: "0.0.0\n", err: "" })
  expect((await start("--nope").ended).code).toBe(64)
})

it("ends with 130 after SIGINT and 143 after SIGTERM", async () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    const { child, ended } = start("wait")
    child.stdout.once("data", () => child.kill(signal))
    expect((await ended).code).toBe(code)
  }
})

it("ends with 2, not 1, after an error that nobody caught", async () => {
  const { code, err } = await start("throw").ended
  expect(code).toBe(2)
  expect(err).toMatch(/^Error: thrown later\n/u)
})

it("ends without a message when the reader of its output has gone", async () => {
  const { child, ended } = start("print")
  child.stdout.destroy()
  expect(await ended).toMatchObject({ code: 141, err: "" })
})

it("says which Node it needs if it fails on an older one, and otherwise works there", async () => {
  const env = { MANIFEST: "newerNode.json" }
  expect(await start("import", env).ended).toEqual({
    code: 2,
    out: "",
    err: `act needs Node 99.1.0 or later. This is Node ${process.versions.node}.\n`
  })
  expect((await start("import").ended).err).toContain("node:zlib/absent")
  expect(await start("find", env).ended).toEqual({ code: 1, out: "", err: "" })
})
