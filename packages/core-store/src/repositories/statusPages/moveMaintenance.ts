import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { insertUpdate, publishUpdates } from "./publishUpdate.ts"
import { touchPage } from "./savePage.ts"
import type { StatusPosts } from "./StatusPosts.ts"

interface DueRow {
  readonly postKey: string
  readonly pageKey: string
  readonly pageId: string
  readonly accountKey: string
  readonly language: Language
  readonly isOver: boolean
  readonly names: ReadonlyArray<string>
}

/** Pages whose maintenance begins or ends, locked before their posts as in all changes of posts. */
const duePosts = (sql: SqlClient.SqlClient, limit: number) =>
  sql<DueRow>`
    select s.id::text as "postKey", p.id::text as "pageKey", p.public_id as "pageId", p.account_id::text as "accountKey",
      p.language, s.ends_at <= mon_now() as "isOver",
      array(select c.name from status_post_component k join status_component c on c.id = k.component_id
        where k.post_id = s.id order by c.position, c.id) as names
    from status_page p join status_post s on s.page_id = p.id
    where s.moves_itself and s.kind = 'maintenance' and s.published_at is not null and s.started_at <= mon_now()
      and (s.ends_at <= mon_now() or (select u.state from status_update u where u.post_id = s.id
        and u.published_at is not null order by u.display_at desc, u.id desc limit 1) = 'scheduled')
    order by s.id limit ${limit} for update of p skip locked`

export const moveMaintenance = (sql: SqlClient.SqlClient): StatusPosts["Service"]["moveMaintenance"] =>
  operation("StatusPosts.moveMaintenance", function* (write, limit) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const due = yield* duePosts(sql, limit)
        for (const { accountKey, isOver, language, names, pageId, pageKey, postKey } of due) {
          yield* touchPage(sql, { accountKey }, pageId)
          const [last] = yield* sql<{ readonly isFinal: boolean }>`
              select u.state in ('completed', 'cancelled') as "isFinal" from status_update u
              where u.post_id = ${postKey}::bigint and u.published_at is not null
              order by u.display_at desc, u.id desc limit 1`
          if (isOver) yield* sql`update status_post set moves_itself = false where id = ${postKey}::bigint`
          if (last?.isFinal === true) continue
          const state = isOver ? "completed" : "in_progress"
          const { body } = write({ language, kind: "maintenance", state, components: names })
          const post = { pageKey, postKey, userKey: null }
          const key = yield* insertUpdate(sql, post, { state, body, displayAt: null, components: [] })
          if (key !== null) yield* publishUpdates(sql, post, false, [key])
        }
        return due.length
      })
    )
  })
