import { build } from "esbuild"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { execFileSync } from "node:child_process"
import process from "node:process"
import { afterAll, expect, it } from "vitest"
import { lazyBuiltins } from "../build/lazyBuiltins.ts"
import { lazyModule } from "../build/lazyModule.ts"
import type { Plugin } from "../build/Plugin.ts"
import { unmappedDependencies } from "../build/unmappedDependencies.ts"

const root = mkdtempSync(join(tmpdir(), "mon-lazy-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string): string => {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const bundle = async (entry: string, plugins: ReadonlyArray<Plugin>) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    sourcemap: "external",
    outdir: join(root, "dist"),
    logLevel: "silent",
    plugins: [...plugins]
  })
  const [map, code] = outputFiles.map(({ text }) => text)
  return { code: code ?? "", map: map ?? "" }
}

const load = (name: string, code: string): Promise<Readonly<Record<string, () => unknown>>> =>
  import(/* @vite-ignore */ pathToFileURL(write(`built/${name}.mjs`, code)).href)

it("a dependency is evaluated with the first call of one of its functions, and once", async () => {
  write("node_modules/tables/package.json", `{ "name": "tables", "type": "module", "main": "index.js" }`)
  write("node_modules/tables/index.js", `globalThis.tables = (globalThis.tables ?? 0) + 1\nexport const size = () => 7`)
  const entry = write(
    "src/tables.js",
    `import { size } from "tables"\nexport const twice = () => size() + size()\nexport const seen = () => globalThis.tables`
  )
  const { code, map } = await bundle(entry, [lazyModule("tables", ["size"]), unmappedDependencies])
  const { seen, twice } = await load("tables", code)
  expect(seen?.()).toBeUndefined()
  expect(twice?.()).toBe(14)
  expect(seen?.()).toBe(1)
  expect(map).toContain("src/tables.js")
})

it("a large module of Node is loaded with the first call", async () => {
  const entry = write(
    "src/hash.js",
    `import { createHash, X509Certificate } from "node:crypto"
    export const hash = () => createHash("sha256").update("a").digest("hex")
    export const read = () => new X509Certificate("nonsense")`
  )
  const { code } = await bundle(entry, [lazyBuiltins()])
  expect(code).not.toMatch(/import .*node:crypto/)
  const { hash, read } = await load("hash", code)
  expect(hash?.()).toMatch(/^ca978112/)
  expect(() => read?.()).toThrow("PEM")
})

it("a build fails that imports what cannot be loaded with the first call", async () => {
  const entry = write("src/constants.js", `import { constants } from "node:crypto"\nexport const all = () => constants`)
  await expect(bundle(entry, [lazyBuiltins()])).rejects.toThrow('No matching export in "lazy-builtin:node:crypto"')
})

/** Calls a function of `prune-declarations.mjs` with a folder, and returns its result. */
const declarations = (name: string, folder: string): unknown => {
  const script = fileURLToPath(new URL("../../scripts/prune-declarations.mjs", import.meta.url))
  const program = `import { ${name} } from ${JSON.stringify(script)}
    console.log(JSON.stringify(${name}(${JSON.stringify(join(root, folder))}) ?? null))`
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }))
}

it("declarations that no entry point reaches are removed", () => {
  write("one/package.json", `{ "exports": { ".": { "types": "./dist/index.d.ts" } } }`)
  write("one/dist/index.d.ts", `export type { A } from "./inner/a.ts";`)
  const kept = write("one/dist/inner/a.d.ts", `export type A = import("./b.ts").B;`)
  const second = write("one/dist/inner/b.d.ts", `export type B = string;`)
  const unused = [write("one/dist/inner/c.d.ts", `export {};`), write("one/dist/inner/c.d.ts.map", `{}`)]
  declarations("pruneDeclarations", "one")
  expect([kept, second].every((file) => existsSync(file))).toBe(true)
  expect(unused.some((file) => existsSync(file))).toBe(false)
})

it("a build fails whose declarations import what users may not have", () => {
  write(
    "two/package.json",
    JSON.stringify({
      name: "two",
      dependencies: { listed: "1" },
      peerDependencies: { effect: "4", optional: "1" },
      peerDependenciesMeta: { effect: { optional: true }, optional: { optional: true } },
      exports: {
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./effect": { types: "./dist/effect.d.ts", default: "./dist/effect.js" }
      }
    })
  )
  write("two/dist/index.js", `export const one = 1;\n`)
  write("two/dist/effect.js", `import * as Effect from "effect/Effect";\nexport { Effect };\n`)
  write("two/dist/effect.d.ts", `import * as Effect from "effect/Effect";\nexport { Effect };\n`)
  write("two/dist/index.d.ts", `export type { A } from "./inner.ts";\nimport { L } from "listed";\n// from "nowhere"\n`)
  write(
    "two/dist/inner.d.ts",
    `import { type Kind } from "@private/arguments";\nexport type A = import("effect/Effect").B;\n`
  )
  expect(declarations("declarationProblems", "two")).toEqual([
    'two: the declarations of "." import @private/arguments, which users may not have.',
    'two: the declarations of "." import effect, which users may not have.'
  ])
})
