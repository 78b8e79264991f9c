import { ConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { codeLiteral, urlStateCodes } from "../monitors/MonitorCodes.ts"
import type { UrlCheckResult, UrlClaim } from "./UrlChecks.ts"

/** Time until the next check when the check itself failed. */
const FAULT_RETRY_MS = 60_000
/** Failed checks in a row that confirm an error. */
const FAILURES_TO_ERROR = 2

/** What a result changed. */
export interface UrlStep {
  /** Whether this check confirmed a failure, which is announced. */
  readonly confirmed: boolean
}

/**
 * The state machine of a URL monitor. Its state is that of the last check, but an error must be confirmed by a second
 * failed check. A failed manual check shows at once, and is announced once it is confirmed. A check without a verdict
 * changes only the time of the next check.
 *
 * A release before this one did not count failures: an error with a count of 0 has been announced, and the count of a
 * monitor without an error may be old.
 */
export const urlStateMachine = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  claim: UrlClaim,
  result: UrlCheckResult
) {
  const { confirmMs, retryUnknownMs } = yield* ConfirmationPolicy
  const at = new Date(result.at)
  const state = result.state === null ? null : urlStateCodes[result.state]
  const error = codeLiteral(sql, urlStateCodes.error)
  const unknown = codeLiteral(sql, urlStateCodes.unknown)
  const needed = codeLiteral(sql, FAILURES_TO_ERROR)
  const isOpen = sql`(${state}::smallint = ${error} and d.failures_now < ${needed})`
  const [step] = yield* sql<UrlStep>`
    with counted as (
      select s.*, case
          when s.state = ${error} and s.failures = 0 then ${needed}
          when s.state <> ${error} and s.failures >= ${needed} then 0
          else s.failures end as failures_before
      from monitor_schedule s where s.monitor_id = ${claim.monitorKey}::bigint
    ), decided as (
      select c.*, case
          when ${state}::smallint is null then c.failures_before
          when ${state}::smallint = ${error} then least(c.failures_before + 1, ${needed})
          else 0 end as failures_now
      from counted c
    ), judged as (
      select d.*, case when ${state}::smallint is null or (${isOpen} and not ${claim.manual}::boolean) then d.state
          else ${state}::smallint end as state_now
      from decided d
    )
    update monitor_schedule s set
      state = d.state_now,
      failures = d.failures_now,
      next_at = case
        when s.next_at is null then null
        when ${state}::smallint is null then mon_now() + least(s.interval_ms, ${FAULT_RETRY_MS}::int) * interval '1 millisecond'
        when ${isOpen} then mon_now() + least(s.interval_ms / 2.0,
          case when d.state = ${unknown} then ${retryUnknownMs}::int else ${confirmMs}::int end) * interval '1 millisecond'
        else next_on_grid(s.interval_ms, s.phase, mon_now()) end,
      lease_until = null,
      lease_token = null,
      last_checked_at = ${at},
      last_status_code = case when ${state}::smallint is null then s.last_status_code else ${result.statusCode}::smallint end,
      last_response_us = case when ${state}::smallint is null then s.last_response_us else ${result.responseUs}::int end,
      last_error_code = case when ${state}::smallint is null then s.last_error_code else ${result.error?.code ?? null}::text end,
      last_error_message = case when ${state}::smallint is null then s.last_error_message else ${result.error?.message ?? null}::text end,
      status_changed_at = case when d.state_now <> s.state then ${at}::timestamptz else s.status_changed_at end
    from judged d
    where s.monitor_id = d.monitor_id
    returning d.failures_before < ${needed} and d.failures_now >= ${needed} as confirmed`
  return step ?? { confirmed: false }
})
