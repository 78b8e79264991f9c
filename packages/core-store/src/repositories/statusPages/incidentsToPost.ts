import { isPublicId, type Language } from "@mon/model"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StatusPosts } from "./StatusPosts.ts"

interface PageRow {
  readonly key: string
  readonly language: Language
  readonly timezone: string
}

interface IncidentRow {
  readonly id: string
  readonly monitorName: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  readonly isRecovering: boolean
  readonly diagnosisFacts: unknown
  readonly components: unknown
}

const decodeComponents = Schema.decodeUnknownOption(
  Schema.NonEmptyArray(Schema.Struct({ id: Schema.String, name: Schema.String }))
)

/** How long after its end an incident is offered. */
const OFFERED = "interval '7 days'"

/** A component `c` follows the monitor of the incident `i`. */
export const FOLLOWS = `(exists (select from status_component_monitor b where b.component_id = c.id and b.monitor_id = i.monitor_id)
  or exists (select from monitor_tag t join status_component_tag b on b.tag_id = t.tag_id
    where b.component_id = c.id and t.monitor_id = i.monitor_id))`

/** Announced incidents of monitors of the page that are open, or that ended by good checks a short time ago. */
const selectIncidents = (sql: SqlClient.SqlClient, { key }: PageRow, limit: number) =>
  sql<IncidentRow>`
    select i.public_id::text as id, m.name as "monitorName", i.started_at as "startedAt", i.resolved_at as "resolvedAt",
      i.resolved_at is null and coalesce(s.successes, 0) > 0 as "isRecovering",
      (select d.facts from incident_diagnosis d where d.incident_id = i.id) as "diagnosisFacts",
      (select jsonb_agg(jsonb_build_object('id', c.public_id, 'name', c.name) order by c.position, c.id)
        from status_component c where c.page_id = p.id and ${sql.literal(FOLLOWS)}) as components
    from status_page p join incident i on i.account_id = p.account_id
    join monitor m on m.id = i.monitor_id and m.account_id = p.account_id and m.deleted_at is null
    left join monitor_schedule s on s.monitor_id = m.id
    where p.id = ${key}::bigint and not i.is_unannounced
      and (i.resolved_at is null or (i.resolution = 'recovered' and i.resolved_at > mon_now() - ${sql.literal(OFFERED)}))
      and exists (select from status_component c where c.page_id = p.id and ${sql.literal(FOLLOWS)})
    order by i.resolved_at is not null, i.started_at desc, i.id desc limit ${limit}`

export const incidentsToPost = (sql: SqlClient.SqlClient): StatusPosts["Service"]["incidentsToPost"] =>
  operation("StatusPosts.incidentsToPost", function* (scope, pageId, limit) {
    if (!isPublicId(pageId)) return null
    const [page] = yield* sql<PageRow>`
        select p.id::text as key, p.language, p.timezone from status_page p
        where p.account_id = ${scope.accountKey}::bigint and p.public_id = ${pageId}::uuid`
    if (page === undefined) return null
    const rows = yield* selectIncidents(sql, page, limit)
    const incidents = rows.flatMap(({ components, ...row }) => {
      const read = decodeComponents(components)
      return read._tag === "Some" ? [{ ...row, components: read.value }] : []
    })
    return { language: page.language, timezone: page.timezone, incidents }
  })
