import {
  type AutomaticPosts,
  isPublicId,
  type Language,
  type PostKind,
  type PostState,
  statusPageLimits,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { touchPage } from "./StatusPages.ts"
import { addComponents, insertUpdate, type OpenPost, publishUpdates } from "./publishUpdate.ts"
import { IS_ENDED, IS_POSTED } from "./storedPost.ts"

/** An incident about which a post can be written. */
export interface IncidentToPost {
  readonly id: string
  /** The name of the monitor. Readers of the page never see it. */
  readonly monitorName: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  /** Whether the incident is open although the last check passed. */
  readonly isRecovering: boolean
  readonly isAcknowledged: boolean
  /** The stored facts of @mon/diagnosis, or null. Readers of the page never see these facts. */
  readonly diagnosisFacts: unknown
  /** The components of the page that follow the monitor, at least one. */
  readonly components: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** A status page, with the incidents about which posts can be written. */
export interface PageToPost {
  readonly language: Language
  /** The IANA name of the page's time zone. */
  readonly timezone: string
  readonly incidents: ReadonlyArray<IncidentToPost>
}

/** The subject about which an automatic text is written. */
export interface AutomaticText {
  readonly language: Language
  readonly kind: PostKind
  readonly state: PostState
  /** The names of the components that are affected. */
  readonly components: ReadonlyArray<string>
}

/** Writes the title and the body of an automatic post or update. */
export type WriteText = (about: AutomaticText) => { readonly title: string; readonly body: string }

interface LanguageRow {
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
  readonly isAcknowledged: boolean
  readonly diagnosisFacts: unknown
  readonly components: unknown
}

const decodeComponents = Schema.decodeUnknownOption(
  Schema.NonEmptyArray(Schema.Struct({ id: Schema.String, name: Schema.String }))
)

/** The time for which a draft about an ended incident is offered. */
const OFFERED = "interval '7 days'"

/** SQL for whether a component `c` follows the monitor of the incident `i`. */
const FOLLOWS = `(exists (select from status_component_monitor b where b.component_id = c.id and b.monitor_id = i.monitor_id)
  or exists (select from monitor_tag t join status_component_tag b on b.tag_id = t.tag_id
    where b.component_id = c.id and t.monitor_id = i.monitor_id))`

const selectIncidents = (sql: SqlClient.SqlClient, { key }: LanguageRow, limit: number) =>
  sql<IncidentRow>`
    select i.public_id::text as id, m.name as "monitorName", i.started_at as "startedAt", i.resolved_at as "resolvedAt",
      i.resolved_at is null and coalesce(s.successes, 0) > 0 as "isRecovering",
      i.acknowledged_at is not null as "isAcknowledged",
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

export const incidentsToPost = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPosts.incidentsToPost",
    function* (scope: AccessScope, pageId: string, limit: number): Returns<PageToPost | null> {
      if (!isPublicId(pageId)) return null
      const [page] = yield* sql<LanguageRow>`
        select p.id::text as key, p.language, p.timezone from status_page p
        where p.account_id = ${scope.accountKey}::bigint and p.public_id = ${pageId}::uuid`
      if (page === undefined) return null
      const rows = yield* selectIncidents(sql, page, limit)
      const incidents = rows.flatMap(({ components, ...row }) => {
        const read = decodeComponents(components)
        return read._tag === "Some" ? [{ ...row, components: read.value }] : []
      })
      return { language: page.language, timezone: page.timezone, incidents }
    }
  )

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

/**
 * SQL for the incidents `i` that a page `p` has not processed yet: announced, open incidents that affect at least one
 * component that no post written by a person covers.
 */
const NEW_INCIDENTS = `
  from incident i join monitor m on m.id = i.monitor_id and m.account_id = p.account_id and m.deleted_at is null
  where i.account_id = p.account_id and i.resolved_at is null and not i.is_unannounced
    and exists (select from status_component c where c.page_id = p.id and ${FOLLOWS} and not ${IS_POSTED})
    and not exists (select from status_page_incident x where x.page_id = p.id and x.incident_id = i.id)`

/**
 * SQL for whether the post `s` is an automatic post that still follows incidents. Only a few posts do, no matter how
 * long the history of pages is.
 */
const FOLLOWING = "s.kind = 'incident' and s.moves_itself"

const ALL_OVER = `not exists (select from status_page_incident x join incident i on i.id = x.incident_id
  where x.post_id = s.id and i.resolved_at is null)`

/**
 * SQL for the pages `p` whose automatic posts need an update. The condition is fast, because there are only a few open
 * incidents and open automatic posts.
 */
export const pagesToFollow = `p.automatic_posts <> 'off' and (
      (p.account_id in (select account_id from incident where resolved_at is null)
        and exists (select ${NEW_INCIDENTS}))
      or p.id in (select s.page_id from status_post s
        where ${FOLLOWING} and (${IS_ENDED} or ${ALL_OVER})))`

const duePages = (sql: SqlClient.SqlClient, limit: number) =>
  sql<PageRow>`
    select p.id::text as key, p.public_id as id, p.account_id::text as "accountKey", p.language,
      p.automatic_posts as mode
    from status_page p
    where ${sql.literal(pagesToFollow)}
    order by p.id limit ${limit} for update of p skip locked`

/**
 * Selects the components of a page that the given incidents affect, except components that a post written by a person
 * already covers.
 */
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

/**
 * Adds an update, as a draft or published according to the page's setting. An update of a draft post is never published
 * automatically.
 */
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
  // If the post already names all components of an incident, the incident adds no update. If the post has the maximum
  // number of updates, only the update about the end of the post is still added.
  if (fresh.length > 0 && (said?.count ?? 0) < statusPageLimits.updatesOfPost)
    yield* say(sql, page, { ...post, isDraft: open?.isDraft ?? false }, "investigating", text.body)
})

export const followIncidents = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.followIncidents", function* (write: WriteText, limit: number) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const pages = yield* duePages(sql, limit)
        yield* Effect.forEach(pages, (page) => followPage(sql, page, write), { discard: true })
        return pages.length
      })
    )
  })

interface DueRow {
  readonly postKey: string
  readonly pageKey: string
  readonly pageId: string
  readonly accountKey: string
  readonly language: Language
  readonly isOver: boolean
  readonly names: ReadonlyArray<string>
}

/** SQL for whether the published maintenance `s` must begin or end now. */
export const maintenanceToMove = `s.moves_itself and s.kind = 'maintenance' and s.published_at is not null
      and s.started_at <= mon_now()
      and (s.ends_at <= mon_now() or (select u.state from status_update u where u.post_id = s.id
        and u.published_at is not null order by u.display_at desc, u.id desc limit 1) = 'scheduled')`

/** Locks the pages before their posts, as all changes of posts do. */
const duePosts = (sql: SqlClient.SqlClient, limit: number) =>
  sql<DueRow>`
    select s.id::text as "postKey", p.id::text as "pageKey", p.public_id as "pageId", p.account_id::text as "accountKey",
      p.language, s.ends_at <= mon_now() as "isOver",
      array(select c.name from status_post_component k join status_component c on c.id = k.component_id
        where k.post_id = s.id order by c.position, c.id) as names
    from status_page p join status_post s on s.page_id = p.id
    where ${sql.literal(maintenanceToMove)}
    order by s.id limit ${limit} for update of p skip locked`

export const moveMaintenance = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.moveMaintenance", function* (write: WriteText, limit: number) {
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
