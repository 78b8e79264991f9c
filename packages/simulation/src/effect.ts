export {
  CampaignFacts,
  type CampaignFactsSettings,
  type CampaignFactsShape,
  makeCampaignFacts
} from "./effect/CampaignFacts.ts"
export { inboxesAfterRepair } from "./effect/inboxesAfterRepair.ts"
export type { SenderInboxes } from "./evaluate/inboxesWith.ts"
export type { Registration } from "./effect/reduceReport.ts"
export { simulate, type SimulateOptions, type Simulation, type SimulationProgress } from "./effect/simulate.ts"
export { SimulationError, type SimulationReason } from "./effect/SimulationError.ts"
export type { DomainFacts } from "./facts/DomainFacts.ts"
export type { SenderFacts } from "./facts/SenderFacts.ts"
