import { examplesOf, runExample } from "@mon/tooling/readme"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import * as calendarApi from "../src/calendar.ts"
import * as effectApi from "../src/effect.ts"
import * as api from "../src/index.ts"

const modules = {
  "@mon/on-call": api,
  "@mon/on-call/calendar": calendarApi,
  "@mon/on-call/effect": effectApi,
  "effect/Effect": Effect,
  "effect/Stream": Stream,
  "effect/testing/TestClock": TestClock
}

it.each(examplesOf(new URL("../README.md", import.meta.url)))(
  "example %# of the README runs as printed",
  async (example) => {
    const claims = await runExample(example, modules)
    expect(claims.length).toBeGreaterThan(0)
    for (const [found, claimed] of claims) expect(found).toEqual(claimed)
  }
)

const source = new URL("../src/", import.meta.url)
const documented = globSync("**/*.ts", { cwd: source }).flatMap((file) =>
  [...readFileSync(new URL(file, source), "utf8").matchAll(/^ \* @example\n((?: \* .*\n)+)/gm)].map(
    ([, block = ""]) => [file, block.replaceAll(/^ \* /gm, "").replaceAll(/^```(?:ts)?$/gm, "")] as const
  )
)

const imports = [
  `import { ${Object.keys(api).join(", ")} } from "@mon/on-call"`,
  `import { ${Object.keys(calendarApi).join(", ")} } from "@mon/on-call/calendar"`,
  `import { ${Object.keys(effectApi).join(", ")} } from "@mon/on-call/effect"`,
  `import * as Effect from "effect/Effect"`,
  `import * as Stream from "effect/Stream"`
].join("\n")

it.each(documented)("the example in %s runs as printed", async (_file, block) => {
  const claims = await runExample(`${imports}\n${block}`, modules)
  expect(claims.length).toBeGreaterThan(0)
  for (const [found, claimed] of claims) expect(found).toEqual(claimed)
})
