import { SEED } from "@mon/tooling/seed"
import { expect, it } from "vitest"
import { compareVerdicts } from "./compareVerdicts.ts"

it("mon test has the verdicts, codes and messages of the service for 1,000 random monitors", async () => {
  const { checked, codes, differences } = await compareVerdicts(1_000, SEED)
  expect(differences).toEqual([])
  expect(checked).toBe(1_000)
  expect([...codes.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      "connect_refused",
      "connect_reset",
      "content_fault",
      "expectation_failed",
      "http_status",
      "redirect_loop",
      "up"
    ])
  )
}, 600_000)
