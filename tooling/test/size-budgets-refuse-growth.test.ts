import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"

const script = fileURLToPath(new URL("../packages/size.mjs", import.meta.url))

let root: string

/** Creates a repository with one built package, which is so small that its size is known. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mon-size-"))
  for (const folder of ["tooling/packages", "packages/leaf/dist"]) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(
    join(root, "packages/leaf/package.json"),
    JSON.stringify({
      name: "leaf",
      type: "module",
      exports: {
        ".": { default: "./dist/index.js" },
        "./table": { default: "./dist/table.bin" },
        "./package.json": "./package.json"
      }
    })
  )
  writeFileSync(join(root, "packages/leaf/dist/table.bin"), "0123456789")
})

beforeEach(() => program(`export const answer = 42`))

afterAll(() => rmSync(root, { recursive: true, force: true }))

const program = (text: string) => writeFileSync(join(root, "packages/leaf/dist/index.js"), text)
const budgetFile = () => join(root, "tooling/packages/size-budgets.json")
const budgets = (): Record<string, Record<string, number>> => JSON.parse(readFileSync(budgetFile(), "utf8"))
const size = (...flags: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "--root", root, ...flags], {
    encoding: "utf8"
  })
  return { status, stderr, stdout }
}

it("accepts what it has just measured", () => {
  expect(size("--write", "--sizes-only")).toMatchObject({ status: 0, stderr: "" })
  expect(Object.keys(budgets())).toEqual(["leaf", "leaf/table"])
  expect(size()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/leaf .* ms .* MiB\n[\s\S]*leaf: 2 entry points within their budgets/u)
  })
})

it("refuses an entry point that grew, and names it, the figure and the budget", () => {
  size("--write", "--sizes-only")
  program(`export const answer = ${JSON.stringify(Array.from({ length: 200 }, (_, i) => Math.sqrt(i)))}`)
  const result = size("--sizes-only")
  expect(result.status).toBe(1)
  expect(result.stdout).toContain("leaf: 1 of 2 entry points exceed their budgets")
  for (const figure of ["own", "withoutEffect", "withEffect"]) {
    expect(result.stderr).toMatch(
      new RegExp(`^leaf: ${figure} is \\d\\.\\d KiB, \\d+ bytes above its budget of 0\\.1 KiB$`, "mu")
    )
  }
})

it("refuses an entry point without a budget and a budget without an entry point", () => {
  writeFileSync(
    budgetFile(),
    JSON.stringify({ leaf: { own: 1000, withoutEffect: 1000, withEffect: 1000 }, "leaf/gone": { own: 1 } })
  )
  const result = size("--sizes-only")
  expect(result.status).toBe(1)
  expect(result.stderr).toContain("leaf/table: own is 0.0 KiB and has no budget")
  expect(result.stderr).toContain("leaf/gone: has a budget but is no longer an entry point")
})

it("says so when a package is not built", () => {
  rmSync(join(root, "packages/leaf/dist/index.js"))
  expect(size("--sizes-only")).toMatchObject({
    status: 2,
    stderr: "leaf: ./dist/index.js does not exist. Run `npm run build`.\n"
  })
})
