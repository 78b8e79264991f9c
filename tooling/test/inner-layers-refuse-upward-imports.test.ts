import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const check = join(root, "scripts", "check-layers.mjs")

let copy: string

/** Creates a tree with the layers "top", "middle" and "ground", and two parts that the table does not name. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "mon-inner-layers-"))
  for (const file of ["top/A.ts", "middle/B.ts", "ground/C.ts", "one/D.ts", "two/E.ts"])
    write(`src/${file}`, "export const a = 1\n")
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

const layers = { top: ["*", "middle", "ground"], "*": ["middle"], middle: ["ground"], ground: [] }

const run = (table: Readonly<Record<string, ReadonlyArray<string>>>, file?: string, target?: string) => {
  write("scripts/layers.mjs", `export default { src: ${JSON.stringify(table)} }\n`)
  if (file !== undefined) write(file, `export * from "${target}"\n`)
  const { status, stderr } = spawnSync(process.execPath, [check], { cwd: copy, encoding: "utf8" })
  if (file !== undefined) rmSync(join(copy, file))
  return { status, stderr }
}

describe("the layers inside a package", () => {
  it.each([
    ["a lower layer", "src/top/Good.ts", "../ground/C.ts"],
    ["the same layer", "src/middle/Good.ts", "./B.ts"],
    ["a layer below every unnamed folder", "src/one/Good.ts", "../middle/B.ts"]
  ])("allow an import of %s", (_, file, target) => {
    expect(run(layers, file, target)).toEqual({ status: 0, stderr: "" })
  })

  it.each([
    ["a higher layer", "src/ground/Bad.ts", "../middle/B.ts"],
    ["a layer that is left out", "src/one/Bad.ts", "../ground/C.ts"],
    ["another unnamed folder", "src/one/Bad.ts", "../two/E.ts"]
  ])("refuse an import of %s", (_, file, target) => {
    const { status, stderr } = run(layers, file, target)
    expect(status).toBe(1)
    expect(stderr).toContain(`${file}: imports ${target}`)
  })

  it("refuse a table with a cycle, and one that names a missing folder", () => {
    expect(run({ ...layers, ground: ["top"] }).stderr).toContain("is a cycle")
    expect(run({ ...layers, attic: [] }).stderr).toContain("src has no attic")
  })
})

/** Creates the folders and files of the repository's own table. All files are empty except one. Returns the errors. */
const refusal = async (bad: string, target: string): Promise<string> => {
  const tree = mkdtempSync(join(tmpdir(), "mon-own-layers-"))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  try {
    cpSync(join(root, "scripts/layers.mjs"), join(tree, "scripts/layers.mjs"))
    const { default: table }: { default: Readonly<Record<string, object>> } = await import(
      pathToFileURL(join(root, "scripts/layers.mjs")).href
    )
    for (const [folder, named] of Object.entries(table)) {
      for (const name of Object.keys(named)) put(join(folder, name.endsWith(".ts") ? name : join(name, "a.ts")), "")
    }
    put(bad, `export * from "${target}"\n`)
    return spawnSync(process.execPath, [check], { cwd: tree, encoding: "utf8" }).stderr
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

describe("the layers of apps/api", () => {
  it.each([
    ["apps/api/src/http/Bad.ts", "../api/ApiHandler.ts"],
    ["apps/api/src/auth/Bad.ts", "../web/page/PageEndpoint.ts"],
    ["apps/api/src/payments/Bad.ts", "../ApiConfig.ts"],
    ["apps/api/src/api/tags/Bad.ts", "../../web/page/Html.ts"],
    ["apps/api/src/api/domains/Bad.ts", "../urls/read.ts"]
  ])("refuse %s that imports %s", async (bad, target) => {
    expect(await refusal(bad, target)).toContain(`${bad}: imports ${target}`)
  })
})

describe("the layers of tooling", () => {
  it.each([
    ["tooling/testbed/Bad.ts", "../testing/seed.ts"],
    ["tooling/build/Bad.ts", "../testbed/index.ts"],
    ["tooling/packages/Bad.mjs", "../consumers/effect.mjs"]
  ])("refuse %s that imports %s", async (bad, target) => {
    expect(await refusal(bad, target)).toContain(`${bad}: imports ${target}`)
  })
})
