import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { recipients, subscriberLimit } from "./audience.sql.ts"

/**
 * Writes the deliveries of a publication in its transaction: those who are subscribed at this moment get it, once. Of
 * several updates that are published together, subscribers get the newest.
 */
export const announceUpdate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  postKey: string,
  updateKeys: ReadonlyArray<string>
) {
  const limit = yield* subscriberLimit(sql, pageKey)
  const [newest] = yield* sql<{ readonly key: string }>`
    select id::text as key from status_update
    where id in (select jsonb_array_elements_text(${JSON.stringify(updateKeys)}::text::jsonb)::bigint)
    order by display_at desc, id desc limit 1`
  if (newest === undefined || limit === 0) return
  const ofPost = sql`array(select component_id from status_post_component where post_id = ${postKey}::bigint)`
  yield* sql`
    insert into status_delivery (public_id, kind, page_id, update_id, subscriber_id)
    select gen_random_uuid(), r.kind, r.page_id, ${newest.key}::bigint, r.id
    from (${recipients(sql, pageKey, limit, ofPost)}) r order by r.id
    on conflict do nothing`
  yield* sql`
    insert into status_delivery (public_id, kind, page_id, update_id, subscriber_id, component_id)
    select gen_random_uuid(), r.kind, r.page_id, c.update_id, r.id, c.component_id
    from (${recipients(sql, pageKey, limit, ofPost)}) r join status_update_component c on c.update_id = ${newest.key}::bigint
    where r.kind = 'webhook' and c.shown_before is distinct from c.shown_after
      and (r.covers_all or exists (select from status_subscriber_component x
        where x.subscriber_id = r.id and x.component_id = c.component_id))
    order by r.id, c.component_id
    on conflict do nothing`
})
