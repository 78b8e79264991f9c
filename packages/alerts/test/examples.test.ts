import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as exported from "../src/index.ts"
import { anEmail } from "./anEmail.ts"

const folder = new URL("../src/", import.meta.url)
const EXAMPLE = /^ \* (.+) \/\/ => (.+)$/gm

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
const examples = files.flatMap((file) =>
  [...readFileSync(new URL(file, folder), "utf8").matchAll(EXAMPLE)].map(
    ([, expression = "", expected = ""]) => [file, expression, expected] as const
  )
)

test.each(examples)("%s: %s // => %s", (_file, expression, expected) => {
  const known = { ...exported, anEmail }
  const run = new Function(...Object.keys(known), `return [${expression}, ${expected}]`) as (
    ...values: ReadonlyArray<unknown>
  ) => readonly [unknown, unknown]
  const [actual, claimed] = run(...Object.values(known))
  expect(actual).toEqual(claimed)
})
