import { isPublicId, PlanName, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { announceEnded } from "./announceEnded.ts"
import { MaintenanceWindows } from "./MaintenanceWindows.ts"
import { expiringWindows, extendWindow, settleOccurrences, toSchedule } from "./occurrenceRows.ts"
import { createWindow, endWindow, removeWindow, updateWindow } from "./saveWindow.ts"
import { canEditWindow, findWindow, listWindows, visibleWindows } from "./WindowRow.ts"

const scheduleOf = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["scheduleOf"] =>
  operation("MaintenanceWindows.scheduleOf", function* (scope, id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<Parameters<typeof toSchedule>[0] & { readonly can_edit: boolean }>`
      select w.starts_at, w.minutes, w.timezone, w.recurrence, ${canEditWindow(sql, scope)} as can_edit
      from maintenance_window w where ${visibleWindows(sql, scope)} and w.public_id = ${id}::uuid`
    return row === undefined ? null : { ...toSchedule(row), canEdit: row.can_edit }
  })

/** The oldest windows of an account come first. */
const applyLimits = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["applyLimits"] =>
  operation("MaintenanceWindows.applyLimits", function* () {
    const plans = yield* Plans
    const limits = Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan].maintenanceWindows]))
    const rows = yield* sql`
      update maintenance_window w set is_stopped = not w.is_stopped
      from (
        select o.id, row_number() over (partition by o.account_id order by o.id)
          > (${JSON.stringify(limits)}::text::jsonb ->> case when a.plan_expires_at <= mon_now() then 'free' else a.plan end)::int
          as exceeds
        from maintenance_window o join account a on a.id = o.account_id where o.ended_at is null
      ) x
      where w.id = x.id and w.is_stopped <> x.exceeds
      returning 1`
    return rows.length
  })

/** {@link MaintenanceWindows} over PostgreSQL. */
export const layerMaintenanceWindows: Layer.Layer<MaintenanceWindows, never, SqlClient.SqlClient> = Layer.effect(
  MaintenanceWindows,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MaintenanceWindows.of({
      list: listWindows(sql),
      find: findWindow(sql),
      scheduleOf: scheduleOf(sql),
      create: createWindow(sql),
      update: updateWindow(sql),
      end: endWindow(sql),
      remove: removeWindow(sql),
      expiring: expiringWindows(sql),
      extend: extendWindow(sql),
      settle: settleOccurrences(sql),
      announceEnded: announceEnded(sql),
      applyLimits: applyLimits(sql)
    })
  )
)
