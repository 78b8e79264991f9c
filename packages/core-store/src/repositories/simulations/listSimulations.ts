import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { offsetOf } from "../../sql/Page.ts"
import type { Simulations } from "./Simulations.ts"
import { selectSimulations, type SimulationRow, toSimulation, visibleSimulations } from "./SimulationRow.ts"

export const listSimulations = (sql: SqlClient.SqlClient): Simulations["Service"]["list"] =>
  operation("Simulations.list", function* (scope, { limit, page }) {
    const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from simulation s where ${visibleSimulations(sql, scope)}`
    const rows = yield* sql<SimulationRow>`
      ${selectSimulations(sql, scope)} and s.id = any (array(
        select s.id from simulation s where ${visibleSimulations(sql, scope)}
        order by s.id desc limit ${limit}::bigint offset ${offsetOf(page, limit)}::bigint))
      order by s.id desc`
    return { total: counted?.total ?? 0, items: rows.map(toSimulation) }
  })

export const findSimulation = (sql: SqlClient.SqlClient): Simulations["Service"]["find"] =>
  operation("Simulations.find", function* (scope, jobId) {
    if (!isPublicId(jobId)) return null
    const [row] = yield* sql<SimulationRow>`${selectSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
    return row === undefined ? null : toSimulation(row)
  })

export const simulationResults = (sql: SqlClient.SqlClient): Simulations["Service"]["results"] =>
  operation("Simulations.results", function* (scope, jobId) {
    if (!isPublicId(jobId)) return null
    const [row] = yield* sql<{ results: unknown }>`
      select s.results from simulation s where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
    return row?.results ?? null
  })
