import { effectivePlan, type PlanName, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"

/**
 * The maximum number of times that a transaction is repeated after a deadlock. A worker that records results acquires
 * locks in no particular order, so deadlocks can happen. PostgreSQL then ends one of the transactions.
 */
const DEADLOCKS_SURVIVED = 5

export const survivingDeadlocks = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(work, {
    times: DEADLOCKS_SURVIVED,
    while: (error) => isSqlError(error) && error.reason._tag === "DeadlockError"
  })

export const withIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  sql`m.public_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`

/**
 * Runs `work` in a transaction, after locking the chosen monitors `m` and their schedules in the order of their keys,
 * so that two bulk operations cannot deadlock. The statements of `work` see all results that were recorded before the
 * lock.
 */
export const holdingMonitors = <A, E, R>(
  sql: SqlClient.SqlClient,
  which: Fragment,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R> =>
  sql`
    select 1 from monitor m join monitor_schedule s on s.monitor_id = m.id where ${which}
    order by m.id for no key update of m, s`.pipe(Effect.andThen(work), sql.withTransaction, survivingDeadlocks)

interface AccountRow {
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly now: Date
}

/**
 * Locks an account for the rest of the transaction and returns the limits of its plan. The lock makes sure that
 * concurrent calls respect limits and duplicate rules, and that a change of the plan waits. The lock does not block
 * foreign key checks, so a worker can open incidents at the same time.
 */
export const lockPlan = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string) {
  const [account] = yield* sql<AccountRow>`
    select plan, plan_expires_at, mon_now() as now from account where id = ${accountKey}::bigint for no key update`
  const {
    [account === undefined ? "free" : effectivePlan(account.plan, account.plan_expires_at, account.now)]: limits
  } = yield* Effect.service(Plans)
  return limits
})
