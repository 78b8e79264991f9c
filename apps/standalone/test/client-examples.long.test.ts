// Runs the programs of docs/clients.md, as printed there, against the real service.
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeFolder, removeFolder, start } from "./Program.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
/** Inside the repository, so that the programs can import its packages. */
const folder = join(root, "examples", "node_modules", ".cache", "clients")
const page = readFileSync(join(root, "docs", "clients.md"), "utf8")
const KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"

const blockOf = (language: string): string => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "mu").exec(page) ?? []
  if (code === undefined) throw new Error(`docs/clients.md has no program in ${language}.`)
  return code
}

const dataDir = makeFolder()
let url = ""
let service: ReturnType<typeof start>
beforeAll(async () => {
  service = start("main.ts", [], {
    MON_PORT: "0",
    MON_DATA_DIR: dataDir,
    MON_BOOTSTRAP_API_KEY: KEY,
    // No name server uses this port, so no check decides a state before the program prints it.
    MON_DNS_SERVERS: "127.0.0.1:1",
    NODE_ENV: "production"
  })
  url = await service.prints(/Mon is ready at (\S+)/u)
}, 120_000)
afterAll(async () => {
  process.kill(service.pid, "SIGTERM")
  await service.ended
  removeFolder(dataDir)
})

const run = (program: string, ...args: ReadonlyArray<string>): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", MON_URL: url, MON_API_KEY: KEY }
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    child.stderr.on("data", (chunk) => (output += String(chunk)))
    child.once("error", fail)
    child.once("close", () => done(output))
  })

const written = (name: string, code: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), code)
  return join(folder, name)
}

/** A release needs all these programs, so CI fails without them. A developer's machine may lack some. */
const isAbsent = (...programs: ReadonlyArray<string>): boolean => {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).error !== undefined)
  if (missing.length > 0) console.warn(`NOT TESTED: ${missing.join(", ")} is not installed.`)
  return missing.length > 0 && process.env["CI"] === undefined
}

describe("the program of docs/clients.md", () => {
  it("in TypeScript prints what the page says", async () => {
    // examples/test/readmes.long.test.ts checks the types of this program.
    const program = written("client.mjs", stripTypeScriptTypes(blockOf("ts")))
    expect(await run(process.execPath, "--conditions=@mon/source", "--no-warnings", program)).toBe(blockOf("text"))
  }, 60_000)

  it.skipIf(isAbsent("python3"))(
    "in Python prints what the page says",
    async () => {
      expect(await run("python3", written("client.py", blockOf("python")))).toBe(blockOf("text"))
    },
    60_000
  )

  it.skipIf(isAbsent("bash", "curl", "jq"))(
    "with curl prints what the page says",
    async () => {
      expect(await run("bash", written("client.sh", blockOf("bash")))).toBe(blockOf("text"))
    },
    60_000
  )
})
