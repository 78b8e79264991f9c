import { isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"

const person = (sql: SqlClient.SqlClient, accountId: string, address: string) =>
  sql`
    select u.id from app_user u join membership ms on ms.user_id = u.id and ms.removed_at is null
    join account a on a.id = ms.account_id
    where a.public_id = ${accountId}::uuid and lower(u.email) = lower(${address})`

const setWeeklyReport = (sql: SqlClient.SqlClient) =>
  operation("MailPreferences.setWeeklyReport", function* (accountId: string, address: string, wanted: boolean) {
    if (!isPublicId(accountId)) return false
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const set = yield* sql<{ user_key: string }>`
        insert into user_setting (user_id, weekly_report_enabled)
        select id, ${wanted} from (${person(sql, accountId, address)}) p
        on conflict (user_id) do update set weekly_report_enabled = excluded.weekly_report_enabled
        returning user_id::text as user_key`
        const [row] = set
        if (row === undefined) return false
        if (wanted) return true
        const muted = yield* sql<{ key: string }>`
        update notification_delivery d set status = 'suppressed', error_code = 'stopped', settled_at = mon_now()
        from notification n
        where n.id = d.notification_id and n.type = 'weekly_report' and n.user_id = ${row.user_key}::bigint
          and n.created_at > mon_now() - interval '7 days' and d.status = 'pending' and d.channel = 'email'
        returning d.notification_id::text as key`
        yield* sql`
        select settle_notifications(array(select jsonb_array_elements_text(${JSON.stringify(muted.map(({ key }) => key))}::text::jsonb)::bigint))`
        return true
      })
    )
  })

/** The emails that people have chosen to receive. */
export class MailPreferences extends Context.Service<MailPreferences>()("@mon/core-store/MailPreferences", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns whether the caller receives email alerts about the domains that are shared with the caller. */
    alertsByMail: operation("MailPreferences.alertsByMail", function* (scope: AccessScope) {
      const rows = yield* sql`select 1 from membership where id = ${scope.membershipKey}::bigint and alerts_by_email`
      return rows.length > 0
    }),
    setAlertsByMail: operation("MailPreferences.setAlertsByMail", function* (scope: AccessScope, wanted: boolean) {
      yield* sql`update membership set alerts_by_email = ${wanted} where id = ${scope.membershipKey}::bigint and removed_at is null`
    }),
    /**
     * Returns whether the member of an account (public id) who has this email address receives weekly reports. Null if
     * there is no such member.
     */
    weeklyReport: operation("MailPreferences.weeklyReport", function* (accountId: string, address: string) {
      if (!isPublicId(accountId)) return null
      const [row] = yield* sql<{ wanted: boolean }>`
          select coalesce(us.weekly_report_enabled, true) as wanted
          from (${person(sql, accountId, address)}) p left join user_setting us on us.user_id = p.id`
      return row?.wanted ?? null
    }),
    /**
     * Switches weekly reports on or off for the member of an account (public id) who has this email address, in all
     * accounts of that person. Pending reports are affected too. False if there is no such member.
     */
    setWeeklyReport: setWeeklyReport(sql)
  }))
}) {
  static readonly layer = Layer.effect(MailPreferences, MailPreferences.make)
}
