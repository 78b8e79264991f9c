import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"

/**
 * What messages to a channel are about, so that the newest of them is enough: an incident, or the speed or the email
 * health of a monitor. Null: every message counts. `n` is a notification.
 */
export const subjectOf = (n: string): string => `
  case when ${n}.kind in ('down', 'up') then ${n}.incident_id::text
    when ${n}.kind in ('degraded', 'recovered') then 'speed'
    when ${n}.kind in ('email_health_alert', 'email_health_recovery') then 'email_health' end`

const newerStatement = `
  with old as (
    select d.id, d.account_id, d.target, d.slot_at, n.id as notification_id, n.monitor_id, n.created_at,
      ${subjectOf("n")} as subject
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.id = $1::bigint and d.channel = 'channel' and d.status = 'pending' and d.digest_id is null
      and d.gathers_at is null and coalesce(d.lease_until <= mon_now(), true)
  ), newer as (
    select o.id, old.slot_at, o.status = 'pending' and o.attempts = 0 and o.digest_id is null and o.gathers_at is null as waits
    from old
    join notification n on n.monitor_id = old.monitor_id and n.created_at >= old.created_at and n.id > old.notification_id
      and ${subjectOf("n")} = old.subject
    join notification_delivery o on o.notification_id = n.id and o.account_id = old.account_id and o.channel = 'channel'
      and o.target = old.target and o.id > old.id and o.status <> 'suppressed'
    order by o.id desc limit 1
  ), ended as (
    update notification_delivery d set status = 'suppressed', error_code = 'superseded', settled_at = mon_now(),
      lease_until = null, lease_token = null
    from old, newer where d.id = old.id
    returning d.notification_id
  ), moved as (
    update notification_delivery d set slot_at = newer.slot_at, next_at = mon_now(), held_until = null from newer
    where d.id = newer.id and newer.waits and newer.slot_at is not null
  )
  select ended.notification_id::text as ended, case when newer.waits then newer.id::text end as instead
  from ended, newer`

/**
 * Ends a message to a channel that a newer one about the same subject replaces. The newer one takes its slot.
 *
 * Null: there is no newer one. `instead`: the newer delivery, if it is still waiting.
 */
export const supersede = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  const [row] = yield* sql.unsafe<{ readonly ended: string; readonly instead: string | null }>(newerStatement, [key])
  if (row === undefined) return null
  yield* sql`select settle_notifications(array[${row.ended}::bigint])`
  return { instead: row.instead }
})
