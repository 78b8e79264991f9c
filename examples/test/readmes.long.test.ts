import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
/** Inside the repository, so that packages resolve. */
const folder = join(root, "examples", "node_modules", ".cache", "readmes")

const fences = globSync(["packages/*/README.md", "docs/clients.md"], { cwd: root })
  .toSorted()
  .flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gmu)].map(
      ([, code = ""], index) => [`${basename(dirname(file))}-${index + 1}.ts`, code] as const
    )
  )

/** The strictest settings that a reader's project may have. */
const tsconfig = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    moduleDetection: "force",
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    types: ["node"],
    customConditions: ["@mon/source"],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true
  },
  include: ["*.ts"]
}

it("type-check as printed", () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, code] of fences) writeFileSync(join(folder, name), code)
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
  expect(fences.length).toBeGreaterThan(25)
  const run = spawnSync(
    process.execPath,
    [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", folder, "--pretty", "false"],
    { cwd: folder, encoding: "utf8" }
  )
  const errors = run.stdout.split("\n").filter((line) => line !== "")
  expect(run.status === 0).toBe(errors.length === 0)
  // The type-check of the repository reports errors of the sources.
  expect(errors.filter((line) => !/^(?:\.\.\/|\s)/u.test(line))).toEqual([])
}, 180_000)
