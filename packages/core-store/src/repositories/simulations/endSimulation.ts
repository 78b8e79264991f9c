import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { SimulationClaim, SimulationJobs } from "./SimulationJobs.ts"

/** Ends a job whose lease still lasts, and deletes its prospect entries, which are not needed any more. */
const ended = (sql: SqlClient.SqlClient, claim: SimulationClaim) =>
  sql`id = ${claim.key}::bigint and lease_token = ${claim.leaseToken}::uuid and status = 'processing'`

export const completeSimulation = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["complete"] =>
  operation("SimulationJobs.complete", function* (claim, { csv, results }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const rows = yield* sql`
        update simulation set status = 'completed', phase = 'done', done = total, eta_seconds = null,
          results = ${JSON.stringify(results)}::text::jsonb, prospect_entries = null, completed_at = mon_now(),
          lease_token = null, lease_until = null
        where ${ended(sql, claim)} returning 1`
        if (rows.length === 0) return false
        const pieces = new Map<string, number>()
        for (const { body, type } of csv) {
          const piece = pieces.get(type) ?? 0
          pieces.set(type, piece + 1)
          yield* sql`insert into simulation_csv (simulation_id, type, piece, body)
          values (${claim.key}::bigint, ${type}, ${piece}::int, ${body})`
        }
        return true
      })
    )
  })

export const failSimulation = (
  sql: SqlClient.SqlClient,
  refund: Ledger["Service"]["refund"]
): SimulationJobs["Service"]["fail"] =>
  operation("SimulationJobs.fail", function* (claim, { code, message }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const rows = yield* sql`
        update simulation set status = 'failed', error_code = ${code}, error_message = ${message}, eta_seconds = null,
          prospect_entries = null, completed_at = mon_now(), lease_token = null, lease_until = null
        where ${ended(sql, claim)} returning 1`
        if (rows.length === 0) return false
        yield* refund(claim.accountKey, { jobId: claim.jobId, description: "Campaign simulation failed" })
        return true
      })
    )
  })
