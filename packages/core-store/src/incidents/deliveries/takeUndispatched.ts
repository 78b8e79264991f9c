import type { ChannelQuietHours, NotificationType, SuppressionReason } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns, storeError, type StoreError } from "../../sql/operation.ts"
import { muteReason } from "../../access/alertPause.sql.ts"
import { isDelayed, OPENINGS, waitsForParent } from "../outcome.ts"
import { sameSubject } from "../unended.sql.ts"
import { hasIncidents, pageStateCodes } from "../../monitors/statements/MonitorCodes.ts"
import { downParent, parentChangedAt } from "../../monitors/statements/parents.sql.ts"

/** The channels by which notifications are delivered. `channel` is an alert channel, such as Slack. */
export const deliveryChannels = ["email", "whatsapp", "webhook", "channel"] as const
/** A channel of deliveries. */
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** A notification that is not dispatched yet. Keys are internal. */
export interface PendingNotification {
  readonly key: string
  readonly accountKey: string
  readonly type: NotificationType
  readonly kind: string
  readonly factKey: string
  readonly data: unknown
  readonly monitorKey: string | null
  /** The internal key of the only person who receives the notification. Null if all people concerned receive it. */
  readonly userKey: string | null
  /** `down` or `up`, if the notification is about a domain that has gone down or come up. Null for all other facts. */
  readonly transition: "down" | "up" | null
  readonly createdAt: Date
  /** The current time of the database. */
  readonly now: Date
  /** The internal key of a parent that is down and suppresses the alert. Null if there is none. */
  readonly downParentKey: string | null
  /**
   * The reason why the notification must not be sent: the account is paused or suspended, or the monitor is deleted.
   * Null if it may be sent.
   */
  readonly mutedBy: "paused" | "account_suspended" | "deleted" | null
  /** Whether a flapping notice has replaced the notification so far, and the state is announced later. */
  readonly isAnnouncedLater: boolean
}

/** A recipient, and the channel by which the recipient is reached. */
export interface DeliveryTarget {
  readonly channel: DeliveryChannel
  /**
   * The target: an email address, a phone number in international form, or the public id of a webhook or an alert
   * channel.
   */
  readonly target: string
  /**
   * The internal key of the person. Null for people without an account, webhooks, and alert channels that are not
   * somebody's own.
   */
  readonly userKey: string | null
  /** The kind of an alert channel. Null for other channels. */
  readonly kind: string | null
  /** Whether an alert channel got a separate message about the alert that the current notification ends. */
  readonly isKnown: boolean
  /** The quiet hours of an alert channel. Null for other channels. */
  readonly quietHours: ChannelQuietHours | null
  /** The public id of the membership of a person who gets an email. Null for other recipients. */
  readonly membershipId: string | null
}

/**
 * SQL for the key of the parent that suppresses the notification `n`, or null. A recovery is suppressed if its outage
 * was suppressed.
 */
const suppressingParent = `(case
    when n.kind in ${OPENINGS} then ${downParent("n.monitor_id")}
    when n.kind = 'up' then (
      select s.parent_id from notification o join parent_suppression s on s.notification_id = o.id and s.ended_at is null
      where o.incident_id = n.incident_id and o.kind = 'down' and o.monitor_id = n.monitor_id)
    end)`

export const suppressForParent = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.suppressForParent", function* (notification: PendingNotification, parentKey: string) {
    yield* sql`
      with suppressed as (
        update notification n set status = 'suppressed', dispatched_at = mon_now() where n.id = ${notification.key}::bigint
        returning n.id, n.monitor_id, n.kind
      )
      insert into parent_suppression as s (notification_id, monitor_id, parent_id, ended_at)
      select id, monitor_id, ${parentKey}::bigint, case when kind = 'up' then mon_now() end from suppressed
      on conflict (notification_id) do update set parent_id = excluded.parent_id, at = mon_now(), ended_at = null`
  })

/** SQL for whether the state in the notification `n` of the monitor `m` with the schedule `c` is still true. */
const IS_TRUE = `(m.deleted_at is null and m.paused_at is null and case n.kind
    when 'down' then i.resolved_at is null
    else c.state = ${pageStateCodes.error} and not exists (
      select from notification o where o.monitor_id = n.monitor_id and o.kind = n.kind and o.id > n.id) end)`

/**
 * SQL that releases suppressed alerts. The statement locks the row of each suppression, so that several workers release
 * an alert only once.
 */
const RELEASE = `
  with due as materialized (
    select s.notification_id, s.monitor_id, ${hasIncidents("m")} as has_incidents, c.last_checked_at, ${IS_TRUE} as is_true,
      c.last_checked_at > greatest(s.at, ${parentChangedAt("s.monitor_id")}) as is_checked, c.successes = 0 as has_failed
    from parent_suppression s join notification n on n.id = s.notification_id
    join monitor m on m.id = s.monitor_id join monitor_schedule c on c.monitor_id = m.id
    left join incident i on i.id = n.incident_id
    where s.ended_at is null and ${downParent("s.monitor_id")} is null
    order by s.notification_id limit $1::int for update of s skip locked
  ), ended as (
    update parent_suppression s set ended_at = mon_now() from due
    where s.notification_id = due.notification_id and (not due.is_true or (due.is_checked and due.has_failed))
    returning s.notification_id, due.is_true
  ), checked as (
    update monitor_schedule c set next_at = mon_now() where c.monitor_id in (
      select c.monitor_id from due join monitor_schedule c on c.monitor_id = due.monitor_id
      where not due.has_incidents and due.is_true and not due.is_checked and not c.is_unsafe
        and c.next_at > mon_now() and coalesce(c.lease_until <= mon_now(), true)
      for update of c skip locked)
  ), released as (
    update notification n set status = 'pending', dispatched_at = null from ended
    where n.id = ended.notification_id and ended.is_true and n.status = 'suppressed'
    returning 1
  )
  select count(*)::int as n from released`

export const releaseSuppressed = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.releaseSuppressed", function* (limit: number) {
    const [waiting] = yield* sql<{ readonly found: boolean }>`
      select exists (select from parent_suppression where ended_at is null) as found`
    if (waiting?.found !== true) return 0
    const [row] = yield* sql.unsafe<{ readonly n: number }>(RELEASE, [limit])
    return row?.n ?? 0
  })

/** The time without a heartbeat, in seconds, after which all workers count as stopped. */
const OUTAGE_SECONDS = 60

export const pulse = (sql: SqlClient.SqlClient) => (): Effect.Effect<void, StoreError> =>
  sql`
    insert into worker_heartbeat (seen_at) values (mon_now())
    on conflict (one) do update set seen_at = mon_now(),
      resumed_at = case when worker_heartbeat.seen_at < mon_now() - ${OUTAGE_SECONDS}::int * interval '1 second' then mon_now()
        else worker_heartbeat.resumed_at end`.pipe(Effect.mapError(storeError("Deliveries.pulse")), Effect.asVoid)

/** SQL for the columns of {@link PendingNotification}, of a notification `n`, its account `a` and its monitor `m`. */
export const pendingColumns = `
  n.id::text as key, n.account_id::text as "accountKey", n.type, n.kind, n.key as "factKey", n.data,
  n.monitor_id::text as "monitorKey", n.user_id::text as "userKey", n.created_at as "createdAt", mon_now() as now,
  case when n.kind in ('down', 'up') then n.kind end as transition,
  ${suppressingParent}::text as "downParentKey", coalesce(${muteReason("a")}, case when m.deleted_at is not null then 'deleted' end) as "mutedBy",
  n.reason is not distinct from 'flapping' as "isAnnouncedLater"`

/**
 * SQL for whether a notification `n` must be dispatched now. Notifications about one monitor, or about
 * one incident without a monitor, are dispatched in the
 * order in which they were written, so that their deliveries are in this order too.
 */
export const isUndispatched = `n.status = 'pending' and n.dispatched_at is null and not ${isDelayed}
    and not ${waitsForParent} and not exists (
      select from notification e where ${sameSubject("e", "n")} and e.id < n.id
        and e.status = 'pending' and e.dispatched_at is null)`

export const anyUndispatched = `(exists (select from notification n where ${isUndispatched})
      or exists (select from alert_due d join notification n on n.id = d.notification_id
        where d.due_at <= mon_now() and not ${isDelayed})
      or exists (select from contact_due d join notification n on n.id = d.notification_id
        where d.due_at <= mon_now() and not ${isDelayed}))`

export const hasUndispatched = (sql: SqlClient.SqlClient) => (): Effect.Effect<boolean, StoreError> =>
  sql<{ found: boolean }>`select ${sql.literal(anyUndispatched)} as found`.pipe(
    Effect.map(([row]) => row?.found ?? false),
    Effect.mapError(storeError("Deliveries.hasUndispatched"))
  )

export const takeUndispatched =
  (sql: SqlClient.SqlClient) => (): Effect.Effect<PendingNotification | null, StoreError> =>
    sql<PendingNotification>`
    select ${sql.literal(pendingColumns)}
    from notification n join account a on a.id = n.account_id left join monitor m on m.id = n.monitor_id
    where ${sql.literal(isUndispatched)}
    order by n.id limit 1 for update of n skip locked`.pipe(
      Effect.map(([row]) => row ?? null),
      Effect.mapError(storeError("Deliveries.takeUndispatched"))
    )

/** Returns the alert that announced an open incident (public id). Null if the incident is over or was not announced. */
export const alertOf = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.alertOf", function* (incidentId: string): Returns<PendingNotification | null> {
    const [row] = yield* sql<PendingNotification>`
      select ${sql.literal(pendingColumns)}
      from incident i join notification n on n.incident_id = i.id and n.kind in ('down', 'external_alert')
      join account a on a.id = n.account_id left join monitor m on m.id = n.monitor_id
      where i.public_id = ${incidentId}::uuid and i.resolved_at is null and n.dispatched_at is not null
      order by n.id limit 1`
    return row ?? null
  })

export const suppress = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.suppress", function* (notification: PendingNotification, reason: SuppressionReason) {
    yield* sql`
        update notification set status = 'suppressed', reason = ${reason}, dispatched_at = mon_now() where id = ${notification.key}::bigint`
  })
