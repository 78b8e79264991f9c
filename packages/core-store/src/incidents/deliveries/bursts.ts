import { type Fact, type FactMonitor, type SharedCauseKind, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { windowEnd } from "../outcome.ts"
import { writeFact } from "../../monitors/writeFacts.ts"
import { isFailing, isLiveDomain } from "../../monitors/statements/neighbours.sql.ts"
import { COUNTED, isTransition } from "../../monitors/statements/stoppedColumns.ts"
import {
  type DeliveryChannel,
  type DeliveryTarget,
  isUndispatched,
  type PendingNotification
} from "./takeUndispatched.ts"

/**
 * The message of a burst about a shared cause: either the first message, or the message that lists the remaining
 * alerts.
 */
export type CausePart = "notice" | "rest"

/** The kind of a shared cause whose alerts share nothing but their kind. */
export const STORM = "alerts"

export const causeParts = { notice: 1, rest: 2 } as const satisfies Record<CausePart, number>

export interface CauseMessage {
  readonly causeKey: string
  readonly part: CausePart
}

/** The times of the messages of a burst for one recipient. */
export interface CauseBurst extends CauseMessage {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly endsAt: Date
  /** The time of the message that lists the remaining alerts. */
  readonly restAt: Date
}

export interface AnnouncedCause {
  readonly id: string
  readonly kind: SharedCauseKind
  readonly value: string
  /** Whether an earlier message to the recipient has already listed other monitors. */
  readonly isRest: boolean
  /** The number of monitors that fail because of the cause but are not confirmed to be down. */
  readonly failing: number
  /** Whether all outages that messages about the cause have reported to the recipient have ended. */
  readonly isOver: boolean
}

/** The window of an account in which messages about state changes are combined. */
export interface AlertWindow {
  readonly endsAt: Date
  /** The number of state changes in the window, including the current one. */
  readonly sent: number
}

/** The timings of the messages of a burst. */
export interface BurstTimings {
  /** The time since the alert, in minutes. Each moment of a route has its own bursts. */
  readonly minute: number
  /** The time from the start of a burst to its first message, which lists the alerts that have arrived by then. */
  readonly noticeMs: number
  readonly restMs: number
  /** The maximum number of causes that may have a burst at the same time. */
  readonly causesAtOnce: number
}

/** The state changes of one monitor in the 24 hours before a notification. */
export interface MonitorTransitions {
  /**
   * The number of state changes in the 24 hours before the notification, including the change that the notification is
   * about.
   */
  readonly count: number
  readonly since: Date
  /** Whether a notice about flapping was already created in the last 24 hours. */
  readonly noticed: boolean
}

interface BurstRow {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly noticeAt: Date
  readonly restAt: Date
  readonly isNotice: boolean
  /** The due time of the message that lists the alerts that arrive after the first message. */
  readonly partAt: Date
}

/**
 * Returns whether too many other causes of the account have bursts. The alerts of the given cause then join the digest.
 */
const isCrowded = (sql: SqlClient.SqlClient, causeKey: string, phase: string, causes: number, restMs: number) =>
  sql<{ readonly crowded: boolean }>`
    with running as (
      select distinct b.cause_id from shared_cause own join shared_cause c on c.account_id = own.account_id
      join shared_cause_burst b on b.cause_id = c.id and b.phase = ${phase}
      where own.id = ${causeKey}::bigint and b.opened_at > mon_now() - ${restMs}::int * interval '1 millisecond'
    )
    select count(*) >= ${causes}::int and count(*) filter (where cause_id = ${causeKey}::bigint) = 0 as crowded from running`

/**
 * SQL for the due time of a waiting message to the recipient `r`. The message is about the outage that the recovery
 * with the key `key` ends.
 */
const waitingOutage = (sql: SqlClient.SqlClient, key: string) =>
  sql`(
    select max(${sql.literal(windowEnd)}) from notification n join notification o on o.incident_id = n.incident_id and o.kind = 'down'
    join notification_delivery d on d.notification_id = o.id and d.channel = r.channel and d.target = r.target
    where n.id = ${key}::bigint and n.kind = 'up' and d.status = 'pending' and d.digest_id is null and d.cause_id is not null)`

export const burst = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.burst",
    function* (
      notification: PendingNotification,
      causeKey: string,
      targets: ReadonlyArray<DeliveryTarget>,
      timings: BurstTimings
    ): Returns<ReadonlyArray<CauseBurst> | null> {
      const { causesAtOnce, minute, noticeMs, restMs } = timings
      const phase = `${notification.transition ?? ""}:${minute}`
      const [crowd] = yield* isCrowded(sql, causeKey, phase, causesAtOnce, restMs)
      if (crowd?.crowded === true) return null
      // Under load, an alert may be dispatched late. The alert still joins the last message if the alert was created
      // before that message was due.
      const isRunning = sql`(not b.is_closed and (b.rest_at > mon_now()
        or (${minute === 0}::boolean and ${notification.createdAt.toISOString()}::timestamptz <= b.rest_at)))`
      const recipients = targets.map(({ channel, target }: DeliveryTarget) => ({ channel, target }))
      const rows = yield* sql<BurstRow>`
        with recipient as materialized (
          select r.channel, r.target, r.channel || ':' || lower(r.target) as name, ${waitingOutage(sql, notification.key)} as outage_at
          from jsonb_to_recordset(${JSON.stringify(recipients)}::text::jsonb) as r(channel text, target text)
        ), burst as (
          insert into shared_cause_burst as b (cause_id, phase, recipient, opened_at, rest_at)
          select ${causeKey}::bigint, ${phase}, name, mon_now(), mon_now() + ${restMs}::int * interval '1 millisecond'
          from recipient where outage_at is null order by name
          on conflict (cause_id, phase, recipient) do update set
            opened_at = case when ${isRunning} then b.opened_at else excluded.opened_at end,
            rest_at = case when ${isRunning} then b.rest_at else excluded.rest_at end,
            is_closed = false
          returning recipient, opened_at, rest_at
        )
        select r.channel, r.target, coalesce(b.opened_at, mon_now()) + ${noticeMs}::int * interval '1 millisecond' as "noticeAt",
          coalesce(b.rest_at, r.outage_at) as "partAt",
          coalesce(b.rest_at, greatest(r.outage_at, mon_now() + interval '1 second')) as "restAt",
          coalesce(b.opened_at + ${noticeMs}::int * interval '1 millisecond' > mon_now(), false) as "isNotice"
        from recipient r left join burst b on b.recipient = r.name`
      return rows.map(({ channel, isNotice, noticeAt, partAt, restAt, target }): CauseBurst => {
        const part = isNotice ? "notice" : "rest"
        return { causeKey, channel, target, part, endsAt: isNotice ? noticeAt : partAt, restAt }
      })
    }
  )

/** Waits for alerts that are just joining the bursts. */
export const closeBursts = (sql: SqlClient.SqlClient, accountKey: string, endsAt: Date) =>
  sql`
    update shared_cause_burst b set is_closed = true from shared_cause c
    where c.account_id = ${accountKey}::bigint and b.cause_id = c.id and not b.is_closed
      and date_trunc('milliseconds', b.rest_at) <= ${endsAt.toISOString()}::timestamptz`

export const isJoining = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.isJoining", function* (accountKey: string, endsAt: Date, longestMs: number) {
    const [row] = yield* sql<{ readonly joining: boolean }>`
        select mon_now() < ${endsAt.toISOString()}::timestamptz + ${longestMs}::int * interval '1 millisecond' and exists (
            select from shared_cause_burst b join shared_cause c on c.id = b.cause_id
            where c.account_id = ${accountKey}::bigint and not b.is_closed
              and date_trunc('milliseconds', b.rest_at) = ${endsAt.toISOString()}::timestamptz)
          and exists (select from notification n where n.account_id = ${accountKey}::bigint
              and (n.monitor_id is not null or n.incident_id is not null)
            and n.created_at <= ${endsAt.toISOString()}::timestamptz and ${sql.literal(isUndispatched)}) as joining`
    return row?.joining ?? false
  })

/**
 * Returns the shared cause of the message with this key. Returns null if the alerts of the message share nothing but
 * their kind. The result also says whether all outages in messages to the recipient about the cause have ended, and
 * whether an earlier message listed other monitors.
 */
export const findCause = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  const [row] = yield* sql<AnnouncedCause>`
    select c.public_id as id, c.kind, c.value, (
        select count(*)::int from monitor_schedule s join monitor m on m.id = s.monitor_id and m.account_id = c.account_id
        where c.kind <> 'name_servers' and ${sql.literal(isLiveDomain)} and ${sql.literal(isFailing)}
          and s.last_address <<= case when c.kind <> 'name_servers' then c.value::inet end) as failing,
      coalesce(sent."isOver", true) as "isOver", d.cause_part = ${causeParts.rest}::int and coalesce(sent."isRest", false) as "isRest"
    from notification_delivery d join shared_cause c on c.id = d.cause_id
    cross join lateral (
      select min(n.kind) as kind from notification_delivery p join notification n on n.id = p.notification_id
      where (p.id = d.id or p.digest_id = d.id) and p.status = 'pending') own
    cross join lateral (
      select bool_and(i.resolved_at is not null) filter (where n.kind = 'down') as "isOver",
        bool_or(n.kind = own.kind and p.digest_id < d.id) as "isRest"
      from shared_cause_incident ci join incident i on i.id = ci.incident_id
      join notification n on n.incident_id = i.id and n.kind in ('down', 'up')
      join notification_delivery p on p.notification_id = n.id and p.cause_id = c.id and p.channel = d.channel
        and p.target = d.target and p.status in ('pending', 'sent')
      where ci.cause_id = c.id) sent
    where d.id = ${key}::bigint and c.kind <> ${STORM}`
  return row ?? null
})

/** A window opens with the first state change after the end of the last window. */
export const countTransition = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.countTransition", function* (accountKey: string, windowSeconds: number) {
    const length = sql`${windowSeconds}::int * interval '1 second'`
    const [row] = yield* sql<AlertWindow>`
      insert into alert_window as w (account_id, opened_at, sent) values (${accountKey}::bigint, mon_now(), 1)
      on conflict (account_id) do update set
        opened_at = case when w.opened_at <= mon_now() - ${length} then mon_now() else w.opened_at end,
        sent = case when w.opened_at <= mon_now() - ${length} then 1 else w.sent + 1 end
      returning w.opened_at + ${length} as "endsAt", w.sent as "sent"`
    return row ?? { endsAt: new Date(0), sent: 1 }
  })

export const transitions = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.transitions", function* (notification: PendingNotification) {
    const [row] = yield* sql<MonitorTransitions>`
      select count(*) filter (where o.kind <> 'flapping')::int as count,
        coalesce(min(o.created_at) filter (where o.kind <> 'flapping'), n.created_at) as since,
        coalesce(bool_or(o.kind = 'flapping'), false) as noticed
      from notification n
      join notification o on o.monitor_id = n.monitor_id
        and o.created_at > n.created_at - ${sql.literal(COUNTED)}
        and (o.kind = 'flapping' or (o.id <= n.id and ${sql.literal(isTransition("o"))}))
      where n.id = ${notification.key}::bigint group by n.id`
    return row ?? { count: 0, since: new Date(0), noticed: false }
  })

export const monitorOf = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.monitorOf", function* (notification: PendingNotification) {
    const rows =
      yield* sql<FactMonitor>`select public_id as id, name, url from monitor where id = ${notification.monitorKey}::bigint`
    return rows[0] ?? null
  })

export const note = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.note", function* (notification: PendingNotification, fact: Fact) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    yield* writeFact(sql, fact, { id, accountKey: notification.accountKey, monitorKey: notification.monitorKey })
  })
