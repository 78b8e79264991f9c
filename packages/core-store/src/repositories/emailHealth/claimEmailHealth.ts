import { type PlanName, Plans } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { EmailHealthChecks } from "./EmailHealthChecks.ts"
import { notOfAccounts } from "../monitors/notOfAccounts.ts"

interface Row {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly dkim_selectors: ReadonlyArray<string>
  readonly plan: PlanName
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

/** One statement, so that two workers never get the same domain; locked rows are skipped. */
export const claimEmailHealth = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["claim"] =>
  operation("EmailHealthChecks.claim", function* (limit, leaseMs, exceptAccounts = []) {
    const rows = yield* sql<Row>`
      with due as materialized (
        select monitor_id from email_health_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now()
          ${notOfAccounts(sql, "email_health_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      )
      update email_health_schedule s set
        lease_token = gen_random_uuid(),
        lease_until = mon_now() + ${leaseMs}::int * interval '1 millisecond'
      from due join monitor m on m.id = due.monitor_id join account a on a.id = m.account_id
      where s.monitor_id = due.monitor_id
      returning s.monitor_id::text as monitor_key, m.account_id::text as account_key, s.lease_token, m.hostname, m.dkim_selectors,
        case when a.plan_expires_at <= mon_now() then 'free' else a.plan end as plan,
        s.next_at as due_at, mon_now() as claimed_at, s.lease_until`
    const plans = yield* Plans
    return rows.map((row) => ({
      monitorKey: row.monitor_key,
      accountKey: row.account_key,
      leaseToken: row.lease_token,
      hostname: row.hostname,
      dkimSelectors: row.dkim_selectors.slice(0, plans[row.plan].dkimSelectors),
      dueAt: row.due_at.getTime(),
      claimedAt: row.claimed_at.getTime(),
      leaseUntil: row.lease_until.getTime()
    }))
  })

export const releaseEmailHealth = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["release"] =>
  operation("EmailHealthChecks.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map(({ leaseToken, monitorKey }) => ({ id: monitorKey, token: leaseToken }))
    yield* sql`
      update email_health_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
  })

export const postponeEmailHealth = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["postpone"] =>
  operation("EmailHealthChecks.postpone", function* ({ leaseToken, monitorKey }, delayMs) {
    yield* sql`
      update email_health_schedule set lease_until = null, lease_token = null,
        next_at = mon_now() + ${delayMs}::int * interval '1 millisecond'
      where monitor_id = ${monitorKey}::bigint and lease_token = ${leaseToken}::uuid`
  })
