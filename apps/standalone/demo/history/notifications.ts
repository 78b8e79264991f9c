import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Adds a notification for the beginning and the end of each incident. The facts have the form that the state machine
 * writes.
 */
const announceIncidents = (sql: SqlClient.SqlClient) => sql`
  insert into notification (public_id, account_id, key, type, kind, monitor_id, incident_id, data, status, created_at,
    dispatched_at, sent_at)
  select mon_uuidv7(), i.account_id, k.kind || ':' || i.public_id, 'status_change', k.kind, i.monitor_id, i.id,
    jsonb_build_object('monitor', jsonb_build_object('id', m.public_id, 'name', m.name, 'url', m.url),
      'incident', jsonb_build_object('id', i.public_id, 'startedAt', mon_iso(i.started_at),
        'resolvedAt', case when k.kind = 'up' then mon_iso(i.resolved_at) end,
        'triggerStatusCode', i.trigger_status_code, 'resolutionStatusCode', case when k.kind = 'up' then 200 end,
        'triggerError', jsonb_build_object('code', i.trigger_error_code, 'message', i.trigger_error_message))),
    'sent', k.at, k.at + interval '1 second', k.at + interval '3 seconds'
  from incident i join monitor m on m.id = i.monitor_id
  cross join lateral (
    values ('down', i.confirmed_at), ('up', i.closed_at)
  ) as k(kind, at)
  where k.at is not null order by k.at`

/** Marks the notifications that the engines have written for the past as sent immediately. */
const sendPending = (sql: SqlClient.SqlClient) => sql`
  update notification n set status = 'sent', created_at = x.at, dispatched_at = x.at + interval '1 second',
    sent_at = x.at + interval '3 seconds'
  from (
    select id, coalesce((data ->> 'detectedAt')::timestamptz, created_at) as at from notification where status = 'pending'
  ) x where x.id = n.id`

/** Adds deliveries by email to the owner. The demo has no mail server, so the emails count as stored. */
const deliver = (sql: SqlClient.SqlClient) => sql`
  with delivered as (
    insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, status,
      attempts, next_at, created_at, settled_at)
    select mon_uuidv7(), n.account_id, n.id, n.key || ':email:' || lower(u.email), 'email', u.email, u.id, 'sent',
      1, n.created_at, n.dispatched_at, n.sent_at
    from notification n join membership s on s.account_id = n.account_id and s.role = 'owner' join app_user u on u.id = s.user_id
    order by n.id
    returning id, settled_at
  )
  insert into delivery_attempt (delivery_id, number, at, status, code, duration_ms)
  select d.id, 1, d.settled_at, 'sent', 'stored', 120 + (d.id * 37 % 400)::int from delivered d`

export const writeNotifications = Effect.fn("demo.writeNotifications")(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.all([announceIncidents(sql), sendPending(sql), deliver(sql)]))
})
