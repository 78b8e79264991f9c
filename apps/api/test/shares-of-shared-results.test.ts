import { expect, it } from "vitest"
import { outcomeSection, summarySection } from "../src/web/share/resultSections.ts"

it("the shares of a shared simulation are few and not none, and most and not all, as in the dashboard", () => {
  const summary = {
    expected: { inbox: 996, spam: 4, reject: 0, bounce: 0 },
    inboxRate: 0.996,
    range: [0.9949, 0.9981],
    confidence: "high",
    prospects: 1_000,
    uniqueProspects: 1_000,
    uniqueDomains: 1,
    senders: 1,
    dailyCapacity: 50,
    daysToSend: null,
    unsent: 0,
    statement: ""
  }
  const results = { summary } as unknown as Parameters<typeof outcomeSection>[0]
  const shares = [...outcomeSection(results, "en").markup.matchAll(/data-label="Share">([^<]*)/gu)].map(
    ([, share]) => share
  )
  expect(shares).toEqual(["99.6%", "0.4%", "0%", "0%"])
  expect(summarySection(results, "en").markup).toContain("99.5% to 99.8%, confidence high")
  const none = { summary: { ...summary, inboxRate: null, range: null } } as unknown as typeof results
  expect(summarySection(none, "en").markup).toContain("<dd>–</dd>")
})
