import type { SimulationPhase, SimulationStatus } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SimulationCsvType, StoredSimulation } from "./Simulations.ts"
import type { AccessScope } from "../access/AccessScope.ts"

export interface SimulationRow {
  readonly job_id: string
  readonly name: string
  readonly status: SimulationStatus
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  readonly eta_seconds: number | null
  readonly sending_domains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospect_count: number
  readonly credits: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly csv_types: ReadonlyArray<SimulationCsvType>
  readonly share_version: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly completed_at: Date | null
}

/** Simulations that the caller can see: all of the account for its owner, none for a member. */
export const visibleSimulations = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`s.account_id = ${scope.accountKey}::bigint and ${scope.role === "owner"}::boolean`

export const selectSimulations = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select s.public_id as job_id, s.name, s.status, s.phase, s.done, s.total,
      case when s.status = 'processing'
        then greatest(0, s.eta_seconds - extract(epoch from mon_now() - s.progress_at)::int) end as eta_seconds,
      s.sending_domains, s.notes, s.prospect_count, s.credits, s.error_code, s.error_message,
      array(select distinct c.type from simulation_csv c where c.simulation_id = s.id order by 1) as csv_types,
      s.share_version, s.created_at, s.started_at, s.completed_at
    from simulation s where ${visibleSimulations(sql, scope)}`

export const toSimulation = (row: SimulationRow): StoredSimulation => ({
  jobId: row.job_id,
  name: row.name,
  status: row.status,
  phase: row.phase,
  done: row.done,
  total: row.total,
  etaSeconds: row.eta_seconds,
  sendingDomains: row.sending_domains,
  notes: row.notes,
  prospectCount: row.prospect_count,
  credits: row.credits,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  csvTypes: row.csv_types,
  shareVersion: row.share_version,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at
})
