import { SimulationShares, Simulations } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundJob } from "./read.ts"
import { linkOf } from "./jobRecord.ts"

/** Where a simulation is shared; only reads. */
export const shareInfo = Effect.fn("shareInfo")(function* (caller: Caller, jobId: string) {
  yield* ownerOnly(caller)
  const simulation = yield* foundJob(yield* (yield* Simulations).find(caller.viewer, jobId))
  return { shareUrl: yield* linkOf(simulation) }
})

/** Makes a new link; what the one before opened is closed. */
export const revokeShare = Effect.fn("revokeShare")(function* (caller: Caller, jobId: string) {
  yield* ownerOnly(caller)
  const shareVersion = yield* foundJob(yield* (yield* SimulationShares).rotate(caller.viewer, jobId))
  return { shareUrl: yield* linkOf({ jobId, shareVersion }) }
})
