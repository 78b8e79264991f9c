import { flapping } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { isMuted } from "../../access/alertPause.sql.ts"
import { operation } from "../../sql/operation.ts"
import { openedBy, unended } from "../unended.sql.ts"
import type { PendingNotification } from "./takeUndispatched.ts"

/** The SQL for the time at which the next announcement of a state is due. */
export const statesDueAt = "(select min(due_at) from state_announcement where not is_held)"

/** Suppresses a state change, because a flapping notice replaces it. Once the state has lasted, it is announced. */
export const suppressFlapping = (sql: SqlClient.SqlClient) =>
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

/** SQL for whether the notification `n` was sent to anybody, or is about to be. */
const isSent = (n: string): string => `exists (
      select from notification_delivery d where d.notification_id = ${n}.id and d.status in ('pending', 'sent'))`

/** SQL for a later state change `o` of the monitor of `n`. */
const laterChange = `notification o where o.monitor_id = n.monitor_id and o.kind in ('down', 'up') and o.id > n.id`

/** SQL for whether the last state change is an outage of which nobody is notified. */
const isSilentNow = `exists (
      select from ${laterChange} and o.kind = 'down' and o.status = 'suppressed' and o.reason is distinct from 'flapping'
        and not exists (select from notification l where l.monitor_id = n.monitor_id and l.kind = 'up' and l.id > o.id))`

/**
 * SQL for whether the recovery `n` ends an alert that somebody may have got, and is the monitor's last fact about it.
 */
const endsNow = `(exists (${unended("n")}) and not exists (
          select from notification l where l.monitor_id = n.monitor_id and l.kind in (n.kind, ${openedBy("n")}) and l.id > n.id))`

/**
 * The SQL that announces states. It announces recoveries of alerts that somebody got, and outages that last after
 * flapping. After a pause or a suspension, it announces no outages. Announcements that become due during one wait for
 * its end. It never announces a state twice, because it requires that no later change was sent.
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

export const announceStates = (sql: SqlClient.SqlClient) =>
  operation("Deliveries.announceStates", function* (limit: number) {
    const [row] = yield* sql.unsafe<{ readonly n: number }>(ANNOUNCE, [limit])
    return row?.n ?? 0
  })
