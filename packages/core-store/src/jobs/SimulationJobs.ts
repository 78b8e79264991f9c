import type { SimulationPhase } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { type Ledger, refundJob } from "../accounts/Ledger.ts"
import type { SimulationCsvType } from "./Simulations.ts"

/** A job that is leased to the caller. */
export interface SimulationClaim {
  /** The internal key of the simulation (bigint as text). */
  readonly key: string
  readonly jobId: string
  readonly accountKey: string
  readonly leaseToken: string
  /** The number of the attempt, counted from 1. Each worker that ended during the job adds one. */
  readonly attempt: number
  /** The time since the first worker started the job, in milliseconds on the database's clock. */
  readonly runningMs: number
  readonly sendingDomains: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
}

/** The progress of a job: the domains of the current phase, and the estimated seconds left (null if unknown). */
export interface SimulationProgressReport {
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  readonly etaSeconds: number | null
}

/** The results of a finished job. */
export interface SimulationOutcome {
  /** The results of the simulation, as plain JSON. */
  readonly results: unknown
  readonly csv: Iterable<{ readonly type: SimulationCsvType; readonly body: string }>
}

/**
 * The maximum number of running jobs of one account, so that an account with many jobs does not hold up other accounts.
 */
const RUNNING_OF_ACCOUNT = 3

export const isUndone = "s.status in ('queued', 'processing')"

/** SQL for whether a simulation `s` is not done and no worker is running the simulation. */
const isDue = (sql: SqlClient.SqlClient) =>
  sql`${sql.literal(isUndone)} and (s.lease_until is null or s.lease_until <= mon_now())`

const anyDue = (sql: SqlClient.SqlClient, exceptAccounts: ReadonlyArray<string>) =>
  sql`select 1 from simulation s where ${isDue(sql)} and s.account_id <> all(${exceptAccounts}::bigint[]) limit 1`

/**
 * Counts each account's running jobs and the jobs ahead in this claim. Together, these jobs must stay within the limit
 * of the account.
 */
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
 * Runs one claim at a time, so that concurrent claims count each other's jobs. The lock is a separate statement,
 * because only a later statement sees the rows that the last claim has committed. If there is no work, no lock is
 * acquired.
 */
const claimSimulations = (sql: SqlClient.SqlClient) =>
  operation(
    "SimulationJobs.claim",
    function* (limit: number, leaseMs: number, exceptAccounts: ReadonlyArray<string> = []) {
      if ((yield* anyDue(sql, exceptAccounts)).length === 0) return []
      return yield* sql.withTransaction(
        Effect.andThen(
          sql`select pg_advisory_xact_lock(hashtext('simulation_claim'))`,
          claimDue(sql, limit, leaseMs, exceptAccounts)
        )
      )
    }
  )

/** A released job has not failed, so its attempt is not counted. */
const releaseSimulations = (sql: SqlClient.SqlClient) =>
  operation("SimulationJobs.release", function* (claims: ReadonlyArray<SimulationClaim>) {
    for (const { key, leaseToken } of claims) {
      yield* sql`
        update simulation set lease_until = null, lease_token = null, attempts = attempts - 1
        where id = ${key}::bigint and lease_token = ${leaseToken}::uuid and status = 'processing'`
    }
  })

/** SQL for whether a job is in progress and still belongs to the claim. */
const ended = (sql: SqlClient.SqlClient, claim: SimulationClaim) =>
  sql`id = ${claim.key}::bigint and lease_token = ${claim.leaseToken}::uuid and status = 'processing'`

const completeSimulation = (sql: SqlClient.SqlClient) =>
  operation("SimulationJobs.complete", function* (claim: SimulationClaim, outcome: SimulationOutcome) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const rows = yield* sql`
        update simulation set status = 'completed', phase = 'done', done = total, eta_seconds = null,
          results = ${JSON.stringify(outcome.results)}::text::jsonb, prospect_entries = null, completed_at = mon_now(),
          lease_token = null, lease_until = null
        where ${ended(sql, claim)} returning 1`
        if (rows.length === 0) return false
        const pieces = new Map<string, number>()
        for (const { body, type } of outcome.csv) {
          const piece = pieces.get(type) ?? 0
          pieces.set(type, piece + 1)
          yield* sql`insert into simulation_csv (simulation_id, type, piece, body)
          values (${claim.key}::bigint, ${type}, ${piece}::int, ${body})`
        }
        return true
      })
    )
  })

const failSimulation = (sql: SqlClient.SqlClient, refund: Ledger["Service"]["refund"]) =>
  operation(
    "SimulationJobs.fail",
    function* (claim: SimulationClaim, error: { readonly code: string; readonly message: string }) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const rows = yield* sql`
        update simulation set status = 'failed', error_code = ${error.code}, error_message = ${error.message}, eta_seconds = null,
          prospect_entries = null, completed_at = mon_now(), lease_token = null, lease_until = null
        where ${ended(sql, claim)} returning 1`
          if (rows.length === 0) return false
          yield* refund(claim.accountKey, { jobId: claim.jobId, description: "Campaign simulation failed" })
          return true
        })
      )
    }
  )

interface Expired {
  readonly jobId: string
  readonly accountKey: string
}

/** Each job has its own transaction, so that a failed refund of one job does not stop the work on the other jobs. */
const expireQueuedSimulations = (sql: SqlClient.SqlClient, refund: Ledger["Service"]["refund"]) => {
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
          description: "Campaign simulation did not start in time"
        })
        return true
      })
    )
  return operation("SimulationJobs.expireQueued", function* (hours: number, limit: number) {
    let count = 0
    while (count < limit && (yield* expireOne(hours))) count += 1
    return count
  })
}

const expireCompletedSimulations = (sql: SqlClient.SqlClient) =>
  operation("SimulationJobs.expireCompleted", function* (days: number, limit: number) {
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

/**
 * Campaign simulations for workers. Jobs are claimed with a lease. A result counts only while the job still has the
 * token of that lease.
 */
export class SimulationJobs extends Context.Service<SimulationJobs>()("@mon/core-store/SimulationJobs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` jobs for `leaseMs`, oldest first. Skips jobs of `exceptAccounts`, and of accounts with three
     * running jobs.
     */
    claim: claimSimulations(sql),
    /** Stores progress and extends the lease. False if the lease was lost or the job has ended. */
    progress: operation(
      "SimulationJobs.progress",
      function* (claim: SimulationClaim, report: SimulationProgressReport, leaseMs: number) {
        const { done, etaSeconds, phase, total } = report
        const rows = yield* sql`
      update simulation set phase = ${phase}, done = ${done}::int, total = ${total}::int, eta_seconds = ${etaSeconds}::int,
        progress_at = mon_now(), lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      where id = ${claim.key}::bigint and lease_token = ${claim.leaseToken}::uuid and status = 'processing'
      returning 1`
        return rows.length > 0
      }
    ),
    /** Stores the results in one transaction. False if the lease was lost or the job has ended. */
    complete: completeSimulation(sql),
    /**
     * Ends a job without results and refunds its credits in one transaction. False if the lease was lost or the job has
     * ended.
     */
    fail: failSimulation(sql, refundJob(sql)),
    /** Releases jobs, so that another worker can continue them. */
    release: releaseSimulations(sql),
    /** Ends jobs that were not started within `hours`, and refunds their credits. Returns the number of ended jobs. */
    expireQueued: expireQueuedSimulations(sql, refundJob(sql)),
    /** Deletes results older than `days`. Returns the number of affected jobs. */
    expireCompleted: expireCompletedSimulations(sql)
  }))
}) {
  static readonly layer = Layer.effect(SimulationJobs, SimulationJobs.make)
}
