import { CampaignFacts, simulate } from "@mon/simulation/effect"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

await import("./plain.ts")

const zone = {
  "example.com": {
    MX: [{ preference: 10, exchange: "mxa-1.gslb.pphosted.com" }],
    TXT: ["v=spf1 include:spf.protection.outlook.com -all"]
  }
}
const program = simulate({ sendingDomains: ["out.example.net"], prospectEntries: ["ann@example.com"] }, {})
const simulation = await Effect.runPromise(Effect.provide(program, CampaignFacts.layerMemory(zone, { lists: [] })))
assert.equal(simulation.results.prospects.preview[0]?.mailboxProvider, "microsoft365")
