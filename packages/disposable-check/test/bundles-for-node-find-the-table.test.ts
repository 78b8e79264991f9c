import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, it } from "vitest"

const here = fileURLToPath(new URL("../", import.meta.url))

let folder: string

/** The program is bundled into one file, in a folder from which Node cannot resolve this repository's packages. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mon-bundle-"))
  await build({
    stdin: {
      contents: `import { isDisposable } from "./index.ts"\nconsole.log(isDisposable("bob@mailinator.com"))`,
      resolveDir: join(here, "src")
    },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: join(folder, "program.mjs"),
    logLevel: "silent"
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = () => promisify(execFile)(process.execPath, [join(folder, "program.mjs")], { cwd: folder })

it("says what to do when the package is not installed", async () => {
  await expect(run()).rejects.toThrow(
    "Exclude @mon/disposable-check from the bundle, or import @mon/disposable-check/embedded."
  )
})

it("reads the table of the package that is installed next to the bundle", async () => {
  const installed = join(folder, "node_modules/@mon/disposable-check")
  mkdirSync(installed, { recursive: true })
  cpSync(join(here, "table/disposable.bin"), join(installed, "table/disposable.bin"))
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "@mon/disposable-check", exports: { "./disposable.bin": "./table/disposable.bin" } })
  )
  expect((await run()).stdout).toBe("true\n")
})
