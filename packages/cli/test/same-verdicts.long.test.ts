import { expect, it } from "vitest"
import { compareVerdicts } from "./compareVerdicts.ts"

it("mon test has the verdicts, codes and messages of the service for 1,000 random monitors", async () => {
  const { checked, codes, differences } = await compareVerdicts(1_000, Date.now() % 1_000_000)
  expect(differences).toEqual([])
  expect(checked).toBe(1_000)
  expect([...codes.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      "connect_refused",
      "connect_reset",
      "expectation_failed",
      "http_status",
      "redirect_loop",
      "up"
    ])
  )
}, 600_000)
