import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { evaluateSpf } from "../src/spf/evaluateSpf.ts"
import { readSuite } from "./rfc7208Suite.ts"

const suite = readSuite()

describe.skipIf(suite === null)("the OpenSPF suite for RFC 7208 (skipped where its file is absent)", () => {
  test.each(suite ?? [])("$name", async ({ helo, host, mailfrom, result, explanation, resolver }) => {
    const outcome = await Effect.runPromise(evaluateSpf(resolver, { ip: host, sender: mailfrom, helo }))
    expect(result).toContain(outcome.result)
    if (explanation !== null) expect(outcome.explanation ?? "DEFAULT").toBe(explanation)
  })

  test("contains all of its cases", () => {
    expect(suite?.length).toBe(203)
    expect(suite?.filter(({ explanation }) => explanation !== null).length).toBe(22)
  })
})
