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
function* simulationCsv({
  prospects,
  results
}: CampaignEvaluation): Generator<{ readonly type: SimulationCsvType; readonly body: string }> {
  yield* chunks("campaign", campaignCsv(prospects()))
  yield* chunks("sender", senderCsv(results))
  yield* chunks("suggestion", suggestionCsv(results))
}

// These functions run in threads of the worker pool. Import only what they need: each thread loads it.

/** The domains that a campaign needs facts of. */
export interface CampaignDomains {
  readonly domains: ReadonlyArray<string>
  readonly senders: ReadonlyArray<string>
}

/** A campaign whose facts are known. */
export interface KnownCampaign extends CampaignInput {
  /** Entries of maps from domains to facts, in pieces serialized by `node:v8`. */
  readonly prospects: ReadonlyArray<Uint8Array>
  readonly senders: ReadonlyArray<Uint8Array>
}

/** The results of a campaign, and its three CSVs in pieces. */
export interface EvaluatedCampaign {
  readonly results: CampaignResults
  readonly csv: ReadonlyArray<{ readonly type: SimulationCsvType; readonly body: string }>
}

/** Finds the domains of a campaign. */
export const domainsOf = ({ prospectEntries, sendingDomains }: CampaignInput): CampaignDomains => {
  const { domains, senders } = planCampaign({ prospectEntries, sendingDomains }, mailClass)
  return { domains, senders }
}

const mapOf = <Facts>(pieces: ReadonlyArray<Uint8Array>): Map<string, Facts> =>
  // Only runSimulation.ts writes here.
  new Map(pieces.flatMap((piece) => deserialize(piece) as ReadonlyArray<readonly [string, Facts]>))

/** Evaluates a campaign, and renders its CSVs. */
export const evaluate = ({ prospectEntries, prospects, senders, sendingDomains }: KnownCampaign): EvaluatedCampaign => {
  const facts = { prospects: mapOf<DomainFacts>(prospects), senders: mapOf<SenderFacts>(senders) }
  const evaluation = evaluateCampaign(planCampaign({ prospectEntries, sendingDomains }, mailClass), facts)
  return { results: evaluation.results, csv: [...simulationCsv(evaluation)] }
}
