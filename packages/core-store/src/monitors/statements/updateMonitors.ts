import { isPublicId, type MonitorKind, monitorKinds, shortestInterval } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { AccessScope } from "../../access/AccessScope.ts"
import { holdMembership } from "../../access/holdMembership.ts"
import { operation, type Returns, storeError, type StoreError } from "../../sql/operation.ts"
import { codeLiteral, domainStateCodes, operationOf, periodCodes } from "./MonitorCodes.ts"
import { holdingMonitors, lockPlan, withIds } from "./lockMonitors.ts"
import { monitorColumns, repeatsOnce } from "./monitorColumns.ts"
import { insertUnwatched, isUnwatched, unwatchedSince } from "./unwatched.sql.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

/** People undo a pause within seconds, but the request may be slow. */
const UNDO_MINUTES = 10

/**
 * Common table expressions for the alerts of the incidents `reopened`, with their `id` and `paused_at`. Alerts continue
 * at the step at which they stopped. Messages that were not sent because of the pause are sent. Alerts that were
 * suppressed by maintenance wait for the end of the maintenance again.
 */
const RESUMED_ALERTS = `
      alerts as materialized (
        select n.id, r.paused_at from reopened r join notification n on n.incident_id = r.id and n.kind = 'down'
      ), routed as (
        update alert_due d set due_at = mon_now(), ended_at = null from alerts a
        where d.notification_id = a.id and d.ended_at >= a.paused_at
        returning d.notification_id
      ), sent as (
        update notification_delivery d set status = 'pending', error_code = null, error_message = null,
          settled_at = null, digest_id = null, next_at = mon_now(), held_until = null
        from alerts a
        where d.notification_id = a.id and d.status = 'suppressed' and d.error_code = 'over' and d.settled_at >= a.paused_at
        returning d.notification_id
      ), waiting as (
        insert into maintenance_waiting (notification_id, monitor_id)
        select n.id, n.monitor_id
        from reopened r join incident i on i.id = r.id and i.is_unannounced
        join notification n on n.incident_id = r.id and n.kind = 'down' and n.maintenance_id is not null
        on conflict do nothing
      ), announced as (
        update notification n set status = 'pending', reason = null
        where n.id in (select notification_id from routed union all select notification_id from sent)
          and n.status = 'suppressed'
      )`

/**
 * Undoes the pause of the monitors `m` that fulfil a condition. Incidents, states and periods are then as if there had
 * been no pause. Messages that were not sent because of the pause are sent.
 */
const undoWanted = (sql: SqlClient.SqlClient, wanted: Fragment) => {
  const paused = codeLiteral(sql, periodCodes.paused)
  return sql`
      with before as materialized (
        select m.id, p.since as paused_at
        from monitor m join lateral (
          select since, state from status_period where monitor_id = m.id order by since desc limit 1
        ) p on p.state = ${paused}
        where ${wanted} and m.paused_at > mon_now() - ${UNDO_MINUTES}::int * interval '1 minute'
      ), undone as (
        update monitor m set paused_at = null, updated_at = mon_now() from before b where m.id = b.id
      ), scheduled as (
        update monitor_schedule s set next_at = mon_now() from before b where s.monitor_id = b.id
      ), period as (
        delete from status_period p using before b
        where p.monitor_id = b.id and p.since = b.paused_at and p.state = ${paused}
      ), reopened as (
        update incident i set resolved_at = null, closed_at = null, resolution = null from before b
        where i.monitor_id = b.id and i.resolution = 'paused' and i.closed_at = b.paused_at
        returning i.id, b.paused_at
      ), repairs as (
        update incident_repair w set ended_at = null from reopened r
        where w.incident_id = r.id and w.ended_at >= r.paused_at and w.state <> 'closed'
      ),${sql.literal(RESUMED_ALERTS)}
      select 1 from before`
}

/** Undoes a recent pause. An older pause stays, and the state of its monitor is left unchanged. */
export const undoPause = <A>(sql: SqlClient.SqlClient, kind: MonitorKind, find: Find<A>) =>
  Effect.fn(operationOf(kind, "undoPause"))(function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, [id])} and m.paused_at is not null`
    yield* holdingMonitors(sql, wanted, undoWanted(sql, wanted)).pipe(
      Effect.mapError(storeError(operationOf(kind, "undoPause")))
    )
    return yield* find(scope, id)
  })

interface Patch {
  readonly checkInterval?: number
  readonly ccEmails?: ReadonlyArray<string>
}

const authorsOf = (sql: SqlClient.SqlClient, scope: AccessScope, ccEmails: ReadonlyArray<string>) =>
  sql`, authored as (
        insert into cc_email_author (monitor_id, address, membership_id)
        select distinct c.id, lower(cc), ${scope.membershipKey}::bigint
        from changed c join monitor before on before.id = c.id
        cross join jsonb_array_elements_text(${JSON.stringify(ccEmails)}::text::jsonb) as cc
        where lower(cc) not in (select lower(known) from unnest(before.cc_emails) as known)
        on conflict (monitor_id, address) do update set membership_id = excluded.membership_id
      )`

/** The assignments of the address, for a kind whose address is a setting. The patch then contains the new address. */
const addressAssignments = `, url = coalesce(p.given ->> 'url', m.url),
          hostname = coalesce(p.given ->> 'hostname', m.hostname)`

/**
 * Updates monitors. A null in the patch row means "unchanged", unless the field may be null and the patch contains the
 * field. A change that affects the check ends the lease of a running check, so that the late result of that check is
 * ignored. The monitor stays due and is checked again. The effective interval changes only if the patch contains an
 * interval, because the plan may have raised the effective interval.
 */
export const updateMonitors = <Wanted extends object>(sql: SqlClient.SqlClient, kind: MonitorKind) => {
  const { assignments: settings, changesChecks, changesSchedule, record } = monitorColumns[kind]
  const assignments = monitorKinds[kind].address === "check" ? settings + addressAssignments : settings
  return operation(
    operationOf(kind, "update"),
    function* (scope: AccessScope, ids: ReadonlyArray<string>, given: Wanted): Returns<ReadonlyArray<string>> {
      const patch: Patch = given
      const wellFormed = ids.filter(isPublicId)
      if (wellFormed.length === 0) return []
      const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
      const change = (minIntervalMs: number) => sql<{ id: string }>`
      with p as (
        select r.*, g.given from (select ${JSON.stringify(patch)}::text::jsonb as given) g,
          jsonb_to_record(g.given) as r(${sql.literal(record)})
      ), changed as (
        update monitor m set ${sql.literal(assignments)}, updated_at = mon_now()
        from p
        where ${wanted}
        returning m.id, m.public_id, m.check_interval_seconds, m.timeout_seconds, ${sql.literal(repeatsOnce("m"))} as is_unsafe
      )${patch.ccEmails === undefined ? sql`` : authorsOf(sql, scope, patch.ccEmails)}, served as (
        select c.id, c.timeout_seconds, c.is_unsafe, (${sql.literal(changesChecks)}) as changes_checks,
          p.given ?| array['degradedAfterMs', 'contentFaults'] as changes_speed,
          case when not p.given ? 'checkInterval' then before.interval_ms
            else greatest(c.check_interval_seconds * 1000::bigint, ${minIntervalMs}::bigint) end as interval_ms
        from p, changed c join monitor_schedule before on before.monitor_id = c.id
        where ${sql.literal(changesSchedule)}
      ), scheduled as (
        update monitor_schedule s set
          interval_ms = c.interval_ms,
          timeout_ms = c.timeout_seconds * 1000,
          is_unsafe = c.is_unsafe,
          is_degraded = s.is_degraded and not c.changes_speed,
          speed_streak = case when c.changes_speed then 0 else s.speed_streak end,
          next_at = case when s.next_at is null then null
            else least(s.next_at, next_on_grid(c.interval_ms, s.phase, mon_now())) end,
          lease_until = null,
          lease_token = null
        from served c
        where s.monitor_id = c.id and (c.changes_checks
          or (s.interval_ms, s.timeout_ms) is distinct from (c.interval_ms, c.timeout_seconds * 1000))
      )
      select public_id as id from changed`
      const changed =
        patch.checkInterval === undefined
          ? holdingMonitors(sql, wanted, change(0))
          : sql.withTransaction(
              Effect.flatMap(lockPlan(sql, scope.accountKey), (limits) =>
                holdingMonitors(sql, wanted, change(shortestInterval(kind, limits) * 1000))
              )
            )
      const rows = yield* patch.ccEmails === undefined
        ? changed
        : sql.withTransaction(
            Effect.flatMap(holdMembership(sql, scope), (isMember) => (isMember ? changed : Effect.succeed([])))
          )
      return rows.map((row) => row.id)
    }
  )
}

type Find<A> = (scope: AccessScope, id: string) => Effect.Effect<A | null, StoreError>

/** Writes no recovery alerts. Also ends the unwatched time before the pause. */
const closeIncidents = (sql: SqlClient.SqlClient) =>
  sql`, closed as (
        update incident i set resolved_at = greatest(mon_now(), i.started_at), closed_at = mon_now(), resolution = 'paused'
        from paused p where i.monitor_id = p.id and i.resolved_at is null
      ), unwatched as (${sql.literal(
        insertUnwatched(`select s.monitor_id, ${unwatchedSince("s")}, mon_now() from paused p
          join monitor_schedule s on s.monitor_id = p.id where ${isUnwatched("s", "mon_now()")}`)
      )}), period as (
        insert into status_period (monitor_id, since, state)
        select id, mon_now(), ${codeLiteral(sql, periodCodes.paused)} from paused
        on conflict (monitor_id, since) do update set state = excluded.state
      )`

/**
 * Pauses the monitors `m` that fulfil a condition. Ends the leases of running checks. The results of these checks are
 * then ignored.
 */
export const pauseWanted = (sql: SqlClient.SqlClient, wanted: Fragment, at: Fragment) =>
  holdingMonitors(
    sql,
    wanted,
    sql`
      with paused as (
        update monitor m set paused_at = ${at}, updated_at = mon_now()
        where ${wanted}
        returning m.id
      ), scheduled as (
        update monitor_schedule s set next_at = null, lease_until = null, lease_token = null,
          verdict_at = null, verdict_due_at = null
        from paused p where s.monitor_id = p.id
      )${closeIncidents(sql)}
      select 1 from paused`
  )

export const pauseMonitor = <A>(sql: SqlClient.SqlClient, kind: MonitorKind, find: Find<A>) =>
  Effect.fn(operationOf(kind, "pause"))(function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, [id])} and m.paused_at is null`
    yield* pauseWanted(sql, wanted, sql`mon_now()`).pipe(Effect.mapError(storeError(operationOf(kind, "pause"))))
    return yield* find(scope, id)
  })

/**
 * The incidents that continue when their monitors are resumed: none (`new`), or the incidents that the pause ended
 * (`continued`).
 */
type Resumption = "new" | "continued"

/**
 * Resumes the monitors `m` that fulfil a condition. The monitors are due at `next`, an SQL expression over their
 * schedule `s`, and their state is unknown. With "continued", an outage that the pause ended continues, with its
 * alerts, until a check shows that the outage is over. The stored content of a page stays, so that the next check is
 * compared with that content.
 */
export const resumeWanted = (sql: SqlClient.SqlClient, wanted: Fragment, next: Fragment, resumption: Resumption) => {
  const paused = codeLiteral(sql, periodCodes.paused)
  const state = (monitorId: string, down: Fragment) =>
    sql`case when ${sql.literal(monitorId)} in (select monitor_id from reopened) then ${down}
          else ${codeLiteral(sql, domainStateCodes.unknown)} end`
  return sql`
      with resumed as (
        update monitor m set paused_at = null, updated_at = mon_now()
        where ${wanted}
        returning m.id
      ), reopened as (
        update incident i set resolved_at = null, closed_at = null, resolution = null
        from resumed r cross join lateral (
          select since, state from status_period where monitor_id = r.id order by since desc limit 1) p
        where ${resumption === "continued"}::boolean and i.monitor_id = r.id and i.resolution = 'paused'
          and p.state = ${paused} and i.closed_at = p.since
        returning i.monitor_id, i.id, p.since as paused_at
      ),${sql.literal(RESUMED_ALERTS)}, scheduled as (
        update monitor_schedule s set state = ${state("s.monitor_id", sql`s.state`)}, failures = 0,
          deterministic_failures = 0, successes = 0,
          streak_started_at = null, streak_status_code = null, streak_error_code = null, streak_error_message = null,
          next_at = ${next}, lease_until = null, lease_token = null, status_changed_at = mon_now(),
          verdict_at = null, verdict_due_at = null
        from resumed r where s.monitor_id = r.id
      ), period as (
        insert into status_period (monitor_id, since, state)
        select id, mon_now(), ${state("id", codeLiteral(sql, periodCodes.down))} from resumed
        on conflict (monitor_id, since) do update set state = excluded.state
      )
      select 1 from resumed`
}

export const resumeMonitor = <A>(sql: SqlClient.SqlClient, kind: MonitorKind, find: Find<A>) =>
  Effect.fn(operationOf(kind, "resume"))(function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, [id])} and m.paused_at is not null`
    yield* resumeWanted(sql, wanted, sql`mon_now()`, "new").pipe(
      Effect.mapError(storeError(operationOf(kind, "resume")))
    )
    return yield* find(scope, id)
  })

const endHistory = (sql: SqlClient.SqlClient) =>
  sql`, closed as (
        update incident i set resolved_at = greatest(mon_now(), i.started_at), closed_at = mon_now(), resolution = 'deleted'
        from removed r where i.monitor_id = r.id and i.resolved_at is null
      ), period as (
        insert into status_period (monitor_id, since, state) select id, mon_now(), ${codeLiteral(sql, periodCodes.deleted)} from removed
        on conflict (monitor_id, since) do update set state = excluded.state
      )`

/** The rows stay, the monitors are no longer due, and the results of running checks are ignored. */
export const removeMonitors = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "remove"), function* (scope: AccessScope, ids: ReadonlyArray<string>): Returns<
    ReadonlyArray<string>
  > {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
    const rows = yield* holdingMonitors(
      sql,
      wanted,
      sql<{ id: string }>`
      with removed as (
        update monitor m set deleted_at = mon_now(), updated_at = mon_now()
        where ${wanted}
        returning m.id, m.public_id
      ), scheduled as (
        update monitor_schedule s set next_at = null, lease_until = null, lease_token = null
        from removed r where s.monitor_id = r.id
      )${endHistory(sql)}
      select public_id as id from removed`
    )
    return rows.map((row) => row.id)
  })
