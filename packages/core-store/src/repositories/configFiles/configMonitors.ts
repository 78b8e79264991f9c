import { domainFields, urlFields } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { codeLiteral, kindCodes, type MonitorKind } from "../monitors/MonitorCodes.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "../monitors/monitorColumns.ts"
import { readRequest } from "../monitors/storedOptions.ts"
import type { ConfigFiles } from "./ConfigFiles.ts"

interface Row {
  readonly id: string
  readonly url: string
  readonly dedupe_key: string
  readonly is_paused: boolean
  readonly tag_ids: ReadonlyArray<string>
  readonly request: unknown
}

const selectMonitors = <Columns extends object>(sql: SqlClient.SqlClient, accountKey: string, kind: MonitorKind) =>
  sql<Row & Columns>`
    select m.public_id as id, m.url, m.dedupe_key, m.paused_at is not null as is_paused, ${sql.literal(monitorColumns[kind].selected)},
      coalesce(tagged.ids, '[]') as tag_ids
    from monitor m left join lateral (
      select jsonb_agg(t.public_id order by t.id) as ids from monitor_tag mt join tag t on t.id = mt.tag_id
      where mt.monitor_id = m.id) tagged on true
    where m.account_id = ${accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes[kind])} and m.deleted_at is null
    order by m.id`

const monitorOf = ({ dedupe_key, id, is_paused, request, tag_ids, url }: Row) => ({
  id,
  url,
  dedupeKey: dedupe_key,
  isPaused: is_paused,
  tagIds: tag_ids,
  sealed: readRequest(request)
})

const domainSettings = settingsReader(domainFields)
const urlSettings = settingsReader(urlFields)

/** The domains of an account, oldest first. */
export const configDomains = (sql: SqlClient.SqlClient): ConfigFiles["Service"]["domains"] =>
  operation("ConfigFiles.domains", function* ({ accountKey }) {
    const rows = yield* selectMonitors<ColumnsOf<typeof domainFields>>(sql, accountKey, "domain")
    return rows.map((row) => ({ ...monitorOf(row), settings: domainSettings(row) }))
  })

/** The URL monitors of an account, oldest first. */
export const configUrls = (sql: SqlClient.SqlClient): ConfigFiles["Service"]["urls"] =>
  operation("ConfigFiles.urls", function* ({ accountKey }) {
    const rows = yield* selectMonitors<ColumnsOf<typeof urlFields>>(sql, accountKey, "url")
    return rows.map((row) => ({ ...monitorOf(row), settings: urlSettings(row) }))
  })
