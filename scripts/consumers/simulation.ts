import { evaluateCampaign, planCampaign, unknownFacts, unknownSender } from "@mon/simulation"
import { CampaignFacts, simulate } from "@mon/simulation/effect"
import * as Effect from "effect/Effect"
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

const zone = {
  "example.com": {
    MX: [{ preference: 10, exchange: "mxa-1.gslb.pphosted.com" }],
    TXT: ["v=spf1 include:spf.protection.outlook.com -all"]
  }
}
const program = simulate({ sendingDomains: ["out.example.net"], prospectEntries: ["ann@example.com"] }, {})
const simulation = await Effect.runPromise(Effect.provide(program, CampaignFacts.layerMemory(zone, { lists: [] })))
assert.equal(simulation.results.prospects.preview[0]?.mailboxProvider, "microsoft365")
