import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Tags } from "./Tags.ts"

export const assignTagsToMonitors = (sql: SqlClient.SqlClient): Tags["Service"]["assignEach"] =>
  operation("Tags.assignEach", function* ({ accountKey }, monitors) {
    if (monitors.length === 0) return
    const wanted = monitors.flatMap(({ id, tagIds }) => [...new Set(tagIds)].map((tag) => ({ id, tag })))
    const ids = JSON.stringify(monitors.map(({ id }) => id))
    yield* sql`
      with chosen as (
        select id, public_id from monitor where account_id = ${accountKey}::bigint and deleted_at is null
          and public_id in (select jsonb_array_elements_text(${ids}::text::jsonb)::uuid)
      ), wanted as (
        select c.id as monitor_id, t.id as tag_id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as x(id uuid, tag uuid)
        join chosen c on c.public_id = x.id
        join tag t on t.public_id = x.tag and t.account_id = ${accountKey}::bigint
      ), removed as (
        delete from monitor_tag mt using chosen c where mt.monitor_id = c.id
          and not exists (select from wanted w where w.monitor_id = mt.monitor_id and w.tag_id = mt.tag_id)
      ), stamped as (
        update monitor m set updated_at = mon_now() from chosen c where m.id = c.id
      )
      insert into monitor_tag (monitor_id, tag_id) select monitor_id, tag_id from wanted on conflict do nothing`
  })
