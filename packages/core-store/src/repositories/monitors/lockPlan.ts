import { effectivePlan, type PlanName, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

interface AccountRow {
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly now: Date
}

/**
 * Locks an account for the rest of the transaction and returns what its plan allows. The lock makes limits and
 * duplicate rules safe under concurrency, and a change of the plan waits for it. It does not block foreign key checks,
 * so a worker can open incidents meanwhile.
 */
export const lockPlan = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string) {
  const [account] = yield* sql<AccountRow>`
    select plan, plan_expires_at, mon_now() as now from account where id = ${accountKey}::bigint for no key update`
  const {
    [account === undefined ? "free" : effectivePlan(account.plan, account.plan_expires_at, account.now)]: limits
  } = yield* Effect.service(Plans)
  return limits
})
