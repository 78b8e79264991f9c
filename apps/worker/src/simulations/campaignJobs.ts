import type { SimulationCsvType } from "@mon/core-store"
import { mailClass } from "@mon/disposable-check"
import {
  campaignCsv,
  type CampaignEvaluation,
  type CampaignInput,
  type CampaignResults,
  type DomainFacts,
  evaluateCampaign,
  planCampaign,
  senderCsv,
  type SenderFacts,
  suggestionCsv
} from "@mon/simulation"
import { deserialize } from "node:v8"

/** The number of lines in a chunk. A chunk has about 150 kB. */
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

/** Renders the three CSV files of a simulation lazily, in chunks. */
function* simulationCsv({
  prospects,
  results
}: CampaignEvaluation): Generator<{ readonly type: SimulationCsvType; readonly body: string }> {
  yield* chunks("campaign", campaignCsv(prospects()))
  yield* chunks("sender", senderCsv(results))
  yield* chunks("suggestion", suggestionCsv(results))
}

// The following functions run in threads of the worker pool. Each thread loads this file, so import only what these
// functions need.

export interface CampaignDomains {
  readonly domains: ReadonlyArray<string>
  readonly senders: ReadonlyArray<string>
}

export interface KnownCampaign extends CampaignInput {
  /** The entries of maps from domains to facts, in pieces serialized by `node:v8`. */
  readonly prospects: ReadonlyArray<Uint8Array>
  readonly senders: ReadonlyArray<Uint8Array>
}

export interface EvaluatedCampaign {
  readonly results: CampaignResults
  readonly csv: ReadonlyArray<{ readonly type: SimulationCsvType; readonly body: string }>
}

export const domainsOf = ({ prospectEntries, sendingDomains }: CampaignInput): CampaignDomains => {
  const { domains, senders } = planCampaign({ prospectEntries, sendingDomains }, mailClass)
  return { domains, senders }
}

const mapOf = <Facts>(pieces: ReadonlyArray<Uint8Array>): Map<string, Facts> =>
  // The cast is safe, because only runSimulation.ts serializes these pieces.
  new Map(pieces.flatMap((piece) => deserialize(piece) as ReadonlyArray<readonly [string, Facts]>))

export const evaluate = ({ prospectEntries, prospects, senders, sendingDomains }: KnownCampaign): EvaluatedCampaign => {
  const facts = { prospects: mapOf<DomainFacts>(prospects), senders: mapOf<SenderFacts>(senders) }
  const evaluation = evaluateCampaign(planCampaign({ prospectEntries, sendingDomains }, mailClass), facts)
  return { results: evaluation.results, csv: [...simulationCsv(evaluation)] }
}
