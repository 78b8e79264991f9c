import { monitorKindNames, monitorKinds, PlanName, Plans, type PlanTable, shortestInterval } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation } from "../sql/operation.ts"
import { survivingDeadlocks } from "../monitors/statements/lockMonitors.ts"

const MILLIS_PER_SECOND = 1_000

const minimums = (plans: PlanTable): string =>
  JSON.stringify(
    PlanName.literals.flatMap((plan) =>
      monitorKindNames.map((kind) => ({
        plan,
        kind: monitorKinds[kind].code,
        ms: shortestInterval(kind, plans[plan]) * MILLIS_PER_SECOND
      }))
    )
  )

/** SQL for the plan in force, equivalent to `effectivePlan` of @mon/model. */
const inForce = (sql: SqlClient.SqlClient) => sql`case when a.plan_expires_at <= mon_now() then 'free' else a.plan end`

/**
 * Applies the plans of accounts to the check intervals of their monitors. An earlier statement locks the accounts, so
 * that this statement sees every monitor that was created before.
 */
const applyTo = (sql: SqlClient.SqlClient, accounts: Fragment) =>
  Effect.gen(function* () {
    yield* sql`select 1 from account a ${accounts} for no key update of a`
    const [row] = yield* sql<{ changed: number }>`
      with minimum as (
        select * from jsonb_to_recordset(${minimums(yield* Plans)}::text::jsonb) as p(plan text, kind smallint, ms bigint)
      ), chosen as (
        select a.id, ${inForce(sql)} as plan from account a ${accounts} for no key update of a
      ), served as (
        update account a set served_plan = c.plan from chosen c where a.id = c.id
      ), wanted as (
        select m.id, greatest(m.check_interval_seconds * ${MILLIS_PER_SECOND}::bigint, p.ms) as ms
        from chosen c join monitor m on m.account_id = c.id and m.deleted_at is null
        join minimum p on p.plan = c.plan and p.kind = m.kind
      ), changed as (
        update monitor_schedule s set interval_ms = w.ms,
          next_at = case when s.next_at is null then null else least(s.next_at, next_on_grid(w.ms, s.phase, mon_now())) end
        from wanted w where s.monitor_id = w.id and s.interval_ms <> w.ms
        returning 1
      )
      select count(*)::int as changed from changed`
    return row?.changed ?? 0
  }).pipe(sql.withTransaction, survivingDeadlocks)

/**
 * The effective check intervals of monitors. The effective interval is the monitor's own interval, but at least the
 * minimum of the plan in force. All methods join the caller's transaction if there is one.
 */
export class EffectiveIntervals extends Context.Service<EffectiveIntervals>()("@mon/core-store/EffectiveIntervals", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Applies the plan of an account to the check intervals of its monitors. Returns the number of changed monitors.
     * Must be called after a change of plan.
     */
    apply: operation("EffectiveIntervals.apply", (accountKey: string) =>
      applyTo(sql, sql`where a.id = ${accountKey}::bigint`)
    ),
    /**
     * Applies the plans of at most `limit` accounts whose plan in force has changed and is not applied yet, for example
     * because the previous plan has expired.
     */
    applyDue: operation("EffectiveIntervals.applyDue", (limit: number) =>
      applyTo(sql, sql`where a.served_plan is distinct from ${inForce(sql)} order by a.id limit ${limit}`)
    )
  }))
}) {
  static readonly layer = Layer.effect(EffectiveIntervals, EffectiveIntervals.make)
}
