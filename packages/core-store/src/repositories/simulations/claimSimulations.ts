import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { SimulationClaim, SimulationJobs } from "./SimulationJobs.ts"

/** Jobs of one account that run at the same time, so that a large customer does not block the others. */
const RUNNING_OF_ACCOUNT = 3

/** One statement, so that two workers never get the same job; locked rows are skipped. */
export const claimSimulations = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["claim"] =>
  Effect.fn("SimulationJobs.claim")(
    function* (limit, leaseMs, exceptAccounts = []) {
      return yield* sql<SimulationClaim>`
      with due as materialized (
        select s.id from simulation s
        where s.status in ('queued', 'processing') and (s.lease_until is null or s.lease_until <= mon_now())
          and s.account_id <> all(${exceptAccounts}::bigint[])
          and ${RUNNING_OF_ACCOUNT}::int > (
            select count(*) from simulation o
            where o.account_id = s.account_id and o.status = 'processing' and o.lease_until > mon_now())
        order by s.created_at, s.id
        limit ${limit}
        for update skip locked
      )
      update simulation s set status = 'processing', started_at = coalesce(s.started_at, mon_now()),
        attempts = s.attempts + 1, lease_token = gen_random_uuid(),
        lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      from due where s.id = due.id
      returning s.id::text as key, s.public_id as "jobId", s.account_id::text as "accountKey",
        s.lease_token as "leaseToken", s.attempts as attempt, s.sending_domains as "sendingDomains",
        s.prospect_entries as "prospectEntries",
        (extract(epoch from mon_now() - s.started_at) * 1000)::float8 as "runningMs"`
    },
    Effect.mapError(storeError("SimulationJobs.claim"))
  )

export const reportSimulation = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["progress"] =>
  Effect.fn("SimulationJobs.progress")(
    function* (claim, { done, etaSeconds, phase, total }, leaseMs) {
      const rows = yield* sql`
      update simulation set phase = ${phase}, done = ${done}::int, total = ${total}::int, eta_seconds = ${etaSeconds}::int,
        progress_at = mon_now(), lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      where id = ${claim.key}::bigint and lease_token = ${claim.leaseToken}::uuid and status = 'processing'
      returning 1`
      return rows.length > 0
    },
    Effect.mapError(storeError("SimulationJobs.progress"))
  )

/** A released job has not failed, so its attempt is not counted. */
export const releaseSimulations = (sql: SqlClient.SqlClient): SimulationJobs["Service"]["release"] =>
  Effect.fn("SimulationJobs.release")(
    function* (claims) {
      for (const { key, leaseToken } of claims) {
        yield* sql`
        update simulation set lease_until = null, lease_token = null, attempts = attempts - 1
        where id = ${key}::bigint and lease_token = ${leaseToken}::uuid and status = 'processing'`
      }
    },
    Effect.mapError(storeError("SimulationJobs.release"))
  )
