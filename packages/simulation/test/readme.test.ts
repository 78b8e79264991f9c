import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as effectModule from "../src/effect.ts"
import * as core from "../src/index.ts"

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const BLOCK = /```ts\n([^]*?)```/g
const EXPECTED = /^(.+?) \/\/ => (.+)$/

const scope: Readonly<Record<string, unknown>> = { ...core, ...effectModule, Effect }

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
    for (const [actual, claimed] of found) expect(actual).toEqual(claimed)
  }
)

test("the README states the size of the table and the version of the model", () => {
  expect(README).toContain(`one table of ${core.RECEIVER_PROVIDERS.length} providers`)
  expect(README).toContain(`Version \`${core.MODEL_VERSION}\``)
})

test("the README states every number of the model", () => {
  const [, table = ""] = README.split("## Model")
  const { bounce, factors, gates, receivers } = core.OUTCOME_MODEL
  const weights = Object.values(factors)
    .flatMap(({ levels }) => Object.values(levels))
    .filter((weight) => weight !== 0)
    .map((weight) => (weight > 0 ? `+${weight.toFixed(2).replace(/0$/, "")}` : weight.toFixed(2).replace(/0$/, "")))
  const shares = [
    ...Object.values(bounce),
    ...Object.values(gates).filter(({ share }) => share !== gates.noSuchSender.share)
  ].map(({ share }) => String(Math.round(share * 100)))
  const priors = Object.values(receivers).map(({ spam }) => String(Math.round(spam * 100)))
  for (const number of [...weights, ...shares, ...priors]) expect(table).toContain(number)
})
