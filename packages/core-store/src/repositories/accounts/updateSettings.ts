import { canonicalTimeZone, type Settings } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Accounts } from "./Accounts.ts"
import { endExpiredPauses, isPaused } from "../access/alertPause.sql.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The settings where nothing is stored. */
const absent: Settings = {
  timezone: "UTC",
  language: null,
  weeklyReportEnabled: true,
  alertsByEmail: true,
  degradedAlerts: false,
  notificationsPaused: false
}

/** Settings of the account. The others are those of a person. */
const accountSettings: ReadonlySet<string> = new Set(["degradedAlerts", "notificationsPaused"])

const read = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql<Settings>`
    select coalesce(us.timezone, 'UTC') as timezone, us.language,
      coalesce(us.weekly_report_enabled, true) as "weeklyReportEnabled",
      coalesce((
        select ms.role = 'owner' or ms.alerts_by_email from membership ms where ms.id = ${scope.membershipKey}::bigint), true) as "alertsByEmail",
      a.degraded_alerts as "degradedAlerts",
      ${sql.literal(isPaused("a"))} as "notificationsPaused"
    from account a left join user_setting us on us.user_id = ${scope.userKey}::bigint
    where a.id = ${scope.accountKey}::bigint`.pipe(Effect.map((rows) => rows[0] ?? absent))

export const showSettings = (sql: SqlClient.SqlClient): Accounts["Service"]["settings"] =>
  operation("Accounts.settings", function* (scope) {
    return yield* read(sql, scope)
  })

/**
 * Alerts by email are a setting of the membership, the pause and alerts of slow monitors are settings of the account,
 * and the others are settings of the person.
 */
export const updateSettings = (sql: SqlClient.SqlClient): Accounts["Service"]["updateSettings"] =>
  operation("Accounts.updateSettings", function* (scope, patch) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        if (Object.keys(patch).some((name) => !accountSettings.has(name))) {
          const timezone = patch.timezone === undefined ? null : (canonicalTimeZone(patch.timezone) ?? patch.timezone)
          const { language = null, weeklyReportEnabled = null } = patch
          yield* sql`
          insert into user_setting (user_id, timezone, language, weekly_report_enabled)
          values (${scope.userKey}::bigint, coalesce(${timezone}::text, 'UTC'), ${language}::text,
            coalesce(${weeklyReportEnabled}::boolean, true))
          on conflict (user_id) do update set
            timezone = coalesce(${timezone}::text, user_setting.timezone),
            language = case when ${patch.language !== undefined}::boolean then ${language}::text else user_setting.language end,
            weekly_report_enabled = coalesce(${weeklyReportEnabled}::boolean, user_setting.weekly_report_enabled)`
        }
        if (patch.alertsByEmail !== undefined) {
          yield* sql`update membership set alerts_by_email = ${patch.alertsByEmail}
          where id = ${scope.membershipKey}::bigint and role = 'member' and removed_at is null`
        }
        if (patch.degradedAlerts !== undefined) {
          yield* sql`update account set degraded_alerts = ${patch.degradedAlerts} where id = ${scope.accountKey}::bigint`
        }
        if (patch.notificationsPaused === true) {
          yield* sql`${sql.literal(endExpiredPauses)} and id = ${scope.accountKey}::bigint`
          yield* sql`update account set notifications_paused_at = coalesce(notifications_paused_at, mon_now())
          where id = ${scope.accountKey}::bigint`
        }
        if (patch.notificationsPaused === false) {
          yield* sql`update account set notifications_paused_at = null, notifications_paused_until = null where id = ${scope.accountKey}::bigint`
        }
        return yield* read(sql, scope)
      })
    )
  })
