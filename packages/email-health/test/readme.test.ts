import { examplesOf, runExample } from "@mon/tooling/readme"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"
import * as effectApi from "../src/effect.ts"
import * as mainApi from "../src/index.ts"
import * as messageApi from "../src/message/index.ts"

const modules: Readonly<Record<string, object>> = {
  "@mon/email-health": mainApi,
  "@mon/email-health/effect": effectApi,
  "@mon/email-health/message": messageApi,
  "effect/Effect": Effect
}

test.each(examplesOf(new URL("../README.md", import.meta.url)))(
  "example %# of the README runs as printed",
  async (example) => {
    const claims = await runExample(example, modules)
    expect(claims.length).toBeGreaterThan(0)
    for (const [found, claimed] of claims) expect(found).toEqual(claimed)
  }
)
