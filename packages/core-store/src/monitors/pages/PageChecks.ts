import { isPublicId, type PlanLimits, type PlanName, Plans, type PlanTable, pageFields, pageLimits } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isOfKind, stateOf } from "../statements/MonitorCodes.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "../statements/monitorColumns.ts"
import { planInForce } from "../statements/stoppedColumns.ts"
import { checkOptionColumns, type CheckOptionRow, firstDue, readCheckOptions } from "../statements/storedOptions.ts"
import { notOfAccounts } from "../statements/stopWithAccount.ts"
import {
  countLostLease,
  isSuspect,
  readSuspicion,
  suspicionColumns,
  type SuspicionRow
} from "../statements/suspicion.sql.ts"
import { visiblePages } from "../statements/visibleMonitors.ts"
import { purgePageHistory, recordPage, pageLastFound, urlPage } from "./recordPage.ts"
import type { PageClaim } from "./pageStateMachine.sql.ts"

/** The answer to a request for a manual check: a lease, or the reason why the check may not begin. */
export type ManualClaim =
  | { readonly _tag: "Claimed"; readonly claim: PageClaim }
  /** Another check of the monitor is running, until `leaseUntil` at the latest (milliseconds since the epoch). */
  | { readonly _tag: "UnderWay"; readonly leaseToken: string; readonly leaseUntil: number }
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  /**
   * Only a worker may make the check, because the check may end its process. The monitor is due immediately, unless it
   * is paused. `checkedAt` is the time of the last check, in milliseconds since the epoch.
   */
  | { readonly _tag: "Suspect"; readonly isPaused: boolean; readonly checkedAt: number | null }

interface Row extends ColumnsOf<typeof pageFields>, CheckOptionRow, SuspicionRow {
  readonly monitor_key: string
  readonly account_key: string
  readonly id: string
  readonly lease_token: string
  readonly url: string
  readonly timeout_ms: number
  readonly state: number
  readonly plan: PlanName
  readonly due_at: Date
  readonly claimed_at: Date
  readonly lease_until: Date
}

const settingsOf = settingsReader(pageFields)

const renderOf = (wanted: boolean, { pageRendering }: PlanLimits): PageClaim["render"] =>
  wanted && !pageRendering ? "refused" : wanted

const toClaim = (row: Row, plans: PlanTable, manual: boolean): PageClaim => {
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
    state: stateOf("url", row.state),
    screenshotEnabled,
    screenshotWaitMs,
    rules: { include, exclude, ignoreLines, trigger, onlyLines, minimumChange },
    render: renderOf(render, plans[row.plan]),
    plan: row.plan,
    dueAt: row.due_at.getTime(),
    claimedAt: row.claimed_at.getTime(),
    leaseUntil: row.lease_until.getTime(),
    manual,
    ...readSuspicion(row),
    ...readCheckOptions(row, plans)
  }
}

const columns = (sql: SqlClient.SqlClient) => sql`
  s.monitor_id::text as monitor_key, m.account_id::text as account_key, m.public_id as id, s.lease_token, m.url,
  s.timeout_ms, s.state, ${sql.literal(monitorColumns.url.selected)},
  ${sql.literal(planInForce)} as plan,
  coalesce(s.next_at, mon_now()) as due_at, mon_now() as claimed_at, s.lease_until,
  ${sql.literal(suspicionColumns)}, ${sql.literal(checkOptionColumns)}`

/** One statement claims the monitors, so that two workers never get the same monitor. Locked rows are skipped. */
export const claimPagesStatement = (
  sql: SqlClient.SqlClient,
  limit: number,
  marginMs: number,
  exceptAccounts: ReadonlyArray<string>
) => {
  const due = sql`
        select monitor_id from monitor_schedule
        where next_at is not null and greatest(next_at, lease_until) <= mon_now() and ${sql.literal(isOfKind("monitor_schedule", "url"))}
          ${notOfAccounts(sql, "monitor_schedule.monitor_id", exceptAccounts)}
        order by greatest(next_at, lease_until)`
  return sql<Row>`
      with due as materialized (${firstDue(sql, limit, due)})
      update monitor_schedule s set
        ${sql.literal(countLostLease)},
        lease_token = gen_random_uuid(),
        lease_until = mon_now() + (s.timeout_ms + m.screenshot_wait_ms + ${marginMs}::int) * interval '1 millisecond'
      from due join monitor m on m.id = due.monitor_id join account a on a.id = m.account_id
      where s.monitor_id = due.monitor_id
      returning ${columns(sql)}`
}

interface LeaseState {
  readonly key: string
  readonly wait_seconds: number
  readonly lease_token: string | null
  readonly lease_until: Date | null
  readonly is_suspect: boolean
  readonly is_paused: boolean
  readonly last_checked_at: Date | null
}

/**
 * The rows are locked first, so that only one of two concurrent requests gets a lease, and a monitor that is being
 * deleted gets no lease.
 */
const claimUrlManually = (sql: SqlClient.SqlClient) =>
  operation(
    "PageChecks.claimManually",
    function* (scope: AccessScope, id: string, marginMs: number): Returns<ManualClaim | null> {
      if (!isPublicId(id)) return null
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [leased] = yield* sql<LeaseState>`
        select s.monitor_id::text as key,
          ceil(extract(epoch from p.manual_checked_at - mon_now()) + ${pageLimits.checkNowSeconds}::int)::int as wait_seconds,
          case when s.lease_until > mon_now() then s.lease_token end as lease_token, s.lease_until,
          ${sql.literal(isSuspect("s"))} as is_suspect, s.next_at is null as is_paused, s.last_checked_at
        from monitor m join monitor_schedule s on s.monitor_id = m.id left join url_page p on p.monitor_id = m.id
        where ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid
        for no key update of m, s`
          if (leased === undefined) return null
          const { is_paused, is_suspect, key, last_checked_at, lease_token, lease_until, wait_seconds } = leased
          if (wait_seconds > 0) return { _tag: "TooSoon", seconds: wait_seconds } as const
          if (lease_token !== null && lease_until !== null) {
            return { _tag: "UnderWay", leaseToken: lease_token, leaseUntil: lease_until.getTime() } as const
          }
          if (is_suspect) {
            yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${key}::bigint and next_at is not null`
            return { _tag: "Suspect", isPaused: is_paused, checkedAt: last_checked_at?.getTime() ?? null } as const
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
    }
  )

/** Checks of pages. A worker claims a check with a lease, and the result counts only if the lease has not expired. */
export class PageChecks extends Context.Service<PageChecks>()("@mon/core-store/PageChecks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Leases up to `limit` due pages for their timeout plus `marginMs`. The most overdue pages come first. Skips pages
     * of `exceptAccounts`.
     */
    claim: operation(
      "PageChecks.claim",
      function* (
        limit: number,
        marginMs: number,
        exceptAccounts: ReadonlyArray<string> = []
      ): Returns<ReadonlyArray<PageClaim>> {
        const rows = yield* claimPagesStatement(sql, limit, marginMs, exceptAccounts)
        const plans = yield* Plans
        return rows.map((row) => toClaim(row, plans, false))
      }
    ),
    /**
     * Leases one monitor of the caller's account for a manual check, even if the monitor is paused. Null if there is no
     * such monitor.
     */
    claimManually: claimUrlManually(sql),
    /** Returns whether a lease has not expired, which means that its check is still running. */
    isUnderWay: operation("PageChecks.isUnderWay", function* (id: string, leaseToken: string) {
      const rows = yield* sql`
      select 1 from monitor m join monitor_schedule s on s.monitor_id = m.id
      where m.public_id = ${id}::uuid and s.lease_token = ${leaseToken}::uuid and s.lease_until > mon_now()`
      return rows.length > 0
    }),
    /**
     * Records the end of a check that a person waited for, although another request had started the check. The check
     * counts as a manual check.
     */
    joined: operation("PageChecks.joined", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return
      yield* sql`
      update url_page p set manual_checked_at = mon_now()
      from monitor m where m.id = p.monitor_id and ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid`
    }),
    /**
     * Returns the stored snapshot of a page, with which a check is compared. Null before the first successful check.
     */
    page: urlPage(sql),
    /** Records a result in one transaction. Returns false and changes nothing if the lease has ended. */
    record: recordPage(sql),
    /** Returns the change that the last check found. Null if the check found no change. */
    lastFound: pageLastFound(sql),
    /** Releases unused leases, so that another worker can make the checks. */
    release: operation("PageChecks.release", function* (claims: ReadonlyArray<PageClaim>) {
      if (claims.length === 0) return
      const rows = claims.map((claim) => ({ id: claim.monitorKey, token: claim.leaseToken }))
      yield* sql`
      update monitor_schedule s set lease_until = null, lease_token = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c(id bigint, token uuid)
      where s.monitor_id = c.id and s.lease_token = c.token`
    }),
    /**
     * Deletes expired screenshots and unused texts, at most `limit` of each kind. Returns the number of deleted rows.
     */
    purge: purgePageHistory(sql)
  }))
}) {
  static readonly layer = Layer.effect(PageChecks, PageChecks.make)
}
