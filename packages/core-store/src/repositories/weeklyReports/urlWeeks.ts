import type { ReportUrl } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { WeeklyReports } from "./WeeklyReports.ts"
import { urlStateOf } from "../monitors/MonitorCodes.ts"
import { visibleUrls } from "../monitors/visibleMonitors.ts"

const SUMMARIES = 3

interface Row extends Omit<ReportUrl, "status"> {
  readonly state: number
}

export const urlWeeks = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["urls"] =>
  operation("WeeklyReports.urls", function* ({ viewer, week }) {
    const rows = yield* sql<Row>`
      select m.public_id as id, m.name, m.url, m.paused_at is not null as "isPaused", s.state, c.changes, c.summaries
      from monitor m join monitor_schedule s on s.monitor_id = m.id
      cross join lateral (
        select count(*)::int as changes,
          coalesce((array_agg(summary order by u.id desc))[1:${SUMMARIES}::int], '{}') as summaries
        from url_change u where u.monitor_id = m.id and u.detected_at >= ${week.from} and u.detected_at < ${week.to}
      ) c
      where ${visibleUrls(sql, viewer)} and m.created_at < ${week.to}
      order by m.id`
    return rows.map(({ state, ...row }) => ({ ...row, status: urlStateOf(state) }))
  })
