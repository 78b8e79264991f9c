import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { downloadCsv, getSimulation, listSimulations, showSimulationCredits } from "./read.ts"
import { revokeShare, shareInfo } from "./share.ts"
import { checkCampaign, estimateSimulation, startSimulation } from "./start.ts"

export const simulationHandlers: GroupHandlers<"simulations"> = {
  start: {
    check: checkCampaign,
    prepare: ({ caller, payload }) => Effect.map(startSimulation(caller, payload), Effect.map(ok))
  },
  estimate: {
    check: checkCampaign,
    handle: ({ caller, payload }) => Effect.map(estimateSimulation(caller, payload), ok)
  },
  get: ({ caller, params }) => Effect.map(getSimulation(caller, params.jobId), ok),
  credits: ({ caller }) => Effect.map(showSimulationCredits(caller), ok),
  list: ({ caller, query }) =>
    Effect.map(listSimulations(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  download: ({ caller, params }) => downloadCsv(caller, params.jobId, params.type),
  shareInfo: ({ caller, params }) => Effect.map(shareInfo(caller, params.jobId), ok),
  revokeShare: ({ caller, params }) => Effect.map(revokeShare(caller, params.jobId), ok)
}
