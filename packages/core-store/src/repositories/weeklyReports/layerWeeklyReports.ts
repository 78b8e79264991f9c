import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { WeeklyReports } from "./WeeklyReports.ts"
import { domainWeeks } from "./domainWeeks.ts"
import { dueReports } from "./dueReports.ts"
import { urlWeeks } from "./urlWeeks.ts"
import { writeReport } from "./writeReport.ts"

const zones = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["zones"] =>
  operation("WeeklyReports.zones", function* () {
    const [row] = yield* sql<{ now: Date; zones: ReadonlyArray<string> }>`
      select mon_now() as now, array(select 'UTC' union select timezone from user_setting) as zones`
    return row ?? { now: new Date(0), zones: [] }
  })

/** {@link WeeklyReports} over PostgreSQL. */
export const layerWeeklyReports: Layer.Layer<WeeklyReports, never, SqlClient.SqlClient> = Layer.effect(
  WeeklyReports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    WeeklyReports.of({
      zones: zones(sql),
      due: dueReports(sql),
      domains: domainWeeks(sql),
      urls: urlWeeks(sql),
      write: writeReport(sql)
    })
  )
)
