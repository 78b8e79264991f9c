import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { SimulationJobs } from "./SimulationJobs.ts"

interface Expired {
  readonly jobId: string
  readonly accountKey: string
}

/** One transaction per job, so that a refund that fails does not stop the others. */
export const expireQueuedSimulations = (
  sql: SqlClient.SqlClient,
  refund: Ledger["Service"]["refund"]
): SimulationJobs["Service"]["expireQueued"] => {
  const expireOne = (hours: number) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [expired] = yield* sql<Expired>`
        update simulation set status = 'expired', prospect_entries = null, completed_at = mon_now()
        where id = (
          select id from simulation
          where status = 'queued' and created_at <= mon_now() - ${hours}::int * interval '1 hour'
          order by created_at limit 1 for update skip locked)
        returning public_id as "jobId", account_id::text as "accountKey"`
        if (expired === undefined) return false
        yield* refund(expired.accountKey, {
          jobId: expired.jobId,
          description: "Campaign simulation did not begin in time"
        })
        return true
      })
    )
  return operation("SimulationJobs.expireQueued", function* (hours, limit) {
    let count = 0
    while (count < limit && (yield* expireOne(hours))) count += 1
    return count
  })
}

export const expireCompletedSimulations = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["expireCompleted"] =>
  operation("SimulationJobs.expireCompleted", function* (days, limit) {
    const [row] = yield* sql<{ n: number }>`
      with over as (
        update simulation set status = 'expired', results = null
        where id in (
          select id from simulation
          where status = 'completed' and completed_at <= mon_now() - ${days}::int * interval '1 day'
          order by completed_at limit ${limit} for update skip locked)
        returning id
      ), deleted as (
        delete from simulation_csv where simulation_id in (select id from over)
      )
      select count(*)::int as n from over`
    return row?.n ?? 0
  })
