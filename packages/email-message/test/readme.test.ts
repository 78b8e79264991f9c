import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as effectApi from "../src/effect.ts"
import * as mainApi from "../src/index.ts"

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const BLOCK = /```ts\n([^]*?)```/g
const EXPECTED = /^(.+?) \/\/ => (.+)$/

const scope: Readonly<Record<string, unknown>> = { ...mainApi, ...effectApi, Effect }

const toProgram = (block: string): string => {
  const lines = block.split("\n").filter((line) => !line.startsWith("import "))
  const checked = lines.map((line) => {
    const match = EXPECTED.exec(line)
    return match === null ? line : `;found.push([${match[1]}, ${match[2]}]);`
  })
  return `return (async () => { const found = []; ${checked.join("\n")}\nreturn found })()`
}

test.each([...README.matchAll(BLOCK)].map(([, block = ""], index) => ({ index, block })))(
  "example $index of the README runs as printed",
  async ({ block }) => {
    const run = new Function(...Object.keys(scope), toProgram(block)) as (
      ...values: ReadonlyArray<unknown>
    ) => Promise<ReadonlyArray<readonly [unknown, unknown]>>
    const found = await run(...Object.values(scope))
    expect(found.length).toBeGreaterThan(0)
    for (const [actual, lookup] of found) expect(actual).toEqual(lookup)
  }
)
