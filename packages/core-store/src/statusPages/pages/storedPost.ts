import {
  ChosenComponentState,
  finalPostStates,
  isPublicId,
  type PostFilter,
  PostState,
  type StatusPost,
  type StatusPostUpdate
} from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { offsetOf, type Page } from "../../sql/Page.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"

/** The filter of a list of posts. */
export interface PostPage {
  readonly page: number
  readonly limit: number
  readonly state?: PostFilter
}

interface PostRow extends Omit<
  StatusPost,
  "state" | "isDraft" | "startedAt" | "endsAt" | "publishedAt" | "createdAt" | "updatedAt" | "updates"
> {
  readonly startedAt: Date
  readonly endsAt: Date | null
  readonly publishedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updates: unknown
}

const Update = Schema.Struct({
  id: Schema.String,
  state: PostState,
  body: Schema.String,
  displayAt: Schema.String,
  isDraft: Schema.Boolean,
  notifySubscribers: Schema.NullOr(Schema.Boolean),
  author: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String,
  components: Schema.Array(Schema.Struct({ componentId: Schema.String, state: Schema.NullOr(ChosenComponentState) }))
})

const decodeUpdates = Schema.decodeUnknownOption(Schema.Array(Update))

/**
 * SQL for the state of a post `s`. The newest update determines the state, and published updates take precedence over
 * drafts.
 */
const STATE = `(select u.state from status_update u where u.post_id = s.id
  order by u.published_at is null, u.display_at desc, u.id desc limit 1)`
const HAS_DRAFT = "exists (select from status_update u where u.post_id = s.id and u.published_at is null)"
const IS_OVER = `${STATE} in (${finalPostStates.map((state) => `'${state}'`).join(", ")})`

const conditions: Readonly<Record<PostFilter, string>> = {
  draft: HAS_DRAFT,
  open: `s.published_at is not null and not ${IS_OVER}`,
  closed: `s.published_at is not null and ${IS_OVER}`
}

/** Selects the posts `s` of pages `p` of an account. The caller may append a condition. */
const selectPosts = (sql: SqlClient.SqlClient, { accountKey }: Pick<AccessScope, "accountKey">, pageId: string) =>
  sql`
    select s.public_id as id, s.kind, s.title, s.impact, s.is_automatic as "isAutomatic", s.started_at as "startedAt",
      s.ends_at as "endsAt", s.moves_itself as "movesItself", s.published_at as "publishedAt",
      s.created_at as "createdAt", s.updated_at as "updatedAt",
      array(select c.public_id::text from status_post_component pc join status_component c on c.id = pc.component_id
        where pc.post_id = s.id order by c.position, c.id) as "componentIds",
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.public_id, 'state', u.state, 'body', u.body,
          'displayAt', mon_iso(u.display_at), 'isDraft', u.published_at is null, 'notifySubscribers', u.notifies,
          'author', w.email, 'createdAt', mon_iso(u.created_at), 'updatedAt', mon_iso(u.updated_at), 'components', (
            select coalesce(jsonb_agg(jsonb_build_object('componentId', c.public_id, 'state', uc.new_state)
              order by c.position, c.id), '[]')
            from status_update_component uc join status_component c on c.id = uc.component_id where uc.update_id = u.id)
        ) order by u.display_at desc, u.id desc), '[]')
        from status_update u left join app_user w on w.id = u.created_by where u.post_id = s.id) as updates
    from status_post s join status_page p on p.id = s.page_id
    where p.account_id = ${accountKey}::bigint and p.public_id = ${pageId}::uuid`

const toPost = ({
  createdAt,
  endsAt,
  publishedAt,
  startedAt,
  updatedAt,
  updates: stored,
  ...row
}: PostRow): StatusPost => {
  const read = decodeUpdates(stored)
  const updates: ReadonlyArray<StatusPostUpdate> = read._tag === "Some" ? read.value : []
  const newest = updates.find(({ isDraft }) => !isDraft) ?? updates[0]
  return {
    ...row,
    state: newest?.state ?? (row.kind === "incident" ? "investigating" : "scheduled"),
    isDraft: publishedAt === null,
    startedAt: startedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    updates
  }
}

/** `which` is a condition on the post `s`. */
export const readStoredPost = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: Pick<AccessScope, "accountKey">,
  pageId: string,
  which: Fragment
) {
  const [row] = yield* sql<PostRow>`${selectPosts(sql, scope, pageId)} and ${which}`
  return row === undefined ? null : toPost(row)
})

export const listPosts = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPosts.list",
    function* (scope: AccessScope, pageId: string, wanted: PostPage): Returns<Page<StatusPost> | null> {
      const { limit, page, state } = wanted
      if (!isPublicId(pageId)) return null
      const which = sql.literal(state === undefined ? "true" : conditions[state])
      const [counted] = yield* sql<{ readonly total: number }>`
        select (select count(*)::int from status_post s where s.page_id = p.id and ${which}) as total
        from status_page p where p.account_id = ${scope.accountKey}::bigint and p.public_id = ${pageId}::uuid`
      if (counted === undefined) return null
      const rows = yield* sql<PostRow>`
        ${selectPosts(sql, scope, pageId)} and ${which} order by s.started_at desc, s.id desc
        limit ${limit} offset ${offsetOf(page, limit)}::bigint`
      return { total: counted.total, items: rows.map(toPost) }
    }
  )

export const findPost = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPosts.find",
    function* (scope: AccessScope, pageId: string, postId: string): Returns<StatusPost | null> {
      if (!isPublicId(pageId) || !isPublicId(postId)) return null
      return yield* readStoredPost(sql, scope, pageId, sql`s.public_id = ${postId}::uuid`)
    }
  )

/**
 * The longest time between the last change of a draft and an incident that the draft may be about. An older draft is
 * about something else.
 */
const DRAFT_AGE = "interval '1 day'"

const FINAL = finalPostStates.map((state) => `'${state}'`).join(", ")

/** SQL for whether the post `s` has an update with a final state, even if only a draft. */
export const IS_ENDED = `exists (select from status_update u where u.post_id = s.id and u.state in (${FINAL}))`

/** SQL for whether the post `s` is still open, or a person has ended the post after the incident `i` was confirmed. */
const IS_OF_THE_TIME = `(last.state not in (${FINAL})
  or (s.kind = 'incident' and not s.is_automatic and last.display_at > i.confirmed_at))`

/**
 * SQL for whether a post written by a person covers the component `c` at the time of the incident `i`. Posts about
 * incidents, planned maintenance at this time, and drafts that people are writing count.
 */
export const IS_POSTED = `exists (
  select from status_post_component k join status_post s on s.id = k.post_id
  left join lateral (select u.state, u.display_at from status_update u
    where u.post_id = s.id and u.published_at is not null and u.state <> 'postmortem'
    order by u.display_at desc, u.id desc limit 1) last on true
  where k.component_id = c.id and s.started_at <= mon_now()
    and case s.kind when 'incident' then not s.moves_itself else s.ends_at > mon_now() end
    and case when s.published_at is not null then ${IS_OF_THE_TIME}
      else s.kind = 'incident' and s.updated_at > i.started_at - ${DRAFT_AGE} and not ${IS_ENDED} end)`
