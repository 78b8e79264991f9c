import { campaignCsv, planCampaign, evaluateCampaign, unknownFacts, unknownSender } from "@mon/simulation"
import { CampaignFacts } from "@mon/simulation/effect"
import * as Effect from "effect/Effect"

/**
 * Simulates a campaign to the addresses in the first column of a CSV. Returns a CSV with the outcome for each address.
 */
export const simulateCsv = (csv: string, sendingDomains: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const [, ...rows] = csv.trim().split(/\r?\n/u)
    const plan = planCampaign(
      { sendingDomains, prospectEntries: rows.map((row) => row.split(",")[0] ?? "") },
      () => "none"
    )
    const facts = yield* CampaignFacts
    const prospects = yield* Effect.forEach(plan.domains, (domain) => facts.prospectFacts(domain), { concurrency: 8 })
    const senders = yield* Effect.forEach(sendingDomains, (domain) => facts.senderFacts(domain), { concurrency: 8 })
    const evaluation = evaluateCampaign(plan, {
      prospects: new Map(plan.domains.map((domain, index) => [domain, prospects[index] ?? unknownFacts(domain)])),
      senders: new Map(sendingDomains.map((domain, index) => [domain, senders[index] ?? unknownSender(domain)]))
    })
    return { summary: evaluation.results.summary, csv: [...campaignCsv(evaluation.prospects())].join("") }
  })
