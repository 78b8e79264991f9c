import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { downloadCsv, foundJob, getSimulation, listSimulations, showSimulationCredits } from "./read.ts"
import { checkCampaign, estimateSimulation, startSimulation } from "./start.ts"
import { Simulations, SimulationShares } from "@mon/core-store"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { linkOf } from "./jobRecord.ts"

/** Returns the share link of a simulation. Does not create a link. */
const shareInfo = Effect.fn("shareInfo")(function* (caller: Caller, jobId: string) {
  yield* adminOnly(caller)
  const simulation = yield* foundJob(yield* (yield* Simulations).find(caller.viewer, jobId))
  return { shareUrl: yield* linkOf(simulation) }
})

/** Creates a new share link. The old link, and all pages that were opened with it, become invalid. */
const revokeShare = Effect.fn("revokeShare")(function* (caller: Caller, jobId: string) {
  yield* adminOnly(caller)
  const shareVersion = yield* foundJob(yield* (yield* SimulationShares).rotate(caller.viewer, jobId))
  return { shareUrl: yield* linkOf({ jobId, shareVersion }) }
})

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
