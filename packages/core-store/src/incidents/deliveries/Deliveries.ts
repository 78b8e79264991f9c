import { flapping, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isMuted } from "../../access/alertPause.sql.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { emailInstead } from "./emailInstead.ts"
import { openedBy, unended } from "../unended.sql.ts"
import {
  burst,
  type BurstTimings,
  type CauseBurst,
  countTransition,
  isJoining,
  monitorOf,
  note,
  STORM,
  transitions
} from "./bursts.ts"
import { claimDelivery, type ClaimedDelivery } from "./claimDelivery.ts"
import { dispatch, gather, showAcknowledgement, targets } from "./dispatch.ts"
import { backlog, endedWindows, giveBack, moveQuietEnd, purge, take, waitingForQuiet } from "./dueDeliveries.ts"
import { lockCauses, sharedCause } from "./sharedCauses.ts"
import {
  type DeliveryChannel,
  type DeliveryTarget,
  hasUndispatched,
  type PendingNotification,
  pulse,
  releaseSuppressed,
  suppress,
  alertOf,
  suppressForParent,
  takeUndispatched
} from "./takeUndispatched.ts"

/** The result of an attempt at a delivery. If `retryAfterMs` is null, there is no further attempt. */
export interface AttemptResult {
  readonly status: "sent" | "failed" | "suppressed"
  readonly code: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

const MESSAGE_CHARACTERS = 500

/** A delivery that was suppressed during its attempt becomes `sent` if the attempt succeeded. */
const recordAttempt = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.record", function* (delivery: ClaimedDelivery, result: AttemptResult) {
    const { attempt, key, leaseToken } = delivery
    const { code, durationMs, error, retryAfterMs, status } = result

    const text = error?.slice(0, MESSAGE_CHARACTERS) ?? null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ readonly isOver: boolean }>`
        with recorded as (
          update notification_delivery d set
            status = case
              when ${status} = 'sent' then 'sent'
              when d.status = 'pending' and ${retryAfterMs}::double precision is null then ${status}
              else d.status end,
            settled_at = case when d.status = 'pending' and ${status} <> 'sent' and ${retryAfterMs}::double precision is not null then null else mon_now() end,
            next_at = mon_now() + coalesce(${retryAfterMs}::double precision, 0) * interval '1 millisecond',
            error_code = case when ${status} = 'sent' then null when d.status = 'pending' then ${code} else d.error_code end,
            error_message = case when ${status} = 'sent' then null else ${text} end,
            lease_until = null, lease_token = null, held_until = null
          where d.id = ${key}::bigint and d.lease_token = ${leaseToken}::uuid and d.status in ('pending', 'suppressed')
          returning d.id, d.status
        ), attempted as (
          update delivery_attempt set status = ${status === "sent" ? "sent" : "failed"}, code = ${code},
            duration_ms = ${Math.round(durationMs)}::int, error = ${text}
          from recorded where delivery_id = recorded.id and number = ${attempt}::int
        ), parts as (
          update notification_delivery d set status = r.status, settled_at = mon_now(),
            error_code = case when r.status = 'sent' then null else ${code} end, error_message = ${text}
          from recorded r where d.digest_id = r.id and d.status in ('pending', 'suppressed') and r.status <> 'pending'
        )
        select status <> 'pending' as "isOver" from recorded`
        if (row?.isOver !== true) return
        if (status !== "sent" && delivery.channel === "channel") yield* emailInstead(sql, [key])
        yield* sql`
        select settle_notifications(array(
          select notification_id from notification_delivery
          where (id = ${key}::bigint or digest_id = ${key}::bigint) and notification_id is not null))`
      })
    )
  })

interface Row {
  readonly channel: DeliveryChannel
  readonly target: string
  readonly isNotice: boolean
  readonly endsAt: Date
  readonly restAt: Date
}

/** The address of a shared cause for alerts that share nothing but their kind. No monitor has this address. */
const NO_NETWORK = "::/128"

/**
 * Returns the internal key of the cause that represents all alerts of a kind in an account. Creates the cause if
 * necessary.
 */
const causeOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { accountKey, kind }: PendingNotification) {
  const [found] = yield* sql<{ readonly key: string }>`
    select id::text as key from shared_cause
    where account_id = ${accountKey}::bigint and kind = ${STORM} and alert_kind = ${kind} limit 1`
  if (found !== undefined) return found.key
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<{ readonly key: string }>`
    insert into shared_cause (public_id, account_id, kind, value, alert_kind)
    values (${id}::uuid, ${accountKey}::bigint, ${STORM}, ${NO_NETWORK}, ${kind})
    returning id::text as key`
  return row?.key ?? ""
})

/**
 * Opens or continues bursts of alerts of one kind. If other alerts of the kind are about to be dispatched, they join
 * the first message. Otherwise, the alert is sent immediately, and counts as the first message of the burst.
 */
const storm = (sql: SqlClient.SqlClient) =>
  operation(
    "Deliveries.storm",
    function* (
      notification: PendingNotification,
      receivers: ReadonlyArray<DeliveryTarget>,
      { minute, noticeMs, restMs }: Omit<BurstTimings, "causesAtOnce">
    ): Returns<ReadonlyArray<CauseBurst>> {
      const { accountKey, createdAt, key, kind, monitorKey } = notification
      yield* lockCauses(sql, accountKey)
      const causeKey = yield* causeOf(sql, notification)
      const phase = `:${minute}`
      const notice = sql`${noticeMs}::int * interval '1 millisecond'`
      const recipients = receivers.map(({ channel, target }) => ({ channel, target }))
      const rows = yield* sql<Row>`
        with recipient as materialized (
          select r.channel, r.target, r.channel || ':' || lower(r.target) as name
          from jsonb_to_recordset(${JSON.stringify(recipients)}::text::jsonb) as r(channel text, target text)
        ), running as materialized (
          select b.recipient, b.opened_at, b.rest_at from shared_cause_burst b join recipient r on r.name = b.recipient
          where b.cause_id = ${causeKey}::bigint and b.phase = ${phase} and not b.is_closed
            and (b.rest_at > mon_now() or (${minute === 0}::boolean and ${createdAt.toISOString()}::timestamptz <= b.rest_at))
        ), others as materialized (
          select exists (select from notification n where n.account_id = ${accountKey}::bigint and n.kind = ${kind}
            and n.status = 'pending' and n.dispatched_at is null and n.id <> ${key}::bigint
            and (n.monitor_id is null or n.monitor_id <> ${monitorKey}::bigint)) as wait
        ), opened as (
          insert into shared_cause_burst as b (cause_id, phase, recipient, opened_at, rest_at)
          select ${causeKey}::bigint, ${phase}, r.name, mon_now() - case when others.wait then interval '0' else ${notice} end,
            mon_now() + ${restMs}::int * interval '1 millisecond'
          from recipient r cross join others where not exists (select from running u where u.recipient = r.name)
          on conflict (cause_id, phase, recipient) do update set opened_at = excluded.opened_at, rest_at = excluded.rest_at,
            is_closed = false
          returning b.recipient, b.opened_at, b.rest_at
        )
        select r.channel, r.target, b.opened_at + ${notice} > mon_now() as "isNotice", b.rest_at as "restAt",
          case when b.opened_at + ${notice} > mon_now() then b.opened_at + ${notice} else b.rest_at end as "endsAt"
        from recipient r join (
          select *, false as is_first from running union all select opened.*, not others.wait from opened cross join others
        ) b on b.recipient = r.name
        where not b.is_first`
      return rows.map(({ isNotice, ...row }): CauseBurst => ({ ...row, causeKey, part: isNotice ? "notice" : "rest" }))
    }
  )

export const statesDueAt = "(select min(due_at) from state_announcement where not is_held)"

/** Suppresses a state change, because a flapping notice replaces it. If the state lasts, it is announced later. */
const suppressFlapping = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.suppressFlapping", function* ({ key }: PendingNotification) {
    yield* sql`
      with suppressed as (
        update notification set status = 'suppressed', reason = 'flapping', dispatched_at = mon_now()
        where id = ${key}::bigint
        returning monitor_id, created_at + ${flapping.calmMinutes}::int * interval '1 minute' as due_at
      )
      insert into state_announcement as s (monitor_id, due_at) select monitor_id, due_at from suppressed
      on conflict (monitor_id) do update set due_at = greatest(s.due_at, excluded.due_at)`
  })

/** SQL for whether the notification `n` was sent to anybody, or is about to be sent. */
const isSent = (n: string): string => `exists (
      select from notification_delivery d where d.notification_id = ${n}.id and d.status in ('pending', 'sent'))`

/** SQL for every later state change `o` of the monitor of the notification `n`. */
const laterChange = `notification o where o.monitor_id = n.monitor_id and o.kind in ('down', 'up') and o.id > n.id`

/** SQL for whether the monitor's last state change is an outage of which nobody is notified. */
const isSilentNow = `exists (
      select from ${laterChange} and o.kind = 'down' and o.status = 'suppressed' and o.reason is distinct from 'flapping'
        and not exists (select from notification l where l.monitor_id = n.monitor_id and l.kind = 'up' and l.id > o.id))`

/**
 * SQL for whether the recovery `n` ends an alert that somebody may have got, and is the monitor's newest fact about the
 * subject of that alert.
 */
const endsNow = `(exists (${unended("n")}) and not exists (
          select from notification l where l.monitor_id = n.monitor_id and l.kind in (n.kind, ${openedBy("n")}) and l.id > n.id))`

/**
 * The SQL that announces states. It announces recoveries of alerts that somebody got, and outages that last after
 * flapping. After a pause or a suspension, the SQL announces no outages. If an announcement becomes due during a pause
 * or a suspension, the announcement waits for the end. No state is announced twice, because an announcement requires
 * that no later change was sent.
 */
const ANNOUNCE = `
  with due as materialized (
    select s.monitor_id, ${isMuted("a")} as is_muted
    from state_announcement s join monitor m on m.id = s.monitor_id join account a on a.id = m.account_id
    where s.due_at <= mon_now() and not s.is_held order by s.due_at limit $1::int
    for update of s skip locked
  ), held as (
    update state_announcement s set is_held = true from due where s.monitor_id = due.monitor_id and due.is_muted
  ), ended as (
    delete from state_announcement s using due where s.monitor_id = due.monitor_id and not due.is_muted
  ), announced as (
    update notification n set status = 'pending', dispatched_at = null from due
    where n.monitor_id = due.monitor_id and not due.is_muted and n.status = 'suppressed' and n.reason in ('flapping', 'paused', 'account_suspended')
      and case n.kind
        when 'up' then ${endsNow} or (exists (
            select from notification o where o.incident_id = n.incident_id and o.kind = 'down' and ${isSent("o")})
          and not exists (select from ${laterChange} and ${isSent("o")}) and not ${isSilentNow})
        when 'down' then n.reason = 'flapping' and not exists (select from ${laterChange})
          and exists (select from incident i where i.id = n.incident_id and i.resolved_at is null)
        else coalesce(${endsNow}, false) end
    returning 1
  )
  select count(*)::int as n from announced`

const announceStates = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.announceStates", function* (limit: number) {
    const [row] = yield* sql.unsafe<{ readonly n: number }>(ANNOUNCE, [limit])
    return row?.n ?? 0
  })

/** Deliveries of notifications to their recipients. */
export class Deliveries extends Context.Service<Deliveries>()("@mon/core-store/Deliveries", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Records the heartbeat of a worker. If no worker ran for a minute, alerts are delayed until their monitors have
     * been checked again.
     */
    pulse: pulse(sql),
    /**
     * Returns whether there is a notification to dispatch. This takes less time than {@link takeUndispatched}, because
     * it locks nothing.
     */
    hasUndispatched: hasUndispatched(sql),
    /** Returns the oldest undispatched notification, locked for the caller's transaction. Null if there is none. */
    takeUndispatched: takeUndispatched(sql),
    /** Marks a notification as suppressed, so that it is not sent. */
    suppress: suppress(sql),
    alertOf: alertOf(sql),
    /** Marks a notification as suppressed because a parent is down. */
    suppressForParent: suppressForParent(sql),
    /**
     * Makes suppressed alerts pending if their parents are no longer down and a check that failed afterwards proves
     * that the alerts are still true. Returns the number of alerts that became pending.
     */
    releaseSuppressed: releaseSuppressed(sql),
    /** Marks a notification about a state change as suppressed, because its monitor changes state too often. */
    suppressFlapping: suppressFlapping(sql),
    /**
     * Announces states that were suppressed because of flapping or a pause and are still current: outages that last
     * after flapping, and recoveries of alerts that somebody got. Returns the number of alerts that became pending.
     */
    announceStates: announceStates(sql),
    /**
     * Returns the recipients of a notification. `channelIds` are the alert channels to include. `withDefault` says
     * whether to include the channels of the default route. By default, they are included only if `channelIds` is not
     * given.
     */
    targets: targets(sql),
    /** Counts a state change in the current window of its account, and returns the window. */
    countTransition: countTransition(sql),
    /**
     * Returns the internal key of the external cause that the incident of a notification shares with enough other
     * incidents, or null.
     */
    sharedCause: sharedCause(sql),
    /**
     * Opens or continues bursts. A burst consists of the messages about a shared cause to one recipient. Returns the
     * times of the messages that list a notification. A burst begins with the first message after the end of the last
     * burst. A recovery waits for the message about its outage, if that message is not sent yet. Returns null if the
     * account already has messages about too many causes. This cause then gets no messages of its own.
     */
    burst: burst(sql),
    /**
     * Opens or continues bursts of messages to one recipient that list alerts of one kind. Returns the times of the
     * messages. The result leaves out recipients who get the alert immediately.
     */
    storm: storm(sql),
    /**
     * Returns whether the last message of a burst is due although alerts that belong in it are not dispatched yet.
     * Returns false once the message is `longestMs` late.
     */
    isJoining: isJoining(sql),
    transitions: transitions(sql),
    /** Returns the monitor of a notification. */
    monitorOf: monitorOf(sql),
    /** Writes another notification about the monitor of a notification, at most once for each fact key. */
    note: note(sql),
    /**
     * Creates the deliveries of a notification. Deliveries with `waitsUntil` become part of a digest. `moment` is the
     * moment of a route. Each recipient gets one message for each moment, but a webhook gets only one message for the
     * notification.
     */
    dispatch: dispatch(sql),
    /**
     * Creates updates of the messages about an open incident (public id) on alert channels of these kinds. The updates
     * add or remove the acknowledgement. Each change causes its updates only once.
     */
    showAcknowledgement: showAcknowledgement(sql),
    /**
     * Returns the number of messages that wait for the end of an alert channel's quiet hours, and the current time of
     * the database.
     */
    waitingForQuiet: waitingForQuiet(sql),
    /** Changes the time until which the waiting messages to an alert channel are held. */
    moveQuietEnd: moveQuietEnd(sql),
    /** Combines the messages of a window that has ended into one digest per recipient. */
    gather: gather(sql),
    /**
     * Leases a delivery for one attempt. Idempotent for the same token (a UUID), so that the call can be repeated if
     * its answer is lost. `spacing` is the shortest time between two messages to one channel. Default: the channels
     * have no such limit.
     */
    claim: claimDelivery(sql),
    /** Records an attempt, provided that the lease has not expired. */
    record: recordAttempt(sql),
    /**
     * Reserves due deliveries of a channel in the order of their due times. No other worker gets them for `holdMs`, for
     * the lease of a claim, or until `giveBack` is called. `exceptAccounts` are internal keys of accounts whose
     * deliveries are left out.
     */
    take: take(sql),
    /**
     * Releases reserved deliveries that are not finished. A delivery that was claimed becomes due when its lease
     * expires.
     */
    giveBack: giveBack(sql),
    /** Lists windows that ended at least a second ago and have messages to combine, oldest first. */
    endedWindows: endedWindows(sql),
    /** Returns the numbers of waiting and running deliveries of each channel. */
    backlog: backlog(sql),
    /**
     * Deletes at most `limit` deliveries older than `days`, with their attempts. Returns the number of deleted
     * deliveries.
     */
    purge: purge(sql)
  }))
}) {
  static readonly layer = Layer.effect(Deliveries, Deliveries.make)
}
