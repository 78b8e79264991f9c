import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes, type MonitorKind } from "./MonitorCodes.ts"
import { operationOf } from "./operationOf.ts"

interface Usage {
  readonly used: number
  readonly duplicate: boolean
}

/** Why an account cannot have another monitor; valid until the end of the transaction that has locked the plan. */
export const refuseCreate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  kind: MonitorKind,
  scope: AccessScope,
  dedupeKey: string,
  limit: number
) {
  const [row] = yield* sql<Usage>`
    select count(*)::int as used, coalesce(bool_or(dedupe_key = ${dedupeKey}), false) as duplicate
    from monitor
    where account_id = ${scope.accountKey}::bigint and kind = ${codeLiteral(sql, kindCodes[kind])} and deleted_at is null`
  if (row !== undefined && row.used >= limit) return "LimitReached"
  return row?.duplicate === true ? "Duplicate" : "ok"
})

/** Whether a create would be refused now, without writing anything. */
export const canCreateMonitor = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  Effect.fn(operationOf(kind, "canCreate"))(
    (scope: AccessScope, dedupeKey: string, limit: number) => refuseCreate(sql, kind, scope, dedupeKey, limit),
    Effect.mapError(storeError(operationOf(kind, "canCreate")))
  )

/** The last six bytes of an id as a number. They are random, so due times are distributed evenly over the interval. */
export const phaseOf = (id: string): number => Number.parseInt(id.slice(-12), 16)
