import type * as SqlClient from "effect/sql/SqlClient"
import { urlStateCodes } from "../monitors/MonitorCodes.ts"
import type { UrlCheckResult, UrlClaim } from "./UrlChecks.ts"

/** Time until the next check when the check itself failed. */
const FAULT_RETRY_MS = 60_000

/**
 * The state machine of a URL monitor: its state is that of the last check. A check that itself failed changes only the
 * time of the next check.
 */
export const urlStateMachine = (sql: SqlClient.SqlClient, claim: UrlClaim, result: UrlCheckResult) => {
  const at = new Date(result.at)
  const state = result.state === null ? null : urlStateCodes[result.state]
  return sql`
    update monitor_schedule s set
      state = coalesce(${state}::smallint, s.state),
      next_at = case
        when s.next_at is null then null
        when ${state}::smallint is null then mon_now() + least(s.interval_ms, ${FAULT_RETRY_MS}::int) * interval '1 millisecond'
        else next_on_grid(s.interval_ms, s.phase, mon_now()) end,
      lease_until = null,
      lease_token = null,
      last_checked_at = ${at},
      last_status_code = case when ${state}::smallint is null then s.last_status_code else ${result.statusCode}::smallint end,
      last_response_us = case when ${state}::smallint is null then s.last_response_us else ${result.responseUs}::int end,
      last_error_code = case when ${state}::smallint is null then s.last_error_code else ${result.error?.code ?? null}::text end,
      last_error_message = case when ${state}::smallint is null then s.last_error_message else ${result.error?.message ?? null}::text end,
      status_changed_at = case when ${state}::smallint is distinct from s.state and ${state}::smallint is not null
        then ${at}::timestamptz else s.status_changed_at end
    where s.monitor_id = ${claim.monitorKey}::bigint`
}
