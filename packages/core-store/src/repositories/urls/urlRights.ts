import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { accessColumn, visibleUrls } from "../monitors/visibleMonitors.ts"
import type { UrlMonitors, UrlRight } from "./UrlMonitors.ts"

export const urlRights = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["rights"] =>
  operation("UrlMonitors.rights", function* (scope, ids) {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    return yield* sql<UrlRight>`
      select m.public_id as id, ${accessColumn(sql, scope)} from monitor m
      where ${visibleUrls(sql, scope)}
        and m.public_id in (select jsonb_array_elements_text(${JSON.stringify(wellFormed)}::text::jsonb)::uuid)`
  })

export const seesAnyUrl = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["seesAny"] =>
  operation("UrlMonitors.seesAny", function* (scope) {
    const rows = yield* sql`select 1 from monitor m where ${visibleUrls(sql, scope)} limit 1`
    return rows.length > 0
  })
