import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdingMonitors, withIds } from "./lockMonitors.ts"
import { lockPlan } from "./lockPlan.ts"
import type { MonitorKind } from "./MonitorCodes.ts"
import { operationOf } from "./operationOf.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

/** A field of a patch, its type in SQL, and the column that it changes. */
interface Field {
  readonly name: string
  readonly type: "text" | "int" | "boolean" | "text[]"
  readonly column: string
}

const common: ReadonlyArray<Field> = [
  { name: "name", type: "text", column: "name" },
  { name: "checkInterval", type: "int", column: "check_interval_seconds" },
  { name: "timeoutSeconds", type: "int", column: "timeout_seconds" }
]

const fields: Readonly<Record<MonitorKind, ReadonlyArray<Field>>> = {
  domain: [
    ...common,
    { name: "emailHealthInterval", type: "int", column: "email_health_interval_seconds" },
    { name: "ccEmails", type: "text[]", column: "cc_emails" },
    { name: "screenshotOnFailure", type: "boolean", column: "screenshot_on_failure" },
    { name: "cardColor", type: "text", column: "card_color" }
  ],
  url: [
    ...common,
    { name: "screenshotEnabled", type: "boolean", column: "screenshot_enabled" },
    { name: "screenshotWaitMs", type: "int", column: "screenshot_wait_ms" }
  ]
}

const recordOf = (kind: MonitorKind): string => fields[kind].map(({ name, type }) => `"${name}" ${type}`).join(", ")

const assignmentsOf = (kind: MonitorKind): string =>
  fields[kind].map(({ column, name }) => `${column} = coalesce(p."${name}", m.${column})`).join(", ")

const minimumOf = { domain: "minDomainIntervalSeconds", url: "minUrlIntervalSeconds" } as const

/**
 * A null in the patch row means "unchanged". A change of the interval or the timeout ends the lease of a running check, so
 * that its late result is ignored; the monitor stays due and is checked again. The interval in use changes only when the
 * patch contains an interval, because the plan may have raised it.
 */
export const updateMonitors = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  Effect.fn(operationOf(kind, "update"))(
    function* (scope: AccessScope, ids: ReadonlyArray<string>, patch: { readonly checkInterval?: number }) {
      const wellFormed = ids.filter(isPublicId)
      if (wellFormed.length === 0) return []
      const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
      const change = (minIntervalMs: number) => sql<{ id: string }>`
      with p as (
        select * from jsonb_to_record(${JSON.stringify(patch)}::text::jsonb) as p(${sql.literal(recordOf(kind))})
      ), changed as (
        update monitor m set ${sql.literal(assignmentsOf(kind))}, updated_at = mon_now()
        from p
        where ${wanted}
        returning m.id, m.public_id, m.check_interval_seconds, m.timeout_seconds
      ), served as (
        select c.id, c.timeout_seconds,
          case when p."checkInterval" is null then before.interval_ms
            else greatest(c.check_interval_seconds * 1000::bigint, ${minIntervalMs}::bigint) end as interval_ms
        from p, changed c join monitor_schedule before on before.monitor_id = c.id
        where p."checkInterval" is not null or p."timeoutSeconds" is not null
      ), scheduled as (
        update monitor_schedule s set
          interval_ms = c.interval_ms,
          timeout_ms = c.timeout_seconds * 1000,
          next_at = case when s.next_at is null then null
            else least(s.next_at, next_on_grid(c.interval_ms, s.phase, mon_now())) end,
          lease_until = null,
          lease_token = null
        from served c
        where s.monitor_id = c.id and (s.interval_ms, s.timeout_ms) is distinct from (c.interval_ms, c.timeout_seconds * 1000)
      )
      select public_id as id from changed`
      const rows = yield* patch.checkInterval === undefined
        ? holdingMonitors(sql, wanted, change(0))
        : sql.withTransaction(
            Effect.flatMap(lockPlan(sql, scope.accountKey), (limits) =>
              holdingMonitors(sql, wanted, change(limits[minimumOf[kind]] * 1000))
            )
          )
      return rows.map((row) => row.id)
    },
    Effect.mapError(storeError(operationOf(kind, "update")))
  )
