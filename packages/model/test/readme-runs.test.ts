import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { examplesOf, runExample } from "@mon/tooling/readme"
import { expect, test } from "vitest"
import * as entryPoint from "../src/index.ts"

const modules: Readonly<Record<string, object>> = {
  "@mon/model": entryPoint,
  "effect/Effect": Effect,
  "effect/Schema": Schema
}

test.each(examplesOf(new URL("../README.md", import.meta.url)))(
  "example %# of the README runs as printed",
  async (fence) => {
    const claims = await runExample(fence, modules)
    expect(claims.length).toBeGreaterThan(0)
    for (const [found, claimed] of claims) expect(found).toEqual(claimed)
  }
)
