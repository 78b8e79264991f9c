import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type MemberRow, scopeRole } from "../access/AccessScope.ts"
import type { ReportRecipient, WeeklyReports } from "./WeeklyReports.ts"

interface Row extends MemberRow {
  readonly account_key: string
  readonly user_key: string
  readonly membership_key: string
  readonly account_id: string
  readonly membership_id: string
  readonly zone: string
}

/** A report is written on the Monday after its week, or until the end of Wednesday after an outage. */
const WRITTEN = "interval '3 days'"
/** More than the time between the Mondays of two zones, so that a change of time zone causes no second report. */
const MOVED = "interval '2 days'"

export const dueReports = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["due"] =>
  operation("WeeklyReports.due", function* (weeks, limit) {
    if (weeks.length === 0) return []
    const rows = yield* sql<Row>`
      select ms.account_id::text as account_key, ms.user_id::text as user_key, ms.id::text as membership_key,
        a.public_id as account_id, ms.public_id as membership_id, ms.role, ms.member_role, w.zone
      from membership ms
      join account a on a.id = ms.account_id
      left join user_setting us on us.user_id = ms.user_id
      join jsonb_to_recordset(${JSON.stringify(weeks)}::text::jsonb) as w(zone text, "to" timestamptz)
        on w.zone = coalesce(us.timezone, 'UTC')
      where ms.removed_at is null
        and (coalesce(us.weekly_report_enabled, true) or (ms.role = 'owner' and exists (
          select 1 from webhook h where h.account_id = ms.account_id and h.is_active and 'weekly_report' = any(h.events))))
        and exists (
          select 1 from monitor m where m.account_id = ms.account_id and m.deleted_at is null and m.created_at < w."to"
            and (ms.role = 'owner' or ms.member_role = 'admin' or exists (
              select 1 from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = m.id)))
        and not exists (
          select 1 from notification n
          where n.user_id = ms.user_id and n.account_id = ms.account_id and n.kind = 'weekly_report'
            and n.created_at >= w."to" - ${sql.literal(MOVED)} and n.created_at < w."to" + ${sql.literal(WRITTEN)} + ${sql.literal(MOVED)})
      order by ms.id limit ${limit}`
    return rows.flatMap((row): ReadonlyArray<ReportRecipient> => {
      const week = weeks.find(({ zone }) => zone === row.zone)
      if (week === undefined) return []
      const {
        account_id: accountId,
        account_key: accountKey,
        membership_id: membershipId,
        membership_key: membershipKey,
        user_key: userKey
      } = row
      return [{ viewer: { accountKey, userKey, membershipKey, role: scopeRole(row) }, accountId, membershipId, week }]
    })
  })
