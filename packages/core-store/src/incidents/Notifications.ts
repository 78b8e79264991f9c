import {
  type DeliveryOutcome,
  fieldsByKind,
  isPublicId,
  type Notification,
  type NotificationChannel,
  type NotificationDelivery,
  notificationLimits,
  type NotificationStatus,
  type NotificationType
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { offsetOf, type Page } from "../sql/Page.ts"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { endExpiredPauses, isPaused } from "../access/alertPause.sql.ts"
import {
  type DeliveryRow,
  type DownParentRow,
  outcomeOfNotification,
  selectDeliveries,
  silence,
  suppressedBy,
  toDelivery
} from "./outcome.ts"
import { idsByKind, type IdsByKind } from "../monitors/statements/MonitorCodes.ts"
import { maintenanceName } from "../monitors/statements/maintenance.sql.ts"

/** The statuses in order of precedence. A channel has the first status in this list that one of its deliveries has. */
const statuses: ReadonlyArray<NotificationStatus> = ["pending", "failed", "sent", "suppressed"]

/**
 * The outcomes in the order in which deliveries are shown. Deliveries that did not reach their recipient come first.
 */
const worstFirst: ReadonlyArray<DeliveryOutcome> = [
  "failed",
  "suppressed",
  "waiting",
  "stored",
  "superseded",
  "delivered"
]

const recipientOf = ({ kind, name, outcome, reason, recipient }: NotificationDelivery) => ({
  name,
  kind,
  isHidden: recipient === null,
  outcome,
  reason
})

const channelOf = (
  channel: NotificationDelivery["channel"],
  deliveries: ReadonlyArray<NotificationDelivery>
): NotificationChannel => {
  const status = statuses.find((one) => deliveries.some((delivery) => delivery.status === one)) ?? "suppressed"
  const recipients = deliveries.toSorted(
    (one, other) => worstFirst.indexOf(one.outcome) - worstFirst.indexOf(other.outcome)
  )
  return {
    channel,
    status,
    error: deliveries.find(({ error }) => error !== null)?.error ?? null,
    recipients: recipients.slice(0, notificationLimits.recipientsShown).map(recipientOf),
    recipientCount: deliveries.length
  }
}

/** Returns the combined outcome of the deliveries for each channel, ordered by the name of the channel. */
const channelsOf = (deliveries: ReadonlyArray<NotificationDelivery>): ReadonlyArray<NotificationChannel> =>
  [...Map.groupBy(deliveries, ({ channel }) => channel)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([channel, of]) => channelOf(channel, of))

/** A stored notification. It contains a fact, from which the title and the message are rendered. */
export interface StoredNotification extends Omit<Notification, "title" | "message" | "link"> {
  readonly key: string
  readonly data: unknown
  /**
   * The facts for the diagnosis of the cause of the reported problem: `DiagnosisFacts` of @mon/diagnosis, as plain
   * JSON. Null if there are none, and for the notification of an incident.
   */
  readonly diagnosisFacts: unknown
}

export interface NotificationPage {
  readonly page: number
  readonly limit: number
  readonly type: NotificationType | null
  readonly before?: string
}

interface Row extends DownParentRow, IdsByKind {
  readonly id: string
  readonly type: Notification["type"]
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly diagnosis_facts: unknown
  readonly status: Notification["status"]
  readonly maintenance: Notification["maintenanceWindow"]
  readonly silence: string | null
  readonly created_at: Date
  readonly sent_at: Date | null
}

/**
 * SQL for whether the caller can see the notification `n`. A notification for one person is visible only to that
 * person.
 */
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
  ...fieldsByKind("Id", (kind) => row[`${kind}Id`]),
  status: row.status,
  ...outcomeOfNotification(row.status, row.silence, deliveries),
  maintenanceWindow: row.maintenance,
  suppressedBy: row.suppressed_by,
  channels: channelsOf(deliveries),
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null
})

const findKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return null
  const [found] = yield* sql<{ key: string }>`
    select n.id::text as key from notification n where ${visibleNotifications(sql, scope)} and n.public_id = ${id}::uuid`
  return found?.key ?? null
})

const listNotifications = (sql: SqlClient.SqlClient) =>
  operation("Notifications.list", function* (scope: AccessScope, given: NotificationPage): Returns<
    Page<StoredNotification>
  > {
    const { before, limit, page, type } = given
    const last = before === undefined ? null : yield* findKey(sql, scope, before)
    if (before !== undefined && last === null) return { total: 0, items: [] }
    const wanted = sql`${visibleNotifications(sql, scope)} and (${type}::text is null or n.type = ${type}::text)
        and (${last}::bigint is null or n.id < ${last}::bigint)`
    const [counted] = yield* sql<{ total: number }>`select count(*)::int as total from notification n where ${wanted}`
    const rows = yield* sql<Row>`
      select n.public_id as id, n.type, n.kind, n.key, n.data, n.diagnosis_facts, n.status, n.created_at, n.sent_at, ${silence(sql)} as silence, ${suppressedBy(sql, scope)},
        ${sql.literal(maintenanceName("n.maintenance_id"))} as maintenance,
        ${sql.literal(idsByKind("w"))}
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

const readState = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql<{ paused_at: Date; paused_until: Date | null }>`
    select a.notifications_paused_at as paused_at, a.notifications_paused_until as paused_until
    from account a where a.id = ${scope.accountKey}::bigint and ${sql.literal(isPaused("a"))}`.pipe(
    Effect.map(([row]) => ({
      paused: row !== undefined,
      pausedAt: row?.paused_at.toISOString() ?? null,
      pausedUntil: row?.paused_until?.toISOString() ?? null
    }))
  )

const notificationPauseState = (sql: SqlClient.SqlClient) =>
  operation("Notifications.pauseState", (scope: AccessScope) => readState(sql, scope))

/**
 * Pauses or resumes the alerts of an account. `writeFacts` and the trigger `suppress_when_paused` suppress facts that
 * are written during a pause. Waiting deliveries are not claimed during a pause, and the trigger `release_after_pause`
 * releases them afterwards. A pause whose end time has passed is ended first, so that the triggers notice the beginning
 * of the next pause.
 */
const pauseNotifications = (sql: SqlClient.SqlClient) =>
  operation("Notifications.setPaused", function* (scope: AccessScope, paused: boolean, until: number | null = null) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`${sql.literal(endExpiredPauses)} and id = ${scope.accountKey}::bigint`
        const ends = paused && until !== null ? new Date(until).toISOString() : null
        yield* sql`
          update account set
            notifications_paused_at = case when ${paused}::boolean then coalesce(notifications_paused_at, mon_now()) end,
            notifications_paused_until = ${ends}::timestamptz
          where id = ${scope.accountKey}::bigint`
        return yield* readState(sql, scope)
      })
    )
  })

/** Ends the pauses whose end time has passed. These pauses already have no effect. Idempotent. */
const endPauses = (sql: SqlClient.SqlClient) =>
  operation("Notifications.endPauses", function* () {
    return (yield* sql`${sql.literal(endExpiredPauses)} returning 1`).length
  })

/**
 * Notifications. The owner sees all notifications of the account. A member sees the notifications about the monitors
 * that are shared with the member, and the notifications that were sent to the member alone.
 */
export class Notifications extends Context.Service<Notifications>()("@mon/core-store/Notifications", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the deliveries of a notification, oldest first. Null if the caller cannot see the notification. */
    deliveries: operation(
      "Notifications.deliveries",
      function* (scope: AccessScope, id: string): Returns<ReadonlyArray<NotificationDelivery> | null> {
        const key = yield* findKey(sql, scope, id)
        if (key === null) return null
        const rows = yield* sql<DeliveryRow>`
      ${selectDeliveries(sql, scope)} where n.id = ${key}::bigint order by d.id`
        return rows.map(toDelivery)
      }
    ),
    /** Lists notifications, newest first. Empty if `before` is not a notification that the caller can see. */
    list: listNotifications(sql),
    /** Returns whether the caller can see a notification. */
    isVisible: operation("Notifications.isVisible", function* (scope: AccessScope, id: string) {
      return (yield* findKey(sql, scope, id)) !== null
    }),
    /** Returns the number of notifications that have not been sent yet. */
    pending: operation("Notifications.pending", function* (scope: AccessScope) {
      const [row] = yield* sql<{ n: number }>`
      select count(*)::int as n from notification n where ${visibleNotifications(sql, scope)} and n.status = 'pending'`
      return row?.n ?? 0
    }),
    /** Returns whether alerts of the caller's account are paused. */
    pauseState: notificationPauseState(sql),
    /**
     * Pauses or resumes the account's alerts. If the alerts are already paused, only the end of the pause changes.
     * `until` is the time at which the pause ends by itself, in milliseconds since the epoch. If it is null, a person
     * must end the pause.
     */
    setPaused: pauseNotifications(sql),
    /** Ends the pauses whose end time has passed. Returns the number of ended pauses. */
    endPauses: endPauses(sql)
  }))
}) {
  static readonly layer = Layer.effect(Notifications, Notifications.make)
}
