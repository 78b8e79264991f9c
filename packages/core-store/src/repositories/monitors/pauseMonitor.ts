import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type StoreError, storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdingMonitors, withIds } from "./lockMonitors.ts"
import { insertUnwatched, isUnwatched, unwatchedSince } from "./unwatched.sql.ts"
import { codeLiteral, domainStateCodes, type MonitorKind, periodCodes } from "./MonitorCodes.ts"
import { operationOf } from "./operationOf.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

type Find<A> = (scope: AccessScope, id: string) => Effect.Effect<A | null, StoreError>

const beginPeriod = (sql: SqlClient.SqlClient, relation: "paused" | "resumed", code: number) =>
  sql`, period as (
        insert into status_period (monitor_id, since, state)
        select id, mon_now(), ${codeLiteral(sql, code)} from ${sql.literal(relation)}
        on conflict (monitor_id, since) do update set state = excluded.state
      )`

/** Closes an open incident without a recovery alert, and the unwatched time before the pause. */
const closeIncidents = (sql: SqlClient.SqlClient) =>
  sql`, closed as (
        update incident i set resolved_at = greatest(mon_now(), i.started_at), closed_at = mon_now(), resolution = 'paused'
        from paused p where i.monitor_id = p.id and i.resolved_at is null
      ), unwatched as (${sql.literal(
        insertUnwatched(`select s.monitor_id, ${unwatchedSince("s")}, mon_now() from paused p
          join monitor_schedule s on s.monitor_id = p.id where ${isUnwatched("s", "mon_now()")}`)
      )})${beginPeriod(sql, "paused", periodCodes.paused)}`

/** Pauses the monitors `m` of a condition and ends the leases of running checks, whose results are then ignored. */
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
          status_changed_at = mon_now(), verdict_at = null, verdict_due_at = null
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
 * Resets the states of the monitors `m` of a condition and makes them due at `next`, an expression on their schedule
 * `s`. The stored page of a URL stays: the next check is compared with it.
 */
export const resumeWanted = (sql: SqlClient.SqlClient, wanted: Fragment, next: Fragment) =>
  sql`
      with resumed as (
        update monitor m set paused_at = null, updated_at = mon_now()
        where ${wanted}
        returning m.id
      ), scheduled as (
        update monitor_schedule s set state = ${codeLiteral(sql, domainStateCodes.unknown)}, failures = 0,
          deterministic_failures = 0, successes = 0,
          streak_started_at = null, streak_status_code = null, streak_error_code = null, streak_error_message = null,
          next_at = ${next}, lease_until = null, lease_token = null, status_changed_at = mon_now(),
          verdict_at = null, verdict_due_at = null
        from resumed r where s.monitor_id = r.id
      )${beginPeriod(sql, "resumed", periodCodes.unknown)}
      select 1 from resumed`

export const resumeMonitor = <A>(sql: SqlClient.SqlClient, kind: MonitorKind, find: Find<A>) =>
  Effect.fn(operationOf(kind, "resume"))(function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, [id])} and m.paused_at is not null`
    yield* resumeWanted(sql, wanted, sql`mon_now()`).pipe(Effect.mapError(storeError(operationOf(kind, "resume"))))
    return yield* find(scope, id)
  })
