import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SimulationClaim, SimulationJobs } from "./SimulationJobs.ts"

/** Jobs of one account that run at the same time, so that a large customer does not block the others. */
const RUNNING_OF_ACCOUNT = 3

/** A job that no worker runs. */
const isDue = (sql: SqlClient.SqlClient) =>
  sql`s.status in ('queued', 'processing') and (s.lease_until is null or s.lease_until <= mon_now())`

const anyDue = (sql: SqlClient.SqlClient, exceptAccounts: ReadonlyArray<string>) =>
  sql`select 1 from simulation s where ${isDue(sql)} and s.account_id <> all(${exceptAccounts}::bigint[]) limit 1`

/** The running jobs of an account, and its jobs that are claimed before this one, are fewer than the limit. */
const claimDue = (
  sql: SqlClient.SqlClient,
  limit: number,
  leaseMs: number,
  exceptAccounts: ReadonlyArray<string>
) => sql<SimulationClaim>`
      with running as materialized (
        select account_id, count(*) as jobs from simulation
        where status = 'processing' and lease_until > mon_now() group by account_id
      ), ranked as materialized (
        select s.id, coalesce(r.jobs, 0) + row_number() over (partition by s.account_id order by s.created_at, s.id) as ordinal
        from simulation s left join running r on r.account_id = s.account_id
        where ${isDue(sql)} and s.account_id <> all(${exceptAccounts}::bigint[])
      ), due as materialized (
        select s.id from ranked join simulation s on s.id = ranked.id
        where ranked.ordinal <= ${RUNNING_OF_ACCOUNT}::int and ${isDue(sql)}
        order by s.created_at, s.id
        limit ${limit}
        for update of s skip locked
      )
      update simulation s set status = 'processing', started_at = coalesce(s.started_at, mon_now()),
        attempts = s.attempts + 1, lease_token = gen_random_uuid(),
        lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      from due where s.id = due.id
      returning s.id::text as key, s.public_id as "jobId", s.account_id::text as "accountKey",
        s.lease_token as "leaseToken", s.attempts as attempt, s.sending_domains as "sendingDomains",
        s.prospect_entries as "prospectEntries",
        (extract(epoch from mon_now() - s.started_at) * 1000)::float8 as "runningMs"`

/**
 * One claim at a time, so that claims at the same moment count each other's jobs. The lock has a statement of its own:
 * the next statement sees what the claim before has committed. A poll that finds nothing takes no lock.
 */
export const claimSimulations = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["claim"] =>
  operation("SimulationJobs.claim", function* (limit, leaseMs, exceptAccounts = []) {
    if ((yield* anyDue(sql, exceptAccounts)).length === 0) return []
    return yield* sql.withTransaction(
      Effect.andThen(
        sql`select pg_advisory_xact_lock(hashtext('simulation_claim'))`,
        claimDue(sql, limit, leaseMs, exceptAccounts)
      )
    )
  })

export const reportSimulation = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["progress"] =>
  operation("SimulationJobs.progress", function* (claim, { done, etaSeconds, phase, total }, leaseMs) {
    const rows = yield* sql`
      update simulation set phase = ${phase}, done = ${done}::int, total = ${total}::int, eta_seconds = ${etaSeconds}::int,
        progress_at = mon_now(), lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      where id = ${claim.key}::bigint and lease_token = ${claim.leaseToken}::uuid and status = 'processing'
      returning 1`
    return rows.length > 0
  })

/** A released job has not failed, so its attempt is not counted. */
export const releaseSimulations = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["release"] =>
  operation("SimulationJobs.release", function* (claims) {
    for (const { key, leaseToken } of claims) {
      yield* sql`
        update simulation set lease_until = null, lease_token = null, attempts = attempts - 1
        where id = ${key}::bigint and lease_token = ${leaseToken}::uuid and status = 'processing'`
    }
  })
