import { examplesOf, runExample } from "@mon/tooling/readme"
import { expect, test } from "vitest"
import * as entryPoint from "../src/index.ts"
import * as onCall from "../src/on-call.ts"

const readme = new URL("../README.md", import.meta.url)

test.each(examplesOf(readme))("example %# of the README runs as printed", async (fence) => {
  const claims = await runExample(fence, { "@mon/import": entryPoint, "@mon/import/on-call": onCall })
  expect(claims.length).toBeGreaterThan(0)
  for (const [found, claimed] of claims) expect(found).toEqual(claimed)
})
