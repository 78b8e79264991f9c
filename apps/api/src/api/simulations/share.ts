import { SimulationShares, Simulations } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { foundJob } from "./read.ts"
import { linkOf } from "./jobRecord.ts"

/** The share link of a simulation. Does not create one. */
export const shareInfo = Effect.fn("shareInfo")(function* (caller: Caller, jobId: string) {
  yield* adminOnly(caller)
  const simulation = yield* foundJob(yield* (yield* Simulations).find(caller.viewer, jobId))
  return { shareUrl: yield* linkOf(simulation) }
})

/** Creates a new link. The old link, and every view it opened, stops working. */
export const revokeShare = Effect.fn("revokeShare")(function* (caller: Caller, jobId: string) {
  yield* adminOnly(caller)
  const shareVersion = yield* foundJob(yield* (yield* SimulationShares).rotate(caller.viewer, jobId))
  return { shareUrl: yield* linkOf({ jobId, shareVersion }) }
})
