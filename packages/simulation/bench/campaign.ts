// Measures the CPU time of the plan, the evaluation and the campaign CSV for 10,000 entries over 3,000 domains with 50
// senders, without lookups. Usage: node --conditions=@mon/source bench/campaign.ts [rounds]
import { campaignCsv, evaluateCampaign, planCampaign } from "../src/index.ts"
import { largeCampaign } from "../test/campaigns.ts"

const ROUNDS = Number(process.argv[2] ?? 9)
const { facts, input, mailClass } = largeCampaign()

const timed = <A>(run: () => A): readonly [A, number] => {
  const began = process.cpuUsage()
  const result = run()
  const { system, user } = process.cpuUsage(began)
  return [result, (user + system) / 1000]
}

for (let round = 0; round < ROUNDS; round++) {
  const [plan, planMs] = timed(() => planCampaign(input, mailClass))
  const [evaluation, evaluateMs] = timed(() => evaluateCampaign(plan, facts))
  const [bytes, csvMs] = timed(() => {
    let sum = 0
    for (const line of campaignCsv(evaluation.prospects())) sum += line.length
    return sum
  })
  const { results, steps } = evaluation
  console.log(
    `plan ${planMs.toFixed(0)} ms, evaluation ${evaluateMs.toFixed(0)} ms, CSV ${csvMs.toFixed(0)} ms (${(bytes / 1e6).toFixed(1)} MB); ` +
      `${results.suggestions.length} suggestions, ${results.routing.length} routes, ${(steps / 1e6).toFixed(1)} million arcs, inbox ${results.summary.inboxRate}`
  )
}
