import { messages } from "@mon/api-contract"
import { Simulations } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundJob } from "./access.ts"
import { jobRecord } from "./jobRecord.ts"
import { storedResults } from "./storedResults.ts"

/** How far a simulation is, and its results. */
export const getSimulation = Effect.fn("getSimulation")(function* (caller: Caller, jobId: string) {
  yield* ownerOnly(caller)
  const simulations = yield* Simulations
  const simulation = yield* foundJob(yield* simulations.find(caller.viewer, jobId), messages.jobUnknown)
  const results = simulation.status === "completed" ? yield* simulations.results(caller.viewer, jobId) : null
  return { ...(yield* jobRecord(simulation)), results: storedResults(results) }
})
