import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, it } from "vitest"

let folder: string
let api: string

// The package is built as it is published: plain JavaScript next to the table, without the type stripper of Node.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mon-disposable-check-"))
  const outfile = join(folder, "dist", "index.mjs")
  await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "node",
    minify: true,
    outfile,
    logLevel: "silent"
  })
  cpSync(new URL("../table/disposable.bin", import.meta.url), join(folder, "table", "disposable.bin"))
  api = pathToFileURL(outfile).href
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Answers that allocated as little as 8 bytes each would lead to a collection in every round. */
const ROUNDS = 4

const run = (flags: ReadonlyArray<string>, program: string) => {
  const child = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], { encoding: "utf8" })
  expect(child.stderr).toBe("")
  return child.stdout
}

it("allocates nothing for ordinary input: two million answers without a collection", () => {
  const out = run(
    ["--trace-gc"],
    `
    const { isDisposable, mailClass } = await import(${JSON.stringify(api)})
    const inputs = JSON.parse('["Bob@Mailinator.com","anna@gmail.com","x.y@sub.guerrillamail.com.","shop.example.org","info@some-company.co.uk"]')
    let hits = 0
    const ask = (times) => { for (let n = 0; n < times; n++) for (const input of inputs) { if (isDisposable(input)) hits++; if (mailClass(input) === "free") hits++ } }
    ask(20_000)
    for (let round = 0; round < ${ROUNDS}; round++) {
      console.log("measured from here")
      ask(200_000)
      console.log("hits", hits)
    }
  `
  )
  const rounds = out.split("measured from here").slice(1)
  expect(rounds.at(-1)).toContain(`hits ${3 * (20_000 + ROUNDS * 200_000)}`)
  // A collection after the last answer is not caused by the answers. On a busy machine, the optimizing compiler may
  // still run during the first rounds, and unoptimized code allocates.
  const collections = rounds.map((round) => /Scavenge|Mark-Compact/u.test(round.split("hits")[0] ?? ""))
  expect(collections).toContain(false)
})

it("uses less than a megabyte for code and table together", () => {
  const out = run(
    ["--expose-gc"],
    `
    const used = () => { gc(); gc(); const { external, heapUsed } = process.memoryUsage(); return heapUsed + external }
    process.getBuiltinModule("node:fs")
    await import("data:text/javascript,export%20default%201")
    const before = used()
    const { checkDisposable, isDisposable } = await import(${JSON.stringify(api)})
    isDisposable("bob@mailinator.com")
    checkDisposable("bob@mailinator.com")
    console.log(used() - before)
  `
  )
  expect(Number(out)).toBeGreaterThan(300_000)
  expect(Number(out)).toBeLessThan(1_000_000)
})
