import type { FactKind } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isMuted } from "../../access/alertPause.sql.ts"
import { pageStateCodes } from "../../monitors/statements/MonitorCodes.ts"
import { isUpdate } from "../outcome.ts"
import { sameSubject } from "../unended.sql.ts"

const schedule = (n: string, condition: string): string =>
  `exists (select from monitor_schedule s where s.monitor_id = ${n}.monitor_id and ${condition})`

/**
 * The SQL conditions for whether the state in a notification has ended, by kind of notification. Notifications of a
 * kind that is not listed are about events.
 */
const ENDED: Partial<Readonly<Record<FactKind, (n: string) => string>>> = {
  down: (n) => `exists (select from incident i where i.id = ${n}.incident_id and i.resolved_at is not null)`,
  external_alert: (n) => `exists (select from incident i where i.id = ${n}.incident_id and i.resolved_at is not null)`,
  // Nobody is notified of an outage during maintenance or while a parent is down, nor of the end of that outage.
  // Therefore, the state of a recovery before such an outage still counts as current.
  up: (n) =>
    `exists (
      select from incident i where i.monitor_id = ${n}.monitor_id and i.resolved_at is null and not i.is_unannounced
        and not exists (
          select from notification o join parent_suppression s on s.notification_id = o.id and s.ended_at is null
          where o.incident_id = i.id and o.kind = 'down'))`,
  degraded: (n) => schedule(n, "not s.is_degraded"),
  page_error: (n) => schedule(n, `s.state <> ${pageStateCodes.error}`),
  certificate_invalid: (n) =>
    `exists (select from monitor_facts f where f.monitor_id = ${n}.monitor_id and (f.ssl ->> 'valid')::boolean)`
}

/** SQL for whether the state in the notification `n` has ended, according to the database. */
const hasEnded = (n: string): string =>
  `case ${n}.kind ${Object.entries(ENDED)
    .map(([kind, ended]) => `when '${kind}' then ${ended(n)}`)
    .join(" ")} else false end`

/** SQL for whether the delivery `d` does not wait for a digest. */
export const isReady = (d: string): string =>
  `(${d}.waits_until is null or (${d}.channel = 'channel' and ${d}.gathers_at is null))`

/** SQL for whether no attempt at the delivery `d` is currently running. */
export const isFree = (d: string): string => `coalesce(${d}.lease_until <= mon_now(), true)`

/**
 * The subject of each kind of fact that describes a state. Only the newest fact about a subject of a monitor matters.
 * Facts of every other kind are events, and each event matters.
 */
const SUBJECTS: Partial<Readonly<Record<FactKind, string>>> = {
  down: "availability",
  up: "availability",
  flapping: "availability",
  degraded: "speed",
  recovered: "speed",
  email_health_alert: "email health",
  email_health_recovery: "email health",
  page_error: "page",
  certificate_expiring: "expiry of the certificate",
  certificate_invalid: "certificate",
  domain_expiring: "registration",
  checks_stopped: "proof of the host"
}

const subjectOf = (n: string): string =>
  `case ${n}.kind ${Object.entries(SUBJECTS)
    .map(([kind, subject]) => `when '${kind}' then '${subject}'`)
    .join(" ")} end`

const sameReceiver = (one: string, other: string): string =>
  `${one}.account_id = ${other}.account_id and ${one}.channel = ${other}.channel and ${one}.target = ${other}.target`

/** The kinds of alert channels whose services show an outage as open until a message ends it. */
export type ShowingKinds = ReadonlyArray<string>

/**
 * SQL for whether the receiver of the delivery `p` shows the outage that the notification `n` ends. An attempt without
 * a result counts too, because its message may have arrived.
 */
const showsOutage = (p: string, n: string, showing: ShowingKinds): string => `(
    ${n}.kind = 'up' and coalesce(${p}.target_kind = any('{${showing.join(",")}}'::text[]), false) and exists (
      select from notification o join notification_delivery s on s.notification_id = o.id
      where o.incident_id = ${n}.incident_id and o.kind = 'down' and ${sameReceiver("s", p)}
        and (s.status = 'sent' or s.attempts > 0)))`

/**
 * The longest time by which a suppressed fact may be announced late. Such a fact keeps its old time, although its
 * delivery is newer than the delivery of a later fact.
 */
const ANNOUNCED_LATER = "interval '1 day'"

/**
 * SQL for the key of the newest delivery to the same receiver that replaces the delivery `p` of the notification `n`.
 * Null if no delivery replaces `p`. If a message is about several monitors, `p` is one part of the message. An update
 * replaces only updates. A recovery is always sent if the receiver still shows the outage, and webhooks get every fact.
 */
const newest = (p: string, n: string, showing: ShowingKinds): string => `(
  select max(q.id) from notification fact join notification_delivery q on q.notification_id = fact.id
  where ${p}.channel <> 'webhook' and fact.monitor_id = ${n}.monitor_id and ${subjectOf("fact")} = ${subjectOf(n)}
    and fact.created_at > ${n}.created_at - ${ANNOUNCED_LATER} and ${sameReceiver("q", p)}
    and q.id > ${p}.id and q.status <> 'suppressed'
    and (${p}.digest_id is null or q.digest_id is distinct from ${p}.digest_id)
    and (not ${isUpdate("q")} or ${isUpdate(p)}) and (fact.id <> ${n}.id or ${isUpdate("q")} = ${isUpdate(p)})
    and not ${showsOutage(p, n, showing)})`

/**
 * SQL for whether the state in the delivery `p` of the notification `n` has ended. At the first attempt, the fact has
 * only just been stored, so only the state of a domain can already have changed. `d` is the message that contains `p`,
 * and may also contain the end of that state.
 */
const isOver = (p: string, n: string, d: string, showing: ShowingKinds): string => `(
  ${p}.channel <> 'webhook' and (${n}.kind in ('down', 'up') or ${d}.attempts > 0) and ${hasEnded(n)}
  and not ${showsOutage(p, n, showing)} and (${n}.kind <> 'down' or not exists (
    select from notification_delivery o join notification u on u.id = o.notification_id
    where o.digest_id = ${p}.digest_id and u.incident_id = ${n}.incident_id and u.kind = 'up')))`

/**
 * SQL for whether the delivery `p` is an unsettled part of the message `d`. A message about a single fact counts as its
 * only part.
 */
const isPart = (p: string, d: string): string =>
  `(${p}.id = ${d}.id or ${p}.digest_id = ${d}.id) and ${p}.status = 'pending'`

/**
 * SQL for whether a part of the message `d` is overtaken: a newer message to the receiver replaces the part, or the
 * state in the part has ended.
 */
const isOvertaken = (d: string, showing: ShowingKinds): string => `exists (
  select from notification_delivery p join notification n on n.id = p.notification_id
  where ${isPart("p", d)} and (${newest("p", "n", showing)} is not null or ${isOver("p", "n", d, showing)}))`

/**
 * SQL for earlier messages `g` to the same receiver as the message `d` that are about one of its monitors and must be
 * sent first. Overtaken messages are left out, unless an attempt is running.
 */
const earlierMessages = (d: string, showing: ShowingKinds): string => `
  from notification_delivery p join notification n on n.id = p.notification_id
  join notification_delivery e on ${sameReceiver("e", "p")} and e.status = 'pending'
  join notification m on m.id = e.notification_id and ${sameSubject("m", "n")}
  join notification_delivery g on g.id = coalesce(e.digest_id, e.id)
  where ${isPart("p", d)} and g.id < ${d}.id and ${isReady("g")}
    and (not ${isFree("g")} or (${newest("e", "m", showing)} is null and not ${isOver("e", "m", "g", showing)}))`

/**
 * SQL for whether the message `d` can be sent now: none of its parts is overtaken, and no earlier message must be sent
 * first.
 */
export const isNext = (d: string, showing: ShowingKinds): string =>
  `not ${isOvertaken(d, showing)} and not exists (select ${earlierMessages(d, showing)})`

/** SQL that removes the overtaken parts from the message $1. If no part is left, the message ends. */
const endStatement = (showing: ShowingKinds): string => `
  with message as materialized (
    select d.id, d.slot_at, d.attempts, d.notification_id
    from notification_delivery d join account a on a.id = d.account_id and not ${isMuted("a")}
    where d.id = $1::bigint and d.status = 'pending' and d.digest_id is null and ${isReady("d")} and ${isFree("d")}
  ), part as materialized (
    select p.id, ${newest("p", "n", showing)} as newest, ${isOver("p", "n", "d", showing)} as is_over
    from message d join notification_delivery p on ${isPart("p", "d")} join notification n on n.id = p.notification_id
  ), result as materialized (
    select count(*) filter (where newest is null and not is_over) = 0 as ends, max(newest) as newest from part
  ), replaced as materialized (
    select part.id, case when part.newest is null then 'over' else 'superseded' end as code, m.kind
    from part left join notification_delivery q on q.id = part.newest left join notification m on m.id = q.notification_id
    where part.newest is not null or part.is_over
  ), ended as (
    update notification_delivery d set status = 'suppressed', error_code = r.code, error_message = r.kind,
      settled_at = mon_now(), lease_until = null, lease_token = null, attempts = greatest(d.attempts, message.attempts),
      digest_id = case when result.ends then d.digest_id end
    from replaced r cross join result cross join message where d.id = r.id
    returning d.notification_id
  ), combined as (
    update notification_delivery d set status = 'suppressed', error_code = r.code, error_message = r.kind,
      settled_at = mon_now(), lease_until = null, lease_token = null
    from message cross join result cross join lateral (
      select code, kind from replaced order by code desc, id desc limit 1) r
    where d.id = message.id and message.notification_id is null and result.ends
  ), instead as materialized (
    select g.id from result join notification_delivery q on q.id = result.newest
    join notification_delivery g on g.id = coalesce(q.digest_id, q.id)
    where result.ends and g.status = 'pending' and g.attempts = 0 and ${isReady("g")}
  ), moved as (
    update notification_delivery d set slot_at = message.slot_at, next_at = mon_now(), held_until = null
    from message cross join instead where d.id = instead.id and message.slot_at is not null
  )
  select result.ends as "isOver", (select id::text from instead) as instead,
    array(select notification_id from ended)::text[] as notifications
  from result where exists (select from ended)`

interface Ended {
  readonly isOver: boolean
  readonly instead: string | null
  readonly notifications: ReadonlyArray<string>
}

/**
 * Ends the overtaken parts of a message. Returns null if no part is overtaken. `isOver` says whether the message has no
 * parts left. `instead` is the newest message that replaces parts of the message, if no part is left and there was no
 * attempt at the newest message yet. That message gets the time slot of the ended message. Otherwise, `instead` is
 * null.
 */
export const endOvertaken = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string, showing: ShowingKinds) {
  const [row] = yield* sql.unsafe<Ended>(endStatement(showing), [key])
  if (row === undefined) return null
  yield* sql`select settle_notifications(${row.notifications}::text[]::bigint[])`
  return row
})

/** The number of attempts up to which an earlier message is still attempted ahead of its schedule. */
const EARLY_ATTEMPTS = 20

/** The shortest time after which a message that waits for an earlier message is due again. */
const AGAIN = "interval '2 seconds'"

/**
 * The divisor of the time that a message has already waited. The quotient is the longest time until the message is due
 * again, because by then the earlier message may be overtaken.
 */
const WAITED_PART = 4

/**
 * SQL that makes the message $1 wait for earlier messages. At first, the earlier messages are attempted immediately,
 * because their receiver may be reachable again. Returns the time when the message is due again, or no row if the
 * message need not wait.
 */
const waitStatement = (showing: ShowingKinds): string => `
  with message as materialized (
    select d.id, d.next_at from notification_delivery d
    where d.id = $1::bigint and d.next_at <= mon_now() and ${isFree("d")}
  ), earlier as materialized (
    select distinct g.id from message d cross join lateral (select g.id ${earlierMessages("d", showing)}) g
  ), forward as (
    update notification_delivery g set next_at = mon_now(), held_until = null from (
      select g.id from notification_delivery g join earlier on earlier.id = g.id cross join message
      where g.next_at > mon_now() and ${isFree("g")} and g.attempts between 1 and ${EARLY_ATTEMPTS}
        and not exists (select from delivery_attempt a where a.delivery_id = g.id and a.at >= message.next_at)
      order by g.id for update of g skip locked
    ) due where g.id = due.id
    returning g.id
  )
  select greatest(mon_now() + ${AGAIN}, least(mon_now() + (mon_now() - min(message.next_at)) / ${WAITED_PART},
    max(case when forward.id is null then greatest(g.next_at, g.held_until, g.lease_until) + interval '1 second' end))) as at
  from earlier join notification_delivery g on g.id = earlier.id cross join message left join forward on forward.id = g.id
  having count(*) > 0`

/**
 * Returns the time until which a message must wait for earlier messages to its receiver about its monitor. Returns null
 * if the message need not wait.
 */
export const waitForEarlier = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: string,
  showing: ShowingKinds
) {
  const [row] = yield* sql.unsafe<{ readonly at: Date }>(waitStatement(showing), [key])
  return row?.at ?? null
})
