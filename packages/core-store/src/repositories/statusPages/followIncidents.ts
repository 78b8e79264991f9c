import { type AutomaticPosts, type Language, statusPageLimits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { FOLLOWS } from "./incidentsToPost.ts"
import { IS_ENDED, IS_POSTED } from "./ownPosts.ts"
import { addComponents, insertUpdate, type OpenPost, publishUpdates } from "./publishUpdate.ts"
import { touchPage } from "./savePage.ts"
import type { StatusPosts, WriteText } from "./StatusPosts.ts"

interface PageRow {
  readonly key: string
  readonly id: string
  readonly accountKey: string
  readonly language: Language
  readonly mode: AutomaticPosts
}

interface OpenRow {
  readonly postKey: string
  readonly isDraft: boolean
  readonly allOver: boolean
}

interface ComponentRow {
  readonly id: string
  readonly name: string
  readonly isKnown: boolean
}

/** Incidents `i` that a page `p` has not followed: announced ones that people have not posted about themselves. */
const NEW_INCIDENTS = `
  from incident i join monitor m on m.id = i.monitor_id and m.account_id = p.account_id and m.deleted_at is null
  where i.account_id = p.account_id and i.resolved_at is null and not i.is_unannounced
    and exists (select from status_component c where c.page_id = p.id and ${FOLLOWS} and not ${IS_POSTED})
    and not exists (select from status_page_incident x where x.page_id = p.id and x.incident_id = i.id)`

/** Automatic posts `s` that still follow incidents: few, however long the history of pages. */
const FOLLOWING = "s.kind = 'incident' and s.moves_itself"

const ALL_OVER = `not exists (select from status_page_incident x join incident i on i.id = x.incident_id
  where x.post_id = s.id and i.resolved_at is null)`

/** Pages with something to do. Open incidents and open automatic posts are few. */
const duePages = (sql: SqlClient.SqlClient, limit: number) =>
  sql<PageRow>`
    select p.id::text as key, p.public_id as id, p.account_id::text as "accountKey", p.language,
      p.automatic_posts as mode
    from status_page p
    where p.automatic_posts <> 'off' and (
      (p.account_id in (select account_id from incident where resolved_at is null)
        and exists (select ${sql.literal(NEW_INCIDENTS)}))
      or p.id in (select s.page_id from status_post s
        where ${sql.literal(FOLLOWING)} and (${sql.literal(IS_ENDED)} or ${sql.literal(ALL_OVER)})))
    order by p.id limit ${limit} for update of p skip locked`

/** The components of a page that incidents of a list affect, and that people have not posted about themselves. */
const affected = (sql: SqlClient.SqlClient, pageKey: string, incidents: string, postKey: string | null) =>
  sql<ComponentRow>`
    select c.public_id as id, c.name, exists (select from status_post_component k
      where k.component_id = c.id and k.post_id = ${postKey}::bigint) as "isKnown"
    from status_component c where c.page_id = ${pageKey}::bigint and exists (
      select from incident i where i.id in (select jsonb_array_elements_text(${incidents}::text::jsonb)::bigint)
        and ${sql.literal(FOLLOWS)} and not ${sql.literal(IS_POSTED)})
    order by c.position, c.id`

const beginPost = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string, title: string) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<{ readonly key: string }>`
    insert into status_post (public_id, page_id, kind, title, impact, started_at, is_automatic, moves_itself)
    values (${id}::uuid, ${pageKey}::bigint, 'incident', ${title}, 'major', mon_now(), true, true)
    returning id::text as key`
  return row?.key ?? null
})

/** An update goes the way of the page, but nothing of a draft is published by itself. */
const say = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode }: PageRow,
  post: OpenPost & { readonly isDraft: boolean },
  state: "investigating" | "resolved",
  body: string
) {
  const key = yield* insertUpdate(sql, post, { state, body, displayAt: null, components: [] })
  const publishes = mode === "publish" || mode === "publish_and_notify"
  if (key !== null && publishes && !post.isDraft) yield* publishUpdates(sql, post, mode === "publish_and_notify", [key])
})

const followPage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, page: PageRow, write: WriteText) {
  yield* sql`
    update status_post s set moves_itself = false
    where s.page_id = ${page.key}::bigint and ${sql.literal(FOLLOWING)} and ${sql.literal(IS_ENDED)}`
  const [open] = yield* sql<OpenRow>`
    select s.id::text as "postKey", s.published_at is null as "isDraft", ${sql.literal(ALL_OVER)} as "allOver"
    from status_post s where s.page_id = ${page.key}::bigint and ${sql.literal(FOLLOWING)} order by s.id desc limit 1`
  const found = yield* sql<{ readonly key: string; readonly startedAt: Date }>`
    select i.key, i.started_at as "startedAt" from status_page p
    cross join lateral (select i.id::text as key, i.started_at ${sql.literal(NEW_INCIDENTS)}) i
    where p.id = ${page.key}::bigint order by i.started_at`
  const aboutPage = { pageKey: page.key, userKey: null }
  if (found.length === 0) {
    if (open === undefined || !open.allOver) return
    const names = yield* sql<{ readonly name: string }>`
      select c.name from status_post_component k join status_component c on c.id = k.component_id
      where k.post_id = ${open.postKey}::bigint order by c.position, c.id`
    const components = names.map(({ name }) => name)
    const { body } = write({ language: page.language, kind: "incident", state: "resolved", components })
    yield* touchPage(sql, page, page.id)
    yield* sql`update status_post set moves_itself = false where id = ${open.postKey}::bigint`
    return yield* say(sql, page, { ...aboutPage, ...open }, "resolved", body)
  }
  yield* touchPage(sql, page, page.id)
  const incidents = JSON.stringify(found.map(({ key }) => key))
  const components = yield* affected(sql, page.key, incidents, open?.postKey ?? null)
  const fresh = components.filter(({ isKnown }) => !isKnown)
  const names = fresh.map(({ name }) => name)
  const text = write({ language: page.language, kind: "incident", state: "investigating", components: names })
  const postKey = open?.postKey ?? (yield* beginPost(sql, page.key, text.title))
  if (postKey === null) return
  if (open === undefined)
    yield* sql`
      update status_post set started_at = ${found[0]?.startedAt.toISOString() ?? null}::timestamptz
      where id = ${postKey}::bigint`
  yield* sql`
    insert into status_page_incident (page_id, incident_id, post_id)
    select ${page.key}::bigint, jsonb_array_elements_text(${incidents}::text::jsonb)::bigint, ${postKey}::bigint
    on conflict do nothing`
  const post = { ...aboutPage, postKey }
  yield* addComponents(
    sql,
    post,
    components.map(({ id }) => id)
  )
  const [said] = yield* sql<{ readonly count: number }>`
    select count(*)::int as count from status_update where post_id = ${postKey}::bigint`
  // An incident of a component that the post names already says nothing new. A full post only says how it ends.
  if (fresh.length > 0 && (said?.count ?? 0) < statusPageLimits.updatesOfPost)
    yield* say(sql, page, { ...post, isDraft: open?.isDraft ?? false }, "investigating", text.body)
})

export const followIncidents = (sql: SqlClient.SqlClient): StatusPosts["Service"]["followIncidents"] =>
  operation("StatusPosts.followIncidents", function* (write, limit) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const pages = yield* duePages(sql, limit)
        yield* Effect.forEach(pages, (page) => followPage(sql, page, write), { discard: true })
        return pages.length
      })
    )
  })
