import { englishIn, textsOf } from "@mon/tooling/english"
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const sources = fileURLToPath(new URL("../src/", import.meta.url))
const files = globSync("**/{words,*Words}.ts", { cwd: sources })

it("finds the tables of words", () => {
  expect(files.length).toBeGreaterThan(8)
})

it.each(files)("the German words of %s have no English text", async (file) => {
  const tables: object = await import(`${sources}${file}`)
  const german = Object.values(tables).flatMap((table: { readonly de?: unknown }) => textsOf(table.de))
  expect(german.length).toBeGreaterThan(0)
  expect(englishIn(german)).toEqual([])
})
