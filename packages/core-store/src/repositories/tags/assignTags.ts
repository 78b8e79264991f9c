import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AssignTagsResult, Tagged, Tags } from "./Tags.ts"
import { visibleDomains, visibleUrls } from "../monitors/visibleMonitors.ts"

const seen = { domain: visibleDomains, url: visibleUrls } as const satisfies Record<Tagged, typeof visibleDomains>

/** Tags that are added or removed, and through which somebody sees their monitors. `keys`: the wanted tags as JSON. */
const changedSharingTags = (sql: SqlClient.SqlClient, monitorKey: string, keys: string) =>
  sql`
    with wanted as (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint as tag_id),
      present as (select tag_id from monitor_tag where monitor_id = ${monitorKey}::bigint)
    select 1 from tag_access ta
    where ta.tag_id in ((select tag_id from wanted except select tag_id from present)
      union all (select tag_id from present except select tag_id from wanted))
    limit 1`

export const assignTags = (sql: SqlClient.SqlClient): Tags["Service"]["assign"] =>
  operation("Tags.assign", function* (scope, kind, monitorId, tagIds) {
    if (!isPublicId(monitorId)) return "NoMonitor"
    const different = [...new Set(tagIds)]
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [monitor] = yield* sql<{ id: string }>`
        select m.id::text from monitor m where ${seen[kind](sql, scope)} and m.public_id = ${monitorId}::uuid for no key update`
        if (monitor === undefined) return "NoMonitor" satisfies AssignTagsResult
        // Shared locks: a concurrent deletion of a tag is waited for, and the tag is then absent.
        const tags = different.every(isPublicId)
          ? yield* sql<{ id: string }>`
          select id::text from tag where account_id = ${scope.accountKey}::bigint
            and public_id in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb)::uuid)
          order by id for key share`
          : []
        if (tags.length < different.length) return "NoTag" satisfies AssignTagsResult
        const keys = JSON.stringify(tags.map(({ id }) => id))
        if (scope.role !== "owner" && (yield* changedSharingTags(sql, monitor.id, keys)).length > 0)
          return "SharingTag" satisfies AssignTagsResult
        yield* sql`
        with wanted as (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint as tag_id), removed as (
          delete from monitor_tag where monitor_id = ${monitor.id}::bigint and tag_id not in (select tag_id from wanted)
        ), stamped as (
          update monitor set updated_at = mon_now() where id = ${monitor.id}::bigint
        )
        insert into monitor_tag (monitor_id, tag_id) select ${monitor.id}::bigint, tag_id from wanted on conflict do nothing`
        return "Assigned" satisfies AssignTagsResult
      })
    )
  })
