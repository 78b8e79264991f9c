import { isPublicId, Plans } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"
import { selectUrls, toUrlMonitor, type UrlMonitorRow } from "./UrlMonitorRow.ts"
import { offsetOf } from "../../sql/Page.ts"
import { visibleUrls } from "../monitors/visibleMonitors.ts"

export const listUrls = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["list"] =>
  operation("UrlMonitors.list", function* (scope, { limit, page }) {
    const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from monitor m where ${visibleUrls(sql, scope)}`
    const rows = yield* sql<UrlMonitorRow>`
      ${selectUrls(sql, scope)} and m.id = any (array(
        select m.id from monitor m where ${visibleUrls(sql, scope)}
        order by m.id desc limit ${limit}::bigint offset ${offsetOf(page, limit)}::bigint))
      order by m.id desc`
    const plans = yield* Plans
    return { total: counted?.total ?? 0, items: rows.map((row) => toUrlMonitor(row, plans)) }
  })

export const findUrl = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["find"] =>
  operation("UrlMonitors.find", function* (scope, id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<UrlMonitorRow>`${selectUrls(sql, scope)} and m.public_id = ${id}::uuid`
    return row === undefined ? null : toUrlMonitor(row, yield* Plans)
  })
