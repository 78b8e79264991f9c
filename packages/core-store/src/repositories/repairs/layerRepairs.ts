import { isPublicId, type Repair } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { followAnswers } from "./followRepairs.ts"
import { recordsOf, REPAIR_COLUMNS, type RepairRow, toRepair } from "./repairRow.ts"
import { Repairs, type RepairTimes, type UnfinishedRepair } from "./Repairs.ts"

const visibleKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, domainId: string) {
  if (!isPublicId(domainId)) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
  return row?.key ?? null
})

/** Simulations are of the owner. */
const shownTo =
  ({ role }: AccessScope) =>
  (repair: Repair): Repair =>
    role === "owner" ? repair : { ...repair, inboxes: null }

const list = (sql: SqlClient.SqlClient): Repairs["Service"]["list"] =>
  operation("Repairs.list", function* (scope, domainId, { before, limit, state }) {
    const key = yield* visibleKey(sql, scope, domainId)
    if (key === null) return null
    const [cursor] =
      before === undefined || !isPublicId(before)
        ? []
        : yield* sql<{ readonly id: string }>`
            select id::text as id from repair where monitor_id = ${key}::bigint and public_id = ${before}::uuid`
    if (before !== undefined && cursor === undefined) return { _tag: "NoCursor" } as const
    const older = cursor === undefined ? sql`true` : sql`r.id < ${cursor.id}::bigint`
    const inState = state === undefined ? sql`true` : sql`r.state = ${state}`
    const rows = yield* sql<RepairRow>`
      select ${sql.literal(REPAIR_COLUMNS)} from repair r
      where r.monitor_id = ${key}::bigint and ${older} and ${inState} order by r.id desc limit ${limit}`
    return { _tag: "Repairs", repairs: rows.map(toRepair).map(shownTo(scope)) } as const
  })

const selectUnfinished = (sql: SqlClient.SqlClient, monitorKey: string) =>
  Effect.map(
    sql<Pick<UnfinishedRepair, "code" | "state"> & Pick<RepairRow, "records">>`
      select code, state, records from repair where monitor_id = ${monitorKey}::bigint and state <> 'closed' order by id`,
    (rows) => rows.map(({ code, records, state }) => ({ code, state, records: recordsOf({ records }) }))
  )

const unfinished = (sql: SqlClient.SqlClient): Repairs["Service"]["unfinished"] =>
  operation("Repairs.unfinished", (monitorKey: string) => selectUnfinished(sql, monitorKey))

const unfinishedOf = (sql: SqlClient.SqlClient): Repairs["Service"]["unfinishedOf"] =>
  operation("Repairs.unfinishedOf", function* (scope, domainId) {
    const key = yield* visibleKey(sql, scope, domainId)
    return key === null ? [] : yield* selectUnfinished(sql, key)
  })

const asked = (sql: SqlClient.SqlClient): Repairs["Service"]["asked"] =>
  operation("Repairs.asked", function* (scope, domainId, at, answers) {
    const key = yield* visibleKey(sql, scope, domainId)
    if (key === null || answers.length === 0) return
    yield* sql.withTransaction(followAnswers(sql, key, at, answers))
  })

const times = (sql: SqlClient.SqlClient): Repairs["Service"]["times"] =>
  operation(
    "Repairs.times",
    (accountKey: string, from: number, to: number) => sql<RepairTimes>`
      select m.public_id as "domainId", m.name, count(*)::int as closed,
        percentile_cont(0.5) within group (order by extract(epoch from r.closed_at - r.opened_at))::float8 as "medianSeconds"
      from repair r join monitor m on m.id = r.monitor_id
      where r.account_id = ${accountKey}::bigint and m.deleted_at is null
        and r.closed_at >= ${new Date(from).toISOString()}::timestamptz
        and r.closed_at < ${new Date(to).toISOString()}::timestamptz
      group by m.id order by closed desc, m.id`
  )

/** {@link Repairs} over PostgreSQL. */
export const layerRepairs: Layer.Layer<Repairs, never, SqlClient.SqlClient> = Layer.effect(
  Repairs,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Repairs.of({
      list: list(sql),
      unfinished: unfinished(sql),
      unfinishedOf: unfinishedOf(sql),
      asked: asked(sql),
      times: times(sql)
    })
  )
)
