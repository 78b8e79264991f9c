import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import type { EmailHealthChecks, EmailHealthStanding } from "./EmailHealthChecks.ts"
import { storedComponents } from "./storedComponents.ts"

interface Row extends Omit<EmailHealthStanding, "components"> {
  readonly components: unknown
}

export const emailHealthStandings = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["standings"] =>
  operation("EmailHealthChecks.standings", function* (scope) {
    const rows = yield* sql<Row>`
      select m.public_id as "domainId", m.name, m.hostname,
        m.email_health_enabled as "emailHealthEnabled", h.checked_at as "checkedAt", h.score, h.grade,
        coalesce(h.incomplete, false) as incomplete, h.components
      from monitor m left join lateral (
        select checked_at, score, grade, incomplete, components from email_health_history
        where monitor_id = m.id and m.email_health_enabled and score is not null order by checked_at desc limit 1
      ) h on true
      where ${visibleDomains(sql, scope)} order by m.id desc`
    return rows.map((row) => ({ ...row, components: storedComponents(row.components) }))
  })
