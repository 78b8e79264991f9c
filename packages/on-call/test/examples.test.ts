import { examplesOf, runExample } from "@mon/tooling/readme"
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import * as api from "../src/index.ts"

const modules = { "@mon/on-call": api }

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

it.each(documented)("the example in %s runs as printed", async (_file, block) => {
  const claims = await runExample(`import { ${Object.keys(api).join(", ")} } from "@mon/on-call"\n${block}`, modules)
  expect(claims.length).toBeGreaterThan(0)
  for (const [found, claimed] of claims) expect(found).toEqual(claimed)
})
