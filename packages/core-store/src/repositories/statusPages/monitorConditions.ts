import { type ComponentState, componentState, type MonitorCondition } from "@mon/status-page"
import type * as SqlClient from "effect/sql/SqlClient"
import { kindCodes, periodCodes, urlStateCodes } from "../monitors/MonitorCodes.ts"
import { isUnwatched as unwatchedNow } from "../monitors/unwatched.sql.ts"
import type { LayoutComponent } from "./PageLayout.ts"

/** Whether a state has lasted since a time is known only of monitors with verdicts. */
export interface ConditionRow {
  readonly key: string
  readonly name: string
  readonly kind: number
  readonly state: number
  readonly isDegraded: boolean
  readonly isPaused: boolean
  readonly isUnwatched: boolean
  readonly since: Date | null
  readonly isInMaintenance: boolean
  readonly createdAt: Date
}

/** Keys as an array of a statement. */
export const keysIn = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)::bigint)`

/** How monitors are now. Readers do not see windows that are not published. */
export const readConditions = (sql: SqlClient.SqlClient, accountKey: string, keys: ReadonlyArray<string>) =>
  sql<ConditionRow>`
    with active as materialized (
      select o.window_id, w.covers_account from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
      where o.account_id = ${accountKey}::bigint and o.ends_at > mon_now() and o.starts_at <= mon_now()
        and w.deleted_at is null and not w.is_stopped and w.is_published
    )
    select m.id::text as key, m.name, m.kind, s.state, s.is_degraded as "isDegraded", m.paused_at is not null as "isPaused",
      ${sql.literal(unwatchedNow("s", "mon_now()"))} as "isUnwatched",
      coalesce(m.paused_at, s.status_changed_at) as since, m.created_at as "createdAt",
      exists (select from active o where maintenance_covers(o.window_id, o.covers_account, m.id)) as "isInMaintenance"
    from monitor m join monitor_schedule s on s.monitor_id = m.id
    where m.id in ${keysIn(sql, keys)} and m.deleted_at is null order by m.kind, m.id`

const stateOf = ({ isDegraded, isPaused, isUnwatched, kind, state }: ConditionRow): MonitorCondition["state"] => {
  if (isPaused) return "paused"
  if (isUnwatched) return "unknown"
  const isDown = kind === kindCodes.domain ? state === periodCodes.down : state === urlStateCodes.error
  if (isDown) return "down"
  if (state === periodCodes.unknown) return "unknown"
  return isDegraded ? "degraded" : "up"
}

/** A monitor as the rule of states takes it. */
export const conditionOf = (row: ConditionRow): MonitorCondition => ({
  state: stateOf(row),
  isInMaintenance: row.isInMaintenance
})

/** The monitors of a component. */
export const monitorsOf = (
  { monitorKeys }: Pick<LayoutComponent, "monitorKeys">,
  conditions: ReadonlyMap<string, ConditionRow>
): ReadonlyArray<ConditionRow> => monitorKeys.flatMap((key) => conditions.get(key) ?? [])

/** The state of a component that readers see. */
export const stateOfComponent = (
  component: Pick<LayoutComponent, "monitorKeys" | "overrideState">,
  conditions: ReadonlyMap<string, ConditionRow>,
  isInPostedMaintenance: boolean
): ComponentState =>
  componentState({
    override: component.overrideState,
    isInPostedMaintenance,
    monitors: monitorsOf(component, conditions).map(conditionOf)
  })

const CAUSES: Partial<Record<ComponentState, MonitorCondition["state"]>> = {
  major_outage: "down",
  partial_outage: "down",
  degraded_performance: "degraded"
}

/**
 * Since when a component has its state: a bad one since its first monitor has it, a good one since its last monitor
 * changed. Null: not known.
 */
export const stateSince = (
  { monitorKeys, overrideAt, overrideState }: Pick<LayoutComponent, "monitorKeys" | "overrideAt" | "overrideState">,
  state: ComponentState,
  conditions: ReadonlyMap<string, ConditionRow>
): Date | null => {
  if (overrideState !== null) return overrideAt
  if (state === "under_maintenance") return null
  const cause = CAUSES[state]
  const rows = monitorsOf({ monitorKeys }, conditions).filter((row) => cause === undefined || stateOf(row) === cause)
  const times = rows.flatMap(({ since }) => (since === null ? [] : [since.getTime()]))
  if (times.length === 0) return null
  return new Date(cause === undefined ? Math.max(...times) : Math.min(...times))
}
