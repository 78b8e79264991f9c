import { expect, test } from "vitest"
import { agreeingRules } from "./agreeingRules.ts"

test("10,000 recurrence rules have the same times in other programs", { timeout: 600_000 }, () => {
  expect(agreeingRules(10_000)).toBeGreaterThan(9_000)
})
