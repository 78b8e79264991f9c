import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

const program = `
  import { ENGINES } from ${JSON.stringify(join(root, "tooling/packages/where-it-runs.mjs"))}
  console.log(JSON.stringify([...ENGINES]))
`
const engines = JSON.parse(
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })
) as ReadonlyArray<string>

/** Returns the text of all tests that call functions with wrong arguments. */
const wrongUseOf = (folder: string): string =>
  readdirSync(join(folder, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("wrong-use.test.ts"))
    .map((file) => readFileSync(join(folder, "test", file), "utf8"))
    .join("\n")

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly "@mon/source"?: string }>>
}

/** Omits `./effect`. Its functions return effects, and types describe their arguments. */
const entryPointsOf = (folder: string): ReadonlyArray<string> => {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
  return Object.entries(exports).flatMap(([subpath, { "@mon/source": source }]) =>
    source === undefined || subpath === "./effect" ? [] : [join(folder, source)]
  )
}

const functionsOf = (module: object): ReadonlyArray<string> =>
  Object.entries(module)
    .filter(([, value]) => typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value)))
    .map(([name]) => name)

it.each(engines)("a test calls every function of %s with wrong arguments", async (name) => {
  const folder = join(root, "packages", name.slice("@mon/".length))
  const tests = wrongUseOf(folder)
  const modules = await Promise.all(
    entryPointsOf(folder).map((file) => import(/* @vite-ignore */ file) as Promise<object>)
  )
  const functions = new Set(modules.flatMap(functionsOf))
  expect(functions.size).toBeGreaterThan(0)
  expect([...functions].filter((one) => !new RegExp(`\\b${one}\\b`).test(tests))).toEqual([])
})
