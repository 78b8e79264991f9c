import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes, type MonitorKind } from "./MonitorCodes.ts"
import { operationOf } from "./operationOf.ts"

interface Usage {
  readonly used: number
  readonly duplicate: boolean
}

/** Whether a create would be refused now, without writing anything. */
export const canCreateMonitor = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "canCreate"), function* ({ accountKey }: AccessScope, dedupeKey: string, limit: number) {
    const [row] = yield* sql<Usage>`
      select used, duplicate
      from monitor_usage(${accountKey}::bigint, ${codeLiteral(sql, kindCodes[kind])}::smallint, ${dedupeKey}::text)`
    if (row !== undefined && row.used >= limit) return "LimitReached"
    return row?.duplicate === true ? "Duplicate" : "ok"
  })
