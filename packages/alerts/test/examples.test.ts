import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as channelsExported from "../src/channels.ts"
import * as exported from "../src/index.ts"
import * as maintenance from "../src/maintenance.ts"
import * as withWebCrypto from "../src/verify.ts"
import { anEmail } from "./anEmail.ts"

const folder = new URL("../src/", import.meta.url)
const EXAMPLE = /^ \* (.+) \/\/ => (.+)$/gm

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
const examples = files.flatMap((file) =>
  [...readFileSync(new URL(file, folder), "utf8").matchAll(EXAMPLE)].map(
    ([, expression = "", expected = ""]) => [file, expression, expected] as const
  )
)

test.each(examples)("%s: %s // => %s", async (file, expression, expected) => {
  const entryPoint = file.endsWith("verifyWithWebCrypto.ts") ? withWebCrypto : exported
  const known = { ...entryPoint, ...channelsExported, ...maintenance, anEmail }
  const run = new Function(...Object.keys(known), `return (async () => [${expression}, ${expected}])()`) as (
    ...values: ReadonlyArray<unknown>
  ) => Promise<readonly [unknown, unknown]>
  const [actual, claimed] = await run(...Object.values(known))
  expect(actual).toEqual(claimed)
})
