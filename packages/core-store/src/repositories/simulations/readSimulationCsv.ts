import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { operation } from "../../sql/operation.ts"
import type { Simulations } from "./Simulations.ts"
import { visibleSimulations } from "./SimulationRow.ts"

/** Reads each piece with its own statement, so that a slow reader occupies no connection. */
export const readSimulationCsv =
  (sql: SqlClient.SqlClient): Simulations["Service"]["csv"] =>
  (scope, jobId, type) => {
    if (!isPublicId(jobId)) return Stream.empty
    const read = operation("Simulations.csv", function* (piece: number) {
      const [row] = yield* sql<{ body: string }>`
      select c.body from simulation_csv c join simulation s on s.id = c.simulation_id
      where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid and c.type = ${type} and c.piece = ${piece}::int`
      return row
    })
    return Stream.unfold(0, (piece) =>
      Effect.map(read(piece), (row) => (row === undefined ? undefined : ([row.body, piece + 1] as const)))
    )
  }
