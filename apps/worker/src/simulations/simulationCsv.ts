import type { SimulationCsvType } from "@mon/core-store"
import { type CampaignEvaluation, campaignCsv, senderCsv, suggestionCsv } from "@mon/simulation"

/** Lines per chunk, about 150 kB. */
const LINES = 500

function* chunks(
  type: SimulationCsvType,
  lines: Iterable<string>
): Generator<{ readonly type: SimulationCsvType; readonly body: string }> {
  let body: Array<string> = []
  for (const line of lines) {
    body.push(line)
    if (body.length === LINES) {
      yield { type, body: body.join("") }
      body = []
    }
  }
  if (body.length > 0) yield { type, body: body.join("") }
}

/** The three CSVs of a simulation, rendered lazily in chunks. */
export function* simulationCsv({
  prospects,
  results
}: CampaignEvaluation): Generator<{ readonly type: SimulationCsvType; readonly body: string }> {
  yield* chunks("campaign", campaignCsv(prospects()))
  yield* chunks("sender", senderCsv(results))
  yield* chunks("suggestion", suggestionCsv(results))
}
