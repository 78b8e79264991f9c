import { PlanName, Plans, type PlanTable } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { isListOf, isObjectOf, isText } from "../../sql/JsonGuard.ts"
import { operation } from "../../sql/operation.ts"
import { olderDnsWatches, planInForce } from "../monitors/planLimits.sql.ts"
import type { DnsWatches, StoredDnsWatch } from "./DnsWatches.ts"

/** Time until a domain that is not observed now is due again. */
const RETRY = "interval '15 minutes'"

interface Row {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly hostname: string
  readonly dns_watch: unknown
  readonly state: unknown
  readonly plan: PlanName
  readonly interval_ms: string
  readonly claimed_at: Date
}

const isWatch = isObjectOf<StoredDnsWatch>({
  types: isListOf(isText),
  addresses: (value) => value === undefined || isListOf(isText)(value)
})

/** Whether an account with a plan may watch the DNS of a monitor `m`: the oldest monitors come first. */
export const isWithinPlan = (plan: string, limits: string): string =>
  `${olderDnsWatches} < coalesce((${limits} ->> ${plan})::int, 0)`

/** The watches of each plan, as JSON. */
export const watchLimits = (plans: PlanTable): string =>
  JSON.stringify(Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan].dnsWatches])))

const claimStatement = `
  with due as materialized (
    select w.monitor_id, m.account_id, m.hostname, m.dns_watch, ${planInForce} as plan, s.interval_ms,
      m.deleted_at is null and m.paused_at is null and m.dns_watch is not null
        and ${isWithinPlan(planInForce, "$4::text::jsonb")} as wanted,
      m.deleted_at is null as alive
    from dns_watch w
    join monitor m on m.id = w.monitor_id
    join monitor_schedule s on s.monitor_id = w.monitor_id
    join account a on a.id = m.account_id
    where greatest(w.next_at, w.lease_until) <= mon_now() and m.account_id <> all($3::bigint[])
    order by greatest(w.next_at, w.lease_until)
    limit $1
    for update of w skip locked
  ), claimed as (
    update dns_watch w set
      next_at = case when due.wanted then w.next_at when due.alive then mon_now() + ${RETRY} else 'infinity' end,
      lease_token = case when due.wanted then gen_random_uuid() end,
      lease_until = case when due.wanted then mon_now() + $2::int * interval '1 millisecond' end
    from due where w.monitor_id = due.monitor_id
    returning w.monitor_id, w.lease_token, w.state, due.account_id, due.hostname, due.dns_watch, due.plan, due.interval_ms
  )
  select monitor_id::text as monitor_key, account_id::text as account_key, lease_token, hostname, dns_watch, state, plan,
    interval_ms::text as interval_ms, mon_now() as claimed_at
  from claimed where lease_token is not null`

/** One statement, so that two workers never get the same domain; locked rows are skipped. */
export const claimDnsWatches = (sql: SqlClient.SqlClient): DnsWatches["Service"]["claim"] =>
  operation("DnsWatches.claim", function* (limit, leaseMs, exceptAccounts = []) {
    const limits = watchLimits(yield* Plans)
    const rows = yield* sql.unsafe<Row>(claimStatement, [limit, leaseMs, exceptAccounts, limits])
    return rows.map((row) => ({
      monitorKey: row.monitor_key,
      accountKey: row.account_key,
      leaseToken: row.lease_token,
      hostname: row.hostname,
      watch: isWatch(row.dns_watch) ? row.dns_watch : { types: [] },
      state: row.state,
      plan: row.plan,
      intervalMs: Number(row.interval_ms),
      claimedAt: row.claimed_at.getTime()
    }))
  })

export const releaseDnsWatches = (sql: SqlClient.SqlClient): DnsWatches["Service"]["release"] =>
  operation("DnsWatches.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map(({ leaseToken, monitorKey }) => ({ id: monitorKey, token: leaseToken }))
    yield* sql`
      update dns_watch w set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where w.monitor_id = c.id and w.lease_token = c.token`
  })
