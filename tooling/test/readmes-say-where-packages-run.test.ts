import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Prints the engines with the section that their README must have, and the missing entry points. */
const program = `
  import { publicPackages } from ${JSON.stringify(join(root, "tooling/packages/public-packages.mjs"))}
  import { ENGINES, section, WITHOUT_NODE } from ${JSON.stringify(join(root, "tooling/packages/where-it-runs.mjs"))}
  const packages = publicPackages(${JSON.stringify(root)})
  const specifiers = packages.flatMap(({ entryPoints }) => entryPoints.map(({ specifier }) => specifier))
  const engines = packages.filter(({ manifest }) => ENGINES.has(manifest.name))
  console.log(JSON.stringify({
    engines: engines.map(({ folder, manifest }) => ({ folder, section: section(manifest) })),
    missing: [...WITHOUT_NODE].filter((name) => !specifiers.includes(name))
  }))
`
const { engines, missing } = JSON.parse(
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })
) as {
  readonly engines: ReadonlyArray<{ readonly folder: string; readonly section: string }>
  readonly missing: ReadonlyArray<string>
}
const readmeOf = (folder: string): string => readFileSync(join(root, "packages", folder, "README.md"), "utf8")

it.each(engines.map(({ folder, section }) => [folder, section] as const))(
  "the README of %s says where the package runs",
  (folder, section) => expect(readmeOf(folder)).toContain(section)
)

it("every entry point that runs without Node exists", () => expect(missing).toEqual([]))

it.each(engines.map(({ folder }) => folder))("the README of %s describes wrong use", (folder) => {
  expect(readmeOf(folder)).toContain("ERR_UNKNOWN_OPTION")
})
