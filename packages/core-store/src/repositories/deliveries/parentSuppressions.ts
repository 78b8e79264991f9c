import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { kindCodes, urlStateCodes } from "../monitors/MonitorCodes.ts"
import { OPENINGS } from "../deliveryRecords/waitsForParent.ts"
import { downParent, parentChangedAt } from "../monitors/parents.sql.ts"
import type { Deliveries } from "./Deliveries.ts"

/** SQL for the key of the parent that suppresses the notification `n`, or null. A recovery follows its outage. */
export const suppressingParent = `(case
    when n.kind in ${OPENINGS} then ${downParent("n.monitor_id")}
    when n.kind = 'up' then (
      select s.parent_id from notification o join parent_suppression s on s.notification_id = o.id and s.ended_at is null
      where o.incident_id = n.incident_id and o.kind = 'down' and o.monitor_id = n.monitor_id)
    end)`

export const suppressForParent = (sql: SqlClient.SqlClient): Deliveries["Service"]["suppressForParent"] =>
  operation("Deliveries.suppressForParent", function* ({ key }, parentKey) {
    yield* sql`
      with suppressed as (
        update notification n set status = 'suppressed', dispatched_at = mon_now() where n.id = ${key}::bigint
        returning n.id, n.monitor_id, n.kind
      )
      insert into parent_suppression as s (notification_id, monitor_id, parent_id, ended_at)
      select id, monitor_id, ${parentKey}::bigint, case when kind = 'up' then mon_now() end from suppressed
      on conflict (notification_id) do update set parent_id = excluded.parent_id, at = mon_now(), ended_at = null`
  })

/** Whether what the notification `n` of the monitor `m` with the schedule `c` says is still true. */
const IS_TRUE = `(m.deleted_at is null and m.paused_at is null and case n.kind
    when 'down' then i.resolved_at is null
    else c.state = ${urlStateCodes.error} and not exists (
      select from notification o where o.monitor_id = n.monitor_id and o.kind = n.kind and o.id > n.id) end)`

/** The row of the suppression is the lock, so that several workers release an alert once. */
const RELEASE = `
  with due as materialized (
    select s.notification_id, s.monitor_id, m.kind, c.last_checked_at, ${IS_TRUE} as is_true,
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
      where due.kind = ${kindCodes.url} and due.is_true and not due.is_checked and not c.is_unsafe
        and c.next_at > mon_now() and coalesce(c.lease_until <= mon_now(), true)
      for update of c skip locked)
  ), released as (
    update notification n set status = 'pending', dispatched_at = null from ended
    where n.id = ended.notification_id and ended.is_true and n.status = 'suppressed'
    returning 1
  )
  select count(*)::int as n from released`

export const releaseSuppressed = (sql: SqlClient.SqlClient): Deliveries["Service"]["releaseSuppressed"] =>
  operation("Deliveries.releaseSuppressed", function* (limit) {
    const [waiting] = yield* sql<{ readonly found: boolean }>`
      select exists (select from parent_suppression where ended_at is null) as found`
    if (waiting?.found !== true) return 0
    const [row] = yield* sql.unsafe<{ readonly n: number }>(RELEASE, [limit])
    return row?.n ?? 0
  })
