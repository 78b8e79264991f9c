import type { Notification, NotificationChannel } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { Notifications } from "../Notifications.ts"
import type { Viewer } from "../Viewer.ts"

interface Row {
  readonly id: string
  readonly type: Notification["type"]
  readonly title: string
  readonly message: string
  readonly domain_id: string | null
  readonly url_id: string | null
  readonly status: Notification["status"]
  readonly channels: ReadonlyArray<NotificationChannel>
  readonly created_at: Date
  readonly sent_at: Date | null
}

/** What is told to one person alone is shown to that person alone. */
const shown = (sql: SqlClient.SqlClient, viewer: Viewer) => {
  const own = sql`n.account_id = ${viewer.accountKey}::bigint and (n.user_id is null or n.user_id = ${viewer.userKey}::bigint)`
  return viewer.role === "owner"
    ? own
    : sql`${own} and (n.user_id is not null or exists (select 1 from domain_access da
        join monitor m on m.id = da.monitor_id and m.kind = 1
        where da.membership_id = ${viewer.membershipKey}::bigint and da.monitor_id = n.monitor_id))`
}

/** The receivers of one way count as one: what is still to be sent comes first, as in `settle_notifications`. */
const channels = (sql: SqlClient.SqlClient) =>
  sql`
    (select coalesce(jsonb_agg(jsonb_build_object('channel', c.channel, 'status', c.status, 'error', c.error) order by c.channel), '[]')
      from (
        select d.channel, case
            when bool_or(d.status = 'pending') then 'pending'
            when bool_or(d.status = 'sent') then 'sent'
            when bool_or(d.status = 'failed') then 'failed'
            else 'suppressed' end as status,
          (array_agg(jsonb_build_object('code', coalesce(d.error_code, 'failed'), 'message', coalesce(d.error_message, d.error_code))
            order by d.id) filter (where coalesce(d.error_message, d.error_code) is not null))[1] as error
        from notification_delivery d where d.notification_id = n.id group by d.channel
      ) c) as channels`

const toNotification = (row: Row): Notification => ({
  id: row.id,
  type: row.type,
  title: row.title,
  message: row.message,
  domainId: row.domain_id,
  urlId: row.url_id,
  status: row.status,
  channels: row.channels,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null
})

export const listNotifications = (sql: SqlClient.SqlClient): Notifications["Service"]["list"] =>
  Effect.fn("Notifications.list")(
    function* (viewer, { limit, page, type }) {
      const wanted = sql`${shown(sql, viewer)} and (${type}::text is null or n.type = ${type}::text)`
      const [counted] = yield* sql<{ total: number }>`select count(*)::int as total from notification n where ${wanted}`
      const rows = yield* sql<Row>`
      select n.public_id as id, n.type, n.title, n.message, n.status, n.created_at, n.sent_at, ${channels(sql)},
        case when w.kind = 1 then w.public_id end as domain_id, case when w.kind = 2 then w.public_id end as url_id
      from notification n left join monitor w on w.id = n.monitor_id
      where ${wanted}
      order by n.id desc limit ${limit}::bigint offset ${(page - 1) * limit}::bigint`
      return { total: counted?.total ?? 0, items: rows.map(toNotification) }
    },
    Effect.mapError(storeError("Notifications.list"))
  )

export const countPending = (sql: SqlClient.SqlClient): Notifications["Service"]["pending"] =>
  Effect.fn("Notifications.pending")(
    function* (viewer) {
      const [row] = yield* sql<{ n: number }>`
      select count(*)::int as n from notification n where ${shown(sql, viewer)} and n.status = 'pending'`
      return row?.n ?? 0
    },
    Effect.mapError(storeError("Notifications.pending"))
  )
