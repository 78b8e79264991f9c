import type { TagRecord } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains, visibleUrls } from "../monitors/visibleMonitors.ts"

export interface TagRow {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly sort_order: number
  readonly created_at: Date
  readonly domain_count: number
  readonly url_count: number
}

/** Tags of the caller's account with the monitors that the caller can see. */
export const selectTags = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select t.public_id as id, t.name, t.color, t.sort_order, t.created_at,
      (select count(*)::int from monitor_tag mt join monitor m on m.id = mt.monitor_id
        where mt.tag_id = t.id and ${visibleDomains(sql, scope)}) as domain_count,
      (select count(*)::int from monitor_tag mt join monitor m on m.id = mt.monitor_id
        where mt.tag_id = t.id and ${visibleUrls(sql, scope)}) as url_count
    from tag t
    where t.account_id = ${scope.accountKey}::bigint`

export const toTag = (row: TagRow): TagRecord => ({
  id: row.id,
  name: row.name,
  color: row.color,
  sortOrder: row.sort_order,
  domainCount: row.domain_count,
  urlCount: row.url_count,
  createdAt: row.created_at.toISOString()
})

/** The form in which names are compared: Unicode NFC in lower case. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase()
