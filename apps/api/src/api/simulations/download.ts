import { BadRequest, messages, NotFound } from "@mon/api-contract"
import { type SimulationCsvType, Simulations } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { FileReply } from "../../http/FileResponse.ts"
import { foundJob } from "./access.ts"

const TYPES: ReadonlyArray<SimulationCsvType> = ["campaign", "sender", "suggestion"]

/** A CSV of a simulation, sent while it is read. */
export const downloadCsv = Effect.fn("downloadCsv")(function* (caller: Caller, jobId: string, asked: string) {
  const type = TYPES.find((known) => known === asked)
  if (type === undefined) return yield* new BadRequest({ message: messages.csvType })
  yield* ownerOnly(caller)
  const simulations = yield* Simulations
  const { csvTypes } = yield* foundJob(yield* simulations.find(caller.viewer, jobId))
  if (!csvTypes.includes(type)) return yield* new NotFound({ message: messages.csvNotYet })
  return new FileReply(`${type}-${jobId}.csv`, "text/csv; charset=utf-8", simulations.csv(caller.viewer, jobId, type))
})
