// Measures the time, the memory and the lost answers of a campaign with 10,000 entries over 3,000 domains and 50
// senders, against the test server's DNS, which delays and drops answers and fails. Usage: node
// --conditions=@mon/source bench/endToEnd.ts
import { startDnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import { campaignCsv } from "../src/index.ts"
import { CampaignFacts, simulate } from "../src/effect.ts"
import { largeCampaign, mailClass } from "../test/campaigns.ts"

const { facts, input } = largeCampaign()
const server = await startDnsServer()
let index = 0
const failing = { SERVFAIL: 0, DROP: 0 }
for (const [domain, { mail, mx, spfTargets }] of facts.prospects) {
  index++
  if (mail === "hosts")
    server.zone.set(domain, {
      MX: mx.map(({ exchange, preference }) => ({ exchange, preference })),
      TXT: [`v=spf1 ${spfTargets.map((target) => `include:${target}`).join(" ")} ~all`]
    })
  server.zone.delay(domain, 10 + ((index * 7) % 70))
  if (index % 100 === 0) {
    server.zone.fail(domain, "SERVFAIL")
    failing.SERVFAIL++
  } else if (index % 250 === 1) {
    server.zone.fail(domain, "DROP")
    failing.DROP++
  }
}
for (const domain of facts.senders.keys())
  server.zone.set(domain, { MX: [{ preference: 1, exchange: "smtp.google.com" }], TXT: ["v=spf1 ip4:192.0.2.1 ~all"] })

let peak = 0
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
const began = performance.now()
const layer = CampaignFacts.layer({ dns: { servers: [server.address] }, lists: [] })
const { plan, prospects, results } = await Effect.runPromise(Effect.provide(simulate(input, { mailClass }), layer))
const seconds = (performance.now() - began) / 1000
let rows = 0
for (const line of campaignCsv(prospects())) rows += line === "" ? 0 : 1
clearInterval(watching)
await server.close()
const { incompleteSenders, unansweredDomains, unknownDomains } = results.dataQuality
console.log(
  `${seconds.toFixed(1)} s, ${plan.credits} credits, ${rows - 1} rows, peak ${(peak / 1e6).toFixed(0)} MB with the server in the same process`
)
console.log(
  `unknown ${unknownDomains}, unanswered ${unansweredDomains} of ${failing.SERVFAIL} that fail and ${failing.DROP} that are silent; incomplete senders ${incompleteSenders}`
)
