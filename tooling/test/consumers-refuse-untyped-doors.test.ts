import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

let work: string

/** A stranger's folder with one package, whose declarations each test writes. */
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "mon-consumer-"))
  mkdirSync(join(work, "stranger/node_modules/leaf"), { recursive: true })
  writeFileSync(join(work, "stranger/package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(
    join(work, "stranger/node_modules/leaf/package.json"),
    JSON.stringify({ name: "leaf", type: "module", exports: { ".": { types: "./index.d.ts", default: "./index.js" } } })
  )
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

/** What the compiler complains about in a program that imports the package. */
const complaints = (declarations: string): ReadonlyArray<string> => {
  writeFileSync(join(work, "stranger/node_modules/leaf/index.d.ts"), declarations)
  const program = `
    import { typeCheck, writeTypedDoors } from ${JSON.stringify(join(root, "scripts/consumer-types.mjs"))}
    writeTypedDoors([{ specifier: "leaf", module: true }], ${JSON.stringify(join(work, "stranger"))})
    console.log(JSON.stringify(typeCheck(${JSON.stringify(root)}, ${JSON.stringify(work)}, ["stranger"], "nodenext").get("stranger")))
  `
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8"
  })
  expect(stderr).toBe("")
  return JSON.parse(stdout) as ReadonlyArray<string>
}

it("accepts declarations that say something", () => {
  expect(complaints(`export declare const answer: number\n`)).toEqual([])
})

it("refuses an export that is any, and a fault inside the declarations", () => {
  const told = complaints(
    `import type { Missing } from "nowhere"\nexport interface Answer { readonly to: Missing }\nexport declare const vague: any\n`
  ).join("\n")
  expect(told).toContain("'nowhere'")
  expect(told).toContain("vague")
})
