import { Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import { ALIVE_MS, ASKED_MS } from "../locations/LocationRules.ts"
import type { ClaimOptions, MonitorSchedule } from "./MonitorSchedule.ts"
import { codeLiteral, domainStateOf, kindCodes } from "../monitors/MonitorCodes.ts"
import { checkOptionColumns, type CheckOptionRow, readCheckOptions } from "../monitors/storedOptions.ts"
import { notOfAccounts } from "../monitors/notOfAccounts.ts"

interface Row extends CheckOptionRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly lease_token: string
  readonly url: string
  readonly hostname: string
  readonly timeout_ms: number
  readonly state: number
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

/** Whether the repair of an incident waits for a check from the location. */
const isAskedByRepair = (sql: SqlClient.SqlClient) =>
  sql`exists (select from incident_repair r where r.monitor_id = monitor_schedule.monitor_id and r.ended_at is null
              and next_location = any (r.asked))`

/**
 * One statement, so that two workers never get the same monitor; locked rows are skipped. The index is on the later of
 * due time and lease, so the scan also meets leases that end within `aheadMs`; they are filtered out.
 */
export const claimDueStatement = (
  sql: SqlClient.SqlClient,
  limit: number,
  leaseMarginMs: number,
  { aheadMs = 0, exceptAccounts = [], location }: ClaimOptions
) =>
  sql<Row>`
      with due as materialized (
        select monitor_id from monitor_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now() + ${aheadMs}::int * interval '1 millisecond'
          and (lease_until is null or lease_until <= mon_now()) and kind = ${codeLiteral(sql, kindCodes.domain)}
          and (next_location is null or next_location = ${location ?? null}
            or (streak_started_at is null and not ${isAskedByRepair(sql)})
            or next_at < mon_now() - ${ASKED_MS}::int * interval '1 millisecond'
            or not exists (select 1 from worker_location w where w.location = next_location
              and w.seen_at > mon_now() - ${ALIVE_MS}::int * interval '1 millisecond'))
          ${notOfAccounts(sql, "monitor_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)
        limit ${limit}
        for update skip locked
      )
      update monitor_schedule s set
        lease_token = gen_random_uuid(),
        lease_until = greatest(s.next_at, mon_now()) + (s.timeout_ms + ${leaseMarginMs}::int) * interval '1 millisecond'
      from due join monitor m on m.id = due.monitor_id
      where s.monitor_id = due.monitor_id
      returning s.monitor_id::text as monitor_key, m.account_id::text as account_key, s.lease_token, m.url, m.hostname,
        s.timeout_ms, s.state, s.next_at as due_at, mon_now() as claimed_at, s.lease_until,
        ${sql.literal(checkOptionColumns)}`

export const claimDue = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["claim"] =>
  operation("MonitorSchedule.claim", function* (limit, leaseMarginMs, options = {}) {
    const rows = yield* claimDueStatement(sql, limit, leaseMarginMs, options)
    const plans = yield* Plans
    return rows.map((row) => ({
      monitorKey: row.monitor_key,
      accountKey: row.account_key,
      leaseToken: row.lease_token,
      url: row.url,
      hostname: row.hostname,
      timeoutMs: row.timeout_ms,
      state: domainStateOf(row.state),
      dueAt: row.due_at.getTime(),
      claimedAt: row.claimed_at.getTime(),
      leaseUntil: row.lease_until.getTime(),
      ...readCheckOptions(row, plans)
    }))
  })

export const releaseClaims = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["release"] =>
  operation("MonitorSchedule.release", function* (claims) {
    if (claims.length === 0) return
    const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
    yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
  })

export const postponeClaims = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["postpone"] =>
  operation("MonitorSchedule.postpone", function* (claims, delayMs) {
    if (claims.length === 0) return
    const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
    yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null, next_at = mon_now() + ${delayMs}::int * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
  })

export const withdrawnClaims = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["withdrawn"] =>
  operation("MonitorSchedule.withdrawn", function* (claims) {
    if (claims.length === 0) return new Set<string>()
    const leases = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
    const rows = yield* sql<{ token: string }>`
      select c.token from jsonb_to_recordset(${JSON.stringify(leases)}::text::jsonb) as c(id bigint, token uuid)
      left join monitor_schedule s on s.monitor_id = c.id and s.lease_token = c.token where s.monitor_id is null`
    return new Set(rows.map(({ token }) => token))
  })

/** Names the kind, so that the index of its due times answers with its first entry. */
const oldestOf = (sql: SqlClient.SqlClient, kind: number) =>
  sql`(select min(greatest(next_at, lease_until)) from monitor_schedule
      where next_at is not null and kind = ${codeLiteral(sql, kind)})`

export const oldestDueMs =
  (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["oldestDueMs"] =>
  () =>
    sql<{ ms: number }>`
    select coalesce(greatest(extract(epoch from mon_now() - least(
      ${oldestOf(sql, kindCodes.domain)}, ${oldestOf(sql, kindCodes.url)})) * 1000, 0), 0)::double precision as ms`.pipe(
      Effect.map(([row]) => row?.ms ?? 0),
      Effect.mapError(storeError("MonitorSchedule.oldestDueMs"))
    )

export const ensurePartitions = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["ensurePartitions"] =>
  operation("MonitorSchedule.ensurePartitions", function* (daysAhead) {
    const [row] = yield* sql<{ made: number }>`select ensure_history_partitions(${daysAhead}::int) as made`
    return row?.made ?? 0
  })
