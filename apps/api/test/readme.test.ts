import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type World } from "./World.ts"

/** Returns the code blocks of a language in the contract's README. */
const blocks = async (language: string): Promise<ReadonlyArray<string>> => {
  const text = await readFile(new URL("README.md", import.meta.resolve("@mon/api-contract/package.json")), "utf8")
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)].flatMap(([, found, block = ""]) =>
    found === language ? [block] : []
  )
}

/** Runs a program as if it were a file in this folder, and returns its output. */
const run = (program: string, environment: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@mon/source", "--input-type=module", "-"], {
      cwd: new URL(".", import.meta.url),
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
        ...environment
      },
      stdio: ["pipe", "pipe", "pipe"]
    })
    let output = ""
    let complaint = ""
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
    })
    child.stderr.on("data", (chunk) => {
      complaint += String(chunk)
    })
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(complaint))))
    child.stdin.end(program)
  })

describe("the README of the contract", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it.each([0, 1])(
    "has an example %i that prints the documented output",
    async (index) => {
      const api = await world.startApi()
      const { key } = await world.account("pro")
      const program = (await blocks("js"))[index] ?? ""
      const [, ...printed] = await blocks("")
      expect(await run(program, { MON_URL: api.origin, MON_API_KEY: key })).toBe(printed[index])
    },
    30_000
  )
})
