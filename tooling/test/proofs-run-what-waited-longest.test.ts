import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const files = ["a", "b", "c"].map((name) => `packages/one/test/${name}.long.test.ts`)
const [a = "", b = "", c = ""] = files

let copy: string

/**
 * Creates a repository whose long tests write their name into a file. A test fails if a file with its name and `.fails`
 * exists.
 */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "mon-proofs-"))
  mkdirSync(join(copy, "scripts"))
  mkdirSync(join(copy, "packages/one/test"), { recursive: true })
  for (const name of ["proofs.mjs", "proof-ledger.mjs", "proof-list.mjs", "user-cache.mjs"])
    cpSync(join(root, "scripts", name), join(copy, "scripts", name))
  mkdirSync(join(copy, "bench/src"), { recursive: true })
  cpSync(join(root, "bench/src/benchmarks.ts"), join(copy, "bench/src/benchmarks.ts"))
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  writeFileSync(join(copy, "package.json"), `{ "version": "0.0.0", "type": "module" }`)
  writeFileSync(join(copy, "packages/one/package.json"), `{ "scripts": { "test:long": "node run.cjs" } }`)
  writeFileSync(
    join(copy, "packages/one/run.cjs"),
    `const { appendFileSync, existsSync } = require("node:fs")
    appendFileSync("ran", process.argv[2] + "\\n")
    process.exit(existsSync(process.argv[2] + ".fails") ? 1 : 0)`
  )
  for (const file of files) writeFileSync(join(copy, file), "")
  const git = (...args: ReadonlyArray<string>) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: copy })
  git("init", "--quiet")
  git("add", ".")
  git("commit", "--quiet", "--message", "one: add tests")
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const proofs = (...args: ReadonlyArray<string>) => {
  writeFileSync(join(copy, "packages/one/ran"), "")
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--conditions=@mon/source", "scripts/proofs.mjs", ...args],
    { cwd: copy, encoding: "utf8", env: { ...process.env, XDG_CACHE_HOME: join(copy, "cache") } }
  )
  const ran = readFileSync(join(copy, "packages/one/ran"), "utf8").trim().split("\n")
  return { status, stderr, stdout, ran: ran.filter((line) => line !== "").map((line) => `packages/one/${line}`) }
}

/** This time limit is so short that only one test begins. */
const SHORTEST = ["--minutes", "0.0001"]

const lastPasses = () =>
  proofs("long", "--last")
    .stdout.trim()
    .split("\n")
    .map((line) => [line.split(/\s+/u).at(-1), line.startsWith("never") ? "never" : "passed"])

it("runs the long tests that have waited longest, a failed one first", () => {
  expect(lastPasses()).toEqual(files.map((file) => [file, "never"]))
  expect(proofs("long", ...SHORTEST)).toMatchObject({ status: 0, ran: [a] })
  writeFileSync(join(copy, `${b}.fails`), "")
  expect(proofs("long")).toMatchObject({ status: 1, ran: [b, c, a] })
  expect(lastPasses()).toEqual([
    [b, "never"],
    [c, "passed"],
    [a, "passed"]
  ])
  rmSync(join(copy, `${b}.fails`))
  expect(proofs("long", ...SHORTEST)).toMatchObject({ status: 0, ran: [b] })
  expect(proofs("long", ...SHORTEST)).toMatchObject({ status: 0, ran: [c] })

  writeFileSync(join(copy, "cache/mon/proofs.json"), `{ "${a}": { "passedAt": "soon" } }`)
  expect(lastPasses()).toEqual(files.map((file) => [file, "never"]))
  writeFileSync(join(copy, "cache/mon/proofs.json"), "{")
  expect(proofs("long", ...SHORTEST)).toMatchObject({ status: 0, ran: [a] })
}, 60_000)

it("refuses a time for proofs that need all of theirs", () => {
  expect(proofs("size", ...SHORTEST)).toMatchObject({
    status: 64,
    stderr: expect.stringMatching(/^--minutes is for the proof long\./u)
  })
})
