import { BadRequest, messages, NotFound, pagination } from "@mon/api-contract"
import { Ledger, type SimulationCsvType, Simulations } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { germanSimulation } from "../../german/germanSimulation.ts"
import { FileDownload } from "../../http/HttpResponse.ts"
import { readSimulationResults } from "../../SimulationResults.ts"
import { spokenLanguage } from "../languageFor.ts"
import { jobRecord } from "./jobRecord.ts"

export const foundJob = <A>(value: A | null, message: string = messages.jobNotFound): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(new NotFound({ message })) : Effect.succeed(value)

export const getSimulation = Effect.fn("getSimulation")(function* (caller: Caller, jobId: string) {
  yield* adminOnly(caller)
  const simulations = yield* Simulations
  const simulation = yield* foundJob(yield* simulations.find(caller.viewer, jobId), messages.jobUnknown)
  const results = simulation.status === "completed" ? yield* simulations.results(caller.viewer, jobId) : null
  const record = readSimulationResults(results)
  const spoken = record !== null && (yield* spokenLanguage(caller)) === "de" ? germanSimulation(record) : record
  return { ...(yield* jobRecord(simulation)), results: spoken }
})

export const listSimulations = Effect.fn("listSimulations")(function* (
  caller: Caller,
  { limit = simulationLimits.pageSize.default, page = 1 }: { readonly page?: number; readonly limit?: number }
) {
  yield* adminOnly(caller)
  const { items, total } = yield* (yield* Simulations).list(caller.viewer, { page, limit })
  return { items: yield* Effect.forEach(items, jobRecord), pagination: pagination(total, page, limit) }
})

export const showSimulationCredits = Effect.fn("showSimulationCredits")(function* (caller: Caller) {
  yield* adminOnly(caller)
  const { balance, renewsAt, transactions } = yield* (yield* Ledger).show(caller.viewer.accountKey)
  return {
    balance,
    annualAllowance: caller.limits.annualSimulationCredits,
    renewsAt: renewsAt?.toISOString() ?? null,
    transactions: transactions.map((transaction) => ({
      ...transaction,
      createdAt: transaction.createdAt.toISOString()
    }))
  }
})

const TYPES: ReadonlyArray<SimulationCsvType> = ["campaign", "sender", "suggestion"]

export const downloadCsv = Effect.fn("downloadCsv")(function* (caller: Caller, jobId: string, requestedType: string) {
  const type = TYPES.find((known) => known === requestedType)
  if (type === undefined) return yield* new BadRequest({ message: messages.csvType })
  yield* adminOnly(caller)
  const simulations = yield* Simulations
  const { csvTypes } = yield* foundJob(yield* simulations.find(caller.viewer, jobId))
  if (!csvTypes.includes(type)) return yield* new NotFound({ message: messages.csvNotYet })
  return new FileDownload(
    `${type}-${jobId}.csv`,
    "text/csv; charset=utf-8",
    simulations.csv(caller.viewer, jobId, type)
  )
})
