import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

let work: string

/** Creates a consumer's folder with one package. Each test writes the declarations of this package. */
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "mon-consumer-"))
  mkdirSync(join(work, "consumer/node_modules/leaf"), { recursive: true })
  writeFileSync(join(work, "consumer/package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(
    join(work, "consumer/node_modules/leaf/package.json"),
    JSON.stringify({ name: "leaf", type: "module", exports: { ".": { types: "./index.d.ts", default: "./index.js" } } })
  )
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

const errors = (declarations: string): ReadonlyArray<string> => {
  writeFileSync(join(work, "consumer/node_modules/leaf/index.d.ts"), declarations)
  const program = `
    import { typeCheck, writeTypedEntryPoints } from ${JSON.stringify(join(root, "tooling/consumers/type-check.mjs"))}
    writeTypedEntryPoints([{ specifier: "leaf", module: true }], ${JSON.stringify(join(work, "consumer"))})
    console.log(JSON.stringify(typeCheck(${JSON.stringify(root)}, ${JSON.stringify(work)}, ["consumer"], "nodenext").get("consumer")))
  `
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8"
  })
  expect(stderr).toBe("")
  return JSON.parse(stdout) as ReadonlyArray<string>
}

it("accepts typed declarations", () => {
  expect(errors(`export declare const answer: number\n`)).toEqual([])
})

it("refuses an export that is any, and an error inside the declarations", () => {
  const found = errors(
    `import type { Missing } from "nowhere"\nexport interface Answer { readonly to: Missing }\nexport declare const vague: any\n`
  ).join("\n")
  expect(found).toContain("'nowhere'")
  expect(found).toContain("vague")
})
