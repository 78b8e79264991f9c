import { isPublicId, type PlanLimits, type PlanName, Plans, type PlanTable, urlFields, urlLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { UrlChecks, UrlClaim } from "./UrlChecks.ts"
import { visibleUrls } from "../monitors/visibleMonitors.ts"
import { codeLiteral, kindCodes, urlStateOf } from "../monitors/MonitorCodes.ts"
import { checkOptionColumns, type CheckOptionRow, readCheckOptions } from "../monitors/storedOptions.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "../monitors/monitorColumns.ts"
import { notOfAccounts } from "../monitors/notOfAccounts.ts"
import { planInForce } from "../monitors/planLimits.sql.ts"

interface Row extends ColumnsOf<typeof urlFields>, CheckOptionRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly id: string
  readonly lease_token: string
  readonly url: string
  readonly hostname: string
  readonly timeout_ms: number
  readonly state: number
  readonly plan: PlanName
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

const settingsOf = settingsReader(urlFields)

const renderOf = (wanted: boolean, { pageRendering }: PlanLimits): UrlClaim["render"] =>
  wanted && !pageRendering ? "refused" : wanted

const toClaim = (row: Row, plans: PlanTable, manual: boolean): UrlClaim => {
  const {
    exclude,
    ignoreLines,
    include,
    minimumChange,
    onlyLines,
    render,
    screenshotEnabled,
    screenshotWaitMs,
    trigger
  } = settingsOf(row)
  return {
    monitorKey: row.monitor_key,
    accountKey: row.account_key,
    id: row.id,
    leaseToken: row.lease_token,
    url: row.url,
    hostname: row.hostname,
    timeoutMs: row.timeout_ms,
    state: urlStateOf(row.state),
    screenshotEnabled,
    screenshotWaitMs,
    rules: { include, exclude, ignoreLines, trigger, onlyLines, minimumChange },
    render: renderOf(render, plans[row.plan]),
    plan: row.plan,
    dueAt: row.due_at.getTime(),
    claimedAt: row.claimed_at.getTime(),
    leaseUntil: row.lease_until.getTime(),
    manual,
    ...readCheckOptions(row, plans)
  }
}

const columns = (sql: SqlClient.SqlClient) => sql`
  s.monitor_id::text as monitor_key, m.account_id::text as account_key, m.public_id as id, s.lease_token, m.url, m.hostname,
  s.timeout_ms, s.state, ${sql.literal(monitorColumns.url.selected)},
  ${sql.literal(planInForce)} as plan,
  coalesce(s.next_at, mon_now()) as due_at, mon_now() as claimed_at, s.lease_until,
  ${sql.literal(checkOptionColumns)}`

/** One statement, so that two workers never get the same monitor; locked rows are skipped. */
export const claimUrlsStatement = (
  sql: SqlClient.SqlClient,
  limit: number,
  marginMs: number,
  exceptAccounts: ReadonlyArray<string>
) =>
  sql<Row>`
      with due as materialized (
        select monitor_id from monitor_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now() and kind = ${codeLiteral(sql, kindCodes.url)}
          ${notOfAccounts(sql, "monitor_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      )
      update monitor_schedule s set
        lease_token = gen_random_uuid(),
        lease_until = mon_now() + (s.timeout_ms + m.screenshot_wait_ms + ${marginMs}::int) * interval '1 millisecond'
      from due join monitor m on m.id = due.monitor_id join account a on a.id = m.account_id
      where s.monitor_id = due.monitor_id
      returning ${columns(sql)}`

export const claimUrls = (sql: SqlClient.SqlClient): UrlChecks["Service"]["claim"] =>
  operation("UrlChecks.claim", function* (limit, marginMs, exceptAccounts = []) {
    const rows = yield* claimUrlsStatement(sql, limit, marginMs, exceptAccounts)
    const plans = yield* Plans
    return rows.map((row) => toClaim(row, plans, false))
  })

interface LeaseState {
  readonly key: string
  readonly wait_seconds: number
  readonly lease_token: string | null
  readonly lease_until: Date | null
}

/** The rows are locked first: two concurrent requests get one lease, and a monitor that is being deleted gives none. */
export const claimUrlManually = (sql: SqlClient.SqlClient): UrlChecks["Service"]["claimManually"] =>
  operation("UrlChecks.claimManually", function* (scope, id, marginMs) {
    if (!isPublicId(id)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [leased] = yield* sql<LeaseState>`
        select s.monitor_id::text as key,
          ceil(extract(epoch from p.manual_checked_at - mon_now()) + ${urlLimits.checkNowSeconds}::int)::int as wait_seconds,
          case when s.lease_until > mon_now() then s.lease_token end as lease_token, s.lease_until
        from monitor m join monitor_schedule s on s.monitor_id = m.id left join url_page p on p.monitor_id = m.id
        where ${visibleUrls(sql, scope)} and m.public_id = ${id}::uuid
        for no key update of m, s`
        if (leased === undefined) return null
        const { key, lease_token, lease_until, wait_seconds } = leased
        if (wait_seconds > 0) return { _tag: "TooSoon", seconds: wait_seconds } as const
        if (lease_token !== null && lease_until !== null) {
          return { _tag: "UnderWay", leaseToken: lease_token, leaseUntil: lease_until.getTime() } as const
        }
        const rows = yield* sql<Row>`
        update monitor_schedule s set
          lease_token = gen_random_uuid(),
          lease_until = mon_now() + (s.timeout_ms + m.screenshot_wait_ms + ${marginMs}::int) * interval '1 millisecond'
        from monitor m join account a on a.id = m.account_id
        where s.monitor_id = ${key}::bigint and m.id = s.monitor_id
        returning ${columns(sql)}`
        const plans = yield* Plans
        const [claim] = rows.map((row) => toClaim(row, plans, true))
        return claim === undefined ? null : ({ _tag: "Claimed", claim } as const)
      })
    )
  })

export const isUrlUnderWay = (sql: SqlClient.SqlClient): UrlChecks["Service"]["isUnderWay"] =>
  operation("UrlChecks.isUnderWay", function* (id, leaseToken) {
    const rows = yield* sql`
      select 1 from monitor m join monitor_schedule s on s.monitor_id = m.id
      where m.public_id = ${id}::uuid and s.lease_token = ${leaseToken}::uuid and s.lease_until > mon_now()`
    return rows.length > 0
  })

export const releaseUrls = (sql: SqlClient.SqlClient): UrlChecks["Service"]["release"] =>
  operation("UrlChecks.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
    yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
  })
