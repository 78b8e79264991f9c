import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as faults from "../src/faults.ts"
import * as api from "../src/index.ts"
import { factsOf } from "./facts/allFacts.ts"

const facts = () => ({
  ...factsOf.spf_broken({ edit: "removed", all: "-all" }),
  ...factsOf.address_changed({ newServer: "other_certificate", replaced: "all", family: 4 }),
  ...factsOf.shared_cause({ shared: "address", failing: 5 }),
  earlier: [{ at: "2026-11-23T11:00:00Z", outcome: "ok", waitMs: 5, totalMs: null }]
})

const TRIED: Readonly<Record<string, TriedFunction>> = {
  diagnose: { call: api.diagnose, args: () => [facts(), { language: "en" }], depth: 4 },
  pageExcerpt: { call: api.pageExcerpt, args: () => [{ headers: { server: "nginx" }, body: "a" }] },
  readDiagnosisFacts: { call: api.readDiagnosisFacts, args: () => [] },
  causeTitle: { call: api.causeTitle, args: () => ["certificate_expired", "en"] },
  plainText: { call: api.plainText, args: () => [["a", { outside: "b" }]] },
  faultVariations: { call: faults.faultVariations, args: () => [] }
}

test("every exported function is tried", () => {
  expect([...functionsOf(api), ...functionsOf(faults)].filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})

test("a list with more than 200 entries is refused", () => {
  const entry = { at: "2026-11-23T11:00:00Z", outcome: "ok" }
  expect(() => api.diagnose({ earlier: Array.from({ length: 201 }, () => entry) })).toThrow(
    "diagnose: facts.earlier must be an array with at most 200 entries, but it is an array."
  )
})
