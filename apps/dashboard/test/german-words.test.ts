import { englishIn, textsOf } from "@mon/tooling/english"
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const folder = fileURLToPath(new URL("../src/", import.meta.url))
const files = globSync("**/*.de.ts", { cwd: folder })

it("finds the tables of German words", () => {
  expect(files.length).toBeGreaterThan(35)
})

it.each(files)("%s has no English text", async (file) => {
  const tables: object = await import(`${folder}${file}`)
  expect(englishIn(textsOf({ ...tables }))).toEqual([])
})
