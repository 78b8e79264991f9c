import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdMembership } from "../access/holdMembership.ts"
import { holdingMonitors, withIds } from "./lockMonitors.ts"
import { lockPlan } from "./lockPlan.ts"
import type { MonitorKind } from "./MonitorCodes.ts"
import { isUnsafe, monitorColumns } from "./monitorColumns.ts"
import { operationOf } from "./operationOf.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

const minimumOf = { domain: "minDomainIntervalSeconds", url: "minUrlIntervalSeconds" } as const

/** The fields of a patch that have an effect beyond their columns. */
interface Patch {
  readonly checkInterval?: number
  readonly ccEmails?: ReadonlyArray<string>
}

/** Records the author of addresses that a monitor did not have before. */
const authorsOf = (sql: SqlClient.SqlClient, scope: AccessScope, ccEmails: ReadonlyArray<string>) =>
  sql`, authored as (
        insert into cc_email_author (monitor_id, address, membership_id)
        select distinct c.id, lower(cc), ${scope.membershipKey}::bigint
        from changed c join monitor before on before.id = c.id
        cross join jsonb_array_elements_text(${JSON.stringify(ccEmails)}::text::jsonb) as cc
        where lower(cc) not in (select lower(known) from unnest(before.cc_emails) as known)
        on conflict (monitor_id, address) do update set membership_id = excluded.membership_id
      )`

/**
 * A null in the patch row means "unchanged", unless the field may be null and the patch has it. A change of what
 * checks are made with ends the lease of a running check, so that its late result is ignored; the monitor stays due and
 * is checked again. The interval in use changes only when the patch contains an
 * interval, because the plan may have raised it.
 */
export const updateMonitors = (sql: SqlClient.SqlClient, kind: MonitorKind) => {
  const { assignments, changesChecks, changesSchedule, record } = monitorColumns[kind]
  return operation(
    operationOf(kind, "update"),
    function* (scope: AccessScope, ids: ReadonlyArray<string>, patch: Patch) {
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
        returning m.id, m.public_id, m.check_interval_seconds, m.timeout_seconds, ${sql.literal(isUnsafe("m"))} as is_unsafe
      )${patch.ccEmails === undefined ? sql`` : authorsOf(sql, scope, patch.ccEmails)}, served as (
        select c.id, c.timeout_seconds, c.is_unsafe, (${sql.literal(changesChecks)}) as changes_checks,
          p.given ? 'degradedAfterMs' as changes_speed,
          case when p."checkInterval" is null then before.interval_ms
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
                holdingMonitors(sql, wanted, change(limits[minimumOf[kind]] * 1000))
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
