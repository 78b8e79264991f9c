import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/size.mjs", import.meta.url))

let root: string

/** A repository with one built package, small enough to know what it weighs. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mon-size-"))
  for (const folder of ["scripts", "packages/leaf/dist"]) mkdirSync(join(root, folder), { recursive: true })
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
const budgetFile = () => join(root, "scripts/size-budgets.json")
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
    stdout: expect.stringMatching(/leaf .* ms .* MiB\n[\s\S]*leaf: 2 doors within their budgets/u)
  })
})

it("refuses a door that grew, and names the door, the figure and the budget", () => {
  size("--write", "--sizes-only")
  program(`export const answer = ${JSON.stringify(Array.from({ length: 200 }, (_, i) => Math.sqrt(i)))}`)
  const told = size("--sizes-only")
  expect(told.status).toBe(1)
  expect(told.stdout).toContain("leaf: 1 of 2 doors beyond their budgets")
  for (const figure of ["own", "withoutEffect", "withEffect"]) {
    expect(told.stderr).toMatch(
      new RegExp(`^leaf: ${figure} is \\d\\.\\d KiB, \\d+ bytes above its budget of 0\\.1 KiB$`, "mu")
    )
  }
})

it("refuses a door without a budget and a budget without a door", () => {
  writeFileSync(
    budgetFile(),
    JSON.stringify({ leaf: { own: 1000, withoutEffect: 1000, withEffect: 1000 }, "leaf/gone": { own: 1 } })
  )
  const told = size("--sizes-only")
  expect(told.status).toBe(1)
  expect(told.stderr).toContain("leaf/table: own is 0.0 KiB and has no budget")
  expect(told.stderr).toContain("leaf/gone: has a budget and is no door any more")
})

it("says so when a package is not built", () => {
  rmSync(join(root, "packages/leaf/dist/index.js"))
  expect(size("--sizes-only")).toMatchObject({
    status: 2,
    stderr: "leaf: ./dist/index.js does not exist. Run `npm run build`.\n"
  })
})
