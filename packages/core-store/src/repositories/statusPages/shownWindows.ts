import { statusPageLimits } from "@mon/model"
import type { StatusWindow } from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inTurns } from "./inTurns.ts"
import { keysIn } from "./monitorConditions.ts"
import type { LayoutComponent } from "./PageLayout.ts"

const { document: limits } = statusPageLimits

/** Days in which a deleted window appears as cancelled. */
const CANCELLED_DAYS = 30
const DAYS_AHEAD = 60

interface WindowRow {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly minutes: number
  readonly timeZone: string
  readonly recurrence: string | null
  readonly isCancelled: boolean
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly coversAccount: boolean
  readonly starts: ReadonlyArray<Date>
  readonly ends: ReadonlyArray<Date>
  readonly monitorKeys: ReadonlyArray<string>
}

/** The published windows that cover monitors: active, coming, or deleted before they were over. */
export const readWindows = (sql: SqlClient.SqlClient, accountKey: string, keys: ReadonlyArray<string>) =>
  sql<WindowRow>`
    with covered as materialized (
      select c.window_id, c.monitor_id from maintenance_monitor c where c.monitor_id in ${keysIn(sql, keys)}
      union
      select c.window_id, t.monitor_id from monitor_tag t join maintenance_tag c on c.tag_id = t.tag_id
      where t.monitor_id in ${keysIn(sql, keys)}
    )
    select w.public_id as id, w.name, w.starts_at as "startsAt", w.minutes, w.timezone as "timeZone", w.recurrence,
      w.deleted_at is not null as "isCancelled", w.revision, w.created_at as "createdAt", w.covers_account as "coversAccount",
      coalesce(w.deleted_at, w.updated_at) as "updatedAt", o.starts, o.ends,
      array(select c.monitor_id::text from covered c where c.window_id = w.id) as "monitorKeys"
    from maintenance_window w cross join lateral (
      select coalesce(array_agg(o.starts_at order by o.starts_at), '{}') as starts,
        coalesce(array_agg(o.ends_at order by o.starts_at), '{}') as ends, min(o.starts_at) as first
      from (
        select n.starts_at, n.ends_at from maintenance_occurrence n
        where n.window_id = w.id and n.ends_at > mon_now()
          and n.starts_at < mon_now() + ${sql.literal(`interval '${DAYS_AHEAD} days'`)}
        order by n.starts_at limit ${limits.occurrences}
      ) o
    ) o
    where w.account_id = ${accountKey}::bigint and not w.is_stopped and w.is_published
      and (w.covers_account or exists (select from covered c where c.window_id = w.id))
      and (case when w.deleted_at is null then o.first is not null
        else w.deleted_at > mon_now() - ${sql.literal(`interval '${CANCELLED_DAYS} days'`)}
          and (w.recurrence is not null or w.starts_at + w.minutes * interval '1 minute' > w.deleted_at) end)
    order by coalesce(o.first, w.starts_at), w.id limit ${limits.windows}`

type Rows = Effect.Success<ReturnType<typeof readWindows>>

/** The windows of a document: those over components of the page. */
export const shownWindows = (
  rows: Rows,
  components: ReadonlyArray<LayoutComponent>,
  showsNames: boolean
): Effect.Effect<ReadonlyArray<StatusWindow>> => {
  const shown = ({
    coversAccount,
    ends,
    monitorKeys,
    name,
    starts,
    ...row
  }: Rows[number]): ReadonlyArray<StatusWindow> => {
    const covered = new Set(monitorKeys)
    const componentIds = components
      .filter((component) => component.monitorKeys.some((key) => coversAccount || covered.has(key)))
      .map(({ id }) => id)
    if (componentIds.length === 0) return []
    return [
      {
        ...row,
        title: showsNames ? name : null,
        startsAt: row.startsAt.toISOString(),
        occurrences: starts.flatMap((startsAt, place) => {
          const endsAt = ends[place]
          return endsAt === undefined ? [] : [{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }]
        }),
        componentIds,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString()
      }
    ]
  }
  return Effect.map(inTurns(rows, 1, shown), (windows) => windows.flat())
}
