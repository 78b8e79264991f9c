import type { SimulationResultRecord } from "@mon/api-contract"
import type { CampaignResults } from "@mon/simulation"

/** Results of a job; its worker stored what `evaluateCampaign` made, and nothing else writes them. */
export const storedResults = (results: unknown): SimulationResultRecord | null =>
  results === null ? null : (results as CampaignResults)
