import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readProspects } from "../src/cli/readProspects.ts"
import * as exported from "../src/index.ts"

const folder = new URL("../src/", import.meta.url)
const EXAMPLE = /^ \* (.+) \/\/ => (.+)$/gm
const scope = { ...exported, readProspects }

const examples = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(EXAMPLE)].map(
      ([, expression = "", expected = ""]) => [file, expression, expected] as const
    )
  )

test.each(examples)("%s: %s // => %s", (_file, expression, expected) => {
  const run = new Function(...Object.keys(scope), `return [${expression}, ${expected}]`) as (
    ...values: ReadonlyArray<unknown>
  ) => readonly [unknown, unknown]
  const [actual, claimed] = run(...Object.values(scope))
  expect(actual).toEqual(claimed)
})

test("the examples are found", () => expect(examples.length).toBeGreaterThan(9))
