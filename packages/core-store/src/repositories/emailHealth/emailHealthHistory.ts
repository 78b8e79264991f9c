import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { operation } from "../../sql/operation.ts"
import type { EmailHealthChecks, EmailHealthPoint } from "./EmailHealthChecks.ts"
import { keyOf } from "./recordEmailHealth.ts"
import { storedComponents } from "./storedComponents.ts"

interface Row extends Omit<EmailHealthPoint, "components"> {
  readonly components: unknown
}

export const emailHealthHistory = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["history"] =>
  operation("EmailHealthChecks.history", function* (scope, id, limit) {
    if (!isPublicId(id)) return null
    const [monitor] = yield* keyOf(sql, scope, id)
    if (monitor === undefined) return null
    const rows = yield* sql<Row>`
      select checked_at as "checkedAt", score, grade, incomplete, components, listings,
        rubric_version as "rubricVersion"
      from email_health_history where monitor_id = ${monitor.key}::bigint order by checked_at desc limit ${limit}`
    return rows.map((row) => ({ ...row, components: storedComponents(row.components) }))
  })

export const purgeEmailHealthHistory = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["purgeHistory"] =>
  operation("EmailHealthChecks.purgeHistory", (days: number, limit: number) =>
    deleteBatch(sql, {
      table: "email_health_history",
      key: "monitor_id, checked_at",
      where: sql`checked_at <= mon_now() - ${days}::int * interval '1 day'`,
      limit
    })
  )
