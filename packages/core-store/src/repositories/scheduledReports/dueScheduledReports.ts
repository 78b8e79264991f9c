import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { isMuted } from "../access/alertPause.sql.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { currentRecipients } from "./scheduledReportRow.ts"
import type { DueRecipient, DueReport, ScheduledReports } from "./ScheduledReports.ts"

interface Row extends Omit<DueReport, "viewer"> {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
}

export const dueScheduledReports = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["due"] =>
  operation("ScheduledReports.due", function* (limit) {
    const [clock] = yield* sql<{ readonly now: Date }>`select mon_now() as now`
    const rows = yield* sql<Row>`
        select r.id::text as key, r.public_id as id, r.name, r.every, r.timezone, r.language, t.name as tag,
          r.target_percent as "targetPercent", r.next_at as "dueAt", u.email as "ownerEmail",
          a.id::text as "accountKey", u.id::text as "userKey", o.id::text as "membershipKey",
          ${sql.literal(isMuted("a"))} or ${sql.literal(isStopped("a"))} as "isMuted"
        from scheduled_report r
        join account a on a.id = r.account_id
        join membership o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
        join app_user u on u.id = o.user_id
        left join tag t on t.id = r.tag_id
        where r.next_at <= mon_now()
        order by r.next_at, r.id limit ${limit}`
    return {
      now: clock?.now ?? new Date(0),
      reports: rows.map(({ accountKey, membershipKey, userKey, ...row }) => ({
        ...row,
        viewer: { accountKey, membershipKey, role: "owner" as const, userKey }
      }))
    }
  })

/** The time that the report was due is part of the condition, so that one of several processes sends it. */
export const advanceScheduledReport = (sql: SqlClient.SqlClient): ScheduledReports["Service"]["advance"] =>
  operation("ScheduledReports.advance", function* ({ dueAt, key }, nextAt, isSent) {
    const [advanced] = yield* sql<{ readonly key: string }>`
        update scheduled_report set next_at = ${nextAt} where id = ${key}::bigint and next_at = ${dueAt}
        returning id::text as key`
    if (advanced === undefined) return null
    if (!isSent) return []
    const recipients = yield* sql<DueRecipient>`
        select p.public_id as "recipientId", p.address, p.membership_id is not null as "isMember"
        from scheduled_report r cross join lateral (
          select p.* from ${currentRecipients(sql)} and p.state = 'confirmed'
        ) p
        where r.id = ${key}::bigint order by p.id`
    if (recipients.length > 0) yield* sql`update scheduled_report set sent_at = mon_now() where id = ${key}::bigint`
    return recipients
  })
