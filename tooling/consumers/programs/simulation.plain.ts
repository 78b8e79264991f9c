import { evaluateCampaign, planCampaign, unknownFacts, unknownSender } from "@mon/simulation"
import assert from "node:assert/strict"

const plan = planCampaign(
  { sendingDomains: ["out.example.net"], prospectEntries: ["ann@example.com", "nope"] },
  () => "none"
)
const domains: ReadonlyArray<string> = plan.domains
assert.deepEqual(domains, ["example.com"])
const { results } = evaluateCampaign(plan, {
  prospects: new Map([["example.com", unknownFacts("example.com")]]),
  senders: new Map([["out.example.net", unknownSender("out.example.net")]])
})
assert.ok(results.suggestions.length >= 0)
