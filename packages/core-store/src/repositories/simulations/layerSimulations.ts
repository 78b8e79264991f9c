import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { refundJob } from "../ledger/refundJob.ts"
import { reserveCredits } from "../ledger/reserveCredits.ts"
import { SimulationJobs } from "./SimulationJobs.ts"
import { Simulations } from "./Simulations.ts"
import { claimSimulations, releaseSimulations, reportSimulation } from "./claimSimulations.ts"
import { completeSimulation, failSimulation } from "./endSimulation.ts"
import { expireCompletedSimulations, expireQueuedSimulations } from "./expireSimulations.ts"
import { findSimulation, listSimulations, simulationResults } from "./listSimulations.ts"
import { readSimulationCsv } from "./readSimulationCsv.ts"
import { startSimulation } from "./startSimulation.ts"

/** {@link Simulations} over PostgreSQL. */
export const layerSimulations: Layer.Layer<Simulations, never, SqlClient.SqlClient> = Layer.effect(
  Simulations,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Simulations.of({
      start: startSimulation(sql, reserveCredits(sql)),
      find: findSimulation(sql),
      results: simulationResults(sql),
      list: listSimulations(sql),
      csv: readSimulationCsv(sql)
    })
  )
)

/** {@link SimulationJobs} over PostgreSQL. */
export const layerSimulationJobs: Layer.Layer<SimulationJobs, never, SqlClient.SqlClient> = Layer.effect(
  SimulationJobs,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SimulationJobs.of({
      claim: claimSimulations(sql),
      progress: reportSimulation(sql),
      complete: completeSimulation(sql),
      fail: failSimulation(sql, refundJob(sql)),
      release: releaseSimulations(sql),
      expireQueued: expireQueuedSimulations(sql, refundJob(sql)),
      expireCompleted: expireCompletedSimulations(sql)
    })
  )
)
