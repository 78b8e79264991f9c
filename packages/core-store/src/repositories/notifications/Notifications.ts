import {
  isPublicId,
  type Notification,
  type NotificationDelivery,
  type NotificationType,
  type PauseState
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { offsetOf, type Page } from "../../sql/Page.ts"
import { type DownParentRow, suppressedBy } from "../deliveryRecords/downParent.ts"
import { type DeliveryRow, selectDeliveries, toDelivery } from "../deliveryRecords/deliveryRow.ts"
import { outcomeOfNotification, silence } from "../deliveryRecords/outcome.ts"
import { maintenanceName } from "../monitors/maintenance.sql.ts"
import { channelsOf } from "./channelsOf.ts"
import { endPauses, notificationPauseState, pauseNotifications } from "./notificationPause.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"

/** A notification as it is stored: its fact is still to be rendered. */
export interface StoredNotification extends Omit<Notification, "title" | "message" | "link"> {
  readonly key: string
  readonly data: unknown
  /** `DiagnosisFacts` of @mon/diagnosis about its cause, as plain JSON; null for an incident and without any. */
  readonly diagnosisFacts: unknown
}

/** Which notifications: of one type or of all, and only those older than `before` if it is given. */
export interface NotificationPage {
  readonly page: number
  readonly limit: number
  readonly type: NotificationType | null
  /** The id of a notification. Default: from the newest on. */
  readonly before?: string
}

/** Notifications: the owner sees those of the whole account, a member those of shared monitors and its own. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Newest first; nothing when `before` is no notification that the caller can see. */
    readonly list: (scope: AccessScope, page: NotificationPage) => Effect.Effect<Page<StoredNotification>, StoreError>
    /** Whether the caller can see a notification. */
    readonly isVisible: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** The deliveries of a notification, oldest first; null when the caller cannot see it. */
    readonly deliveries: (
      scope: AccessScope,
      id: string
    ) => Effect.Effect<ReadonlyArray<NotificationDelivery> | null, StoreError>
    /** The number of notifications still to be sent. */
    readonly pending: (scope: AccessScope) => Effect.Effect<number, StoreError>
    /** Whether alerts of the caller's account are paused. */
    readonly pauseState: (scope: AccessScope) => Effect.Effect<PauseState, StoreError>
    /** Pauses or resumes the account's alerts. Pausing again changes only the end of the pause. */
    /** `until`: when the pause ends by itself, in milliseconds since the epoch. Null: when somebody ends it. */
    readonly setPaused: (
      scope: AccessScope,
      paused: boolean,
      until?: number | null
    ) => Effect.Effect<PauseState, StoreError>
    /** Removes the pauses that have ended by themselves; returns how many. */
    readonly endPauses: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Notifications") {}

interface Row extends DownParentRow {
  readonly id: string
  readonly type: Notification["type"]
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly diagnosis_facts: unknown
  readonly domain_id: string | null
  readonly url_id: string | null
  readonly status: Notification["status"]
  readonly maintenance: Notification["maintenanceWindow"]
  readonly silence: string | null
  readonly created_at: Date
  readonly sent_at: Date | null
}

/** A notification for one person is visible to that person only. */
const visibleNotifications = (sql: SqlClient.SqlClient, scope: AccessScope) => {
  const own = sql`n.account_id = ${scope.accountKey}::bigint and (n.user_id is null or n.user_id = ${scope.userKey}::bigint)`
  return scope.role === "owner"
    ? own
    : sql`${own} and (n.user_id is not null or exists (select 1 from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = n.monitor_id))`
}

const toNotification = (row: Row, deliveries: ReadonlyArray<NotificationDelivery>): StoredNotification => ({
  id: row.id,
  type: row.type,
  kind: row.kind,
  key: row.key,
  data: row.data,
  diagnosisFacts: row.diagnosis_facts,
  domainId: row.domain_id,
  urlId: row.url_id,
  status: row.status,
  ...outcomeOfNotification(row.status, row.silence, deliveries),
  maintenanceWindow: row.maintenance,
  suppressedBy: row.suppressed_by,
  channels: channelsOf(deliveries),
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null
})

/** The internal key of a notification that the caller can see, or null. */
const findKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return null
  const [found] = yield* sql<{ key: string }>`
    select n.id::text as key from notification n where ${visibleNotifications(sql, scope)} and n.public_id = ${id}::uuid`
  return found?.key ?? null
})

const listDeliveries = (sql: SqlClient.SqlClient): Notifications["Service"]["deliveries"] =>
  operation("Notifications.deliveries", function* (scope, id) {
    const key = yield* findKey(sql, scope, id)
    if (key === null) return null
    const rows = yield* sql<DeliveryRow>`
      ${selectDeliveries(sql, scope)} where n.id = ${key}::bigint order by d.id`
    return rows.map(toDelivery)
  })

const listNotifications = (sql: SqlClient.SqlClient): Notifications["Service"]["list"] =>
  operation("Notifications.list", function* (scope, { before, limit, page, type }) {
    const last = before === undefined ? null : yield* findKey(sql, scope, before)
    if (before !== undefined && last === null) return { total: 0, items: [] }
    const wanted = sql`${visibleNotifications(sql, scope)} and (${type}::text is null or n.type = ${type}::text)
        and (${last}::bigint is null or n.id < ${last}::bigint)`
    const [counted] = yield* sql<{ total: number }>`select count(*)::int as total from notification n where ${wanted}`
    const rows = yield* sql<Row>`
      select n.public_id as id, n.type, n.kind, n.key, n.data, n.diagnosis_facts, n.status, n.created_at, n.sent_at, ${silence(sql)} as silence, ${suppressedBy(sql, scope)},
        ${sql.literal(maintenanceName("n.maintenance_id"))} as maintenance,
        case when w.kind = ${codeLiteral(sql, kindCodes.domain)} then w.public_id end as domain_id, case when w.kind = ${codeLiteral(sql, kindCodes.url)} then w.public_id end as url_id
      from notification n left join monitor w on w.id = n.monitor_id
      where n.id = any (array(select n.id from notification n where ${wanted}
        order by n.id desc limit ${limit}::bigint offset ${offsetOf(page, limit)}::bigint))
      order by n.id desc`
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const sent = yield* sql<DeliveryRow>`
      ${selectDeliveries(sql, scope)} where n.public_id in (select jsonb_array_elements_text(${ids}::text::jsonb)::uuid)
      order by d.id`
    const deliveries = Map.groupBy(sent.map(toDelivery), ({ notificationId }) => notificationId)
    const items = rows.map((row) => toNotification(row, deliveries.get(row.id) ?? []))
    return { total: counted?.total ?? 0, items }
  })

const countPending = (sql: SqlClient.SqlClient): Notifications["Service"]["pending"] =>
  operation("Notifications.pending", function* (scope) {
    const [row] = yield* sql<{ n: number }>`
      select count(*)::int as n from notification n where ${visibleNotifications(sql, scope)} and n.status = 'pending'`
    return row?.n ?? 0
  })

/** {@link Notifications} over PostgreSQL. */
export const layerNotifications: Layer.Layer<Notifications, never, SqlClient.SqlClient> = Layer.effect(
  Notifications,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Notifications.of({
      deliveries: listDeliveries(sql),
      list: listNotifications(sql),
      isVisible: operation("Notifications.isVisible", function* (scope, id) {
        return (yield* findKey(sql, scope, id)) !== null
      }),
      pending: countPending(sql),
      pauseState: notificationPauseState(sql),
      setPaused: pauseNotifications(sql),
      endPauses: endPauses(sql)
    })
  )
)
