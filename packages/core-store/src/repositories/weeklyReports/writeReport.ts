import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { WeeklyReports } from "./WeeklyReports.ts"

/** One report for each person, account and Monday; `ms` is the membership, `w` the week. */
export const reportKey = (sql: SqlClient.SqlClient) => sql`'weekly_report:' || ms.public_id || ':' || w.date`

export const writeReport = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["write"] =>
  Effect.fn("WeeklyReports.write")(
    function* ({ viewer, week }, { data, id, message, title }) {
      const rows = yield* sql`
      insert into notification (public_id, account_id, user_id, key, type, title, message, data, status)
      select ${id}::uuid, ms.account_id, ms.user_id, ${reportKey(sql)}, 'weekly_report', ${title}, ${message},
        ${JSON.stringify(data)}::text::jsonb,
        case when a.notifications_paused_at is null then 'pending' else 'suppressed' end
      from membership ms join account a on a.id = ms.account_id cross join (select ${week.date}::text as date) w
      where ms.id = ${viewer.membershipKey}::bigint and ms.removed_at is null
      on conflict (key) do nothing returning 1`
      return rows.length > 0
    },
    Effect.mapError(storeError("WeeklyReports.write"))
  )
