import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as effectEntryPoint from "../src/effect.ts"
import * as entryPoint from "../src/index.ts"

const exported = { ...effectEntryPoint, ...entryPoint }
const AsyncFunction = (async () => {}).constructor as FunctionConstructor

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
  const run = new AsyncFunction(...names, `return [${expression}, ${expected}]`) as (
    ...values: ReadonlyArray<unknown>
  ) => Promise<readonly [unknown, unknown]>
  const [actual, documented] = await run(...Object.values(exported))
  expect(actual).toEqual(documented)
})
