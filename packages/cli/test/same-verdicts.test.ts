import { expect, it } from "vitest"
import { compareVerdicts } from "./compareVerdicts.ts"

it("mon test has the verdicts, codes and messages of the service for 50 random monitors", async () => {
  const { checked, codes, differences } = await compareVerdicts(50, 20_261_123)
  expect(differences).toEqual([])
  expect(checked).toBe(50)
  expect(codes.size).toBeGreaterThan(5)
}, 60_000)
