import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as mainApi from "../src/index.ts"
import * as messageApi from "../src/message/index.ts"

const exported = { ...mainApi, ...messageApi }
const folder = new URL("../src/", import.meta.url)
const EXAMPLE = /^ \* (.+) \/\/ => (.+)$/gm

const examples = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(EXAMPLE)].map(
      ([, expression = "", expected = ""]) => [file, expression, expected] as const
    )
  )

test.each(examples)("%s: %s // => %s", async (_file, expression, expected) => {
  const names = Object.keys(exported)
  const run = new Function(...names, `return (async () => [${expression}, ${expected}])()`) as (
    ...values: ReadonlyArray<unknown>
  ) => Promise<readonly [unknown, unknown]>
  const [actual, lookup] = await run(...Object.values(exported))
  expect(actual).toEqual(lookup)
})

test("has enough examples", () => expect(examples.length).toBeGreaterThan(12))
