import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { writeFact } from "../facts/writeFacts.ts"
import type { WeeklyReports } from "./WeeklyReports.ts"

export const writeReport = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["write"] =>
  operation("WeeklyReports.write", function* ({ viewer: { accountKey, membershipKey, userKey } }, id, report) {
    const isMember = sql`exists (
        select 1 from membership ms where ms.id = ${membershipKey}::bigint and ms.account_id = a.id and ms.removed_at is null)`
    const rows = yield* writeFact(sql, report, { id, accountKey, userKey, monitorKey: null }, isMember)
    return rows.length > 0
  })
