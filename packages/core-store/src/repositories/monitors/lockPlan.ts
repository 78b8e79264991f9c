import { effectivePlan, type PlanName, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

interface AccountRow {
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly now: Date
}

/**
 * Locks an account for the rest of the transaction and answers what its plan allows now: the lock that makes limits and
 * duplicate rules hold, and that a change of the plan waits for. It lets foreign keys through: what holds a schedule's
 * row, and opens an incident, does not wait for it.
 */
export const lockPlan = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string) {
  const [account] = yield* sql<AccountRow>`
    select plan, plan_expires_at, mon_now() as now from account where id = ${accountKey}::bigint for no key update`
  const {
    [account === undefined ? "free" : effectivePlan(account.plan, account.plan_expires_at, account.now)]: limits
  } = yield* Effect.service(Plans)
  return limits
})
