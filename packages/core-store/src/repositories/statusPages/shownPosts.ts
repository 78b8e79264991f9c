import { finalPostStates, PostState, ShownComponentState } from "@mon/model"
import { DAYS_SHOWN, type StatusPost } from "@mon/status-page"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"

/** The most posts of a document. */
const MOST_POSTS = 500

const Update = Schema.Struct({
  id: Schema.String,
  state: PostState,
  body: Schema.String,
  displayAt: Schema.String,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  notifiesSubscribers: Schema.Boolean,
  changes: Schema.Array(
    Schema.Struct({ componentId: Schema.String, oldState: ShownComponentState, newState: ShownComponentState })
  )
})

/** Newest first. */
const decodeUpdates = Schema.decodeUnknownOption(Schema.Array(Update))

interface PostRow extends Pick<StatusPost, "id" | "kind" | "title" | "impact" | "revision" | "componentIds"> {
  readonly startedAt: Date
  readonly endsAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updates: unknown
}

/** The published posts of a page, newest first: all that are open, and the others of the days that pages show. */
export const readPosts = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<PostRow>`
    select p.public_id as id, p.kind, p.title, p.impact, p.revision, p.started_at as "startedAt", p.ends_at as "endsAt",
      p.published_at as "createdAt", p.updated_at as "updatedAt",
      array(select c.public_id::text from status_post_component pc join status_component c on c.id = pc.component_id
        where pc.post_id = p.id order by c.position, c.id) as "componentIds",
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.public_id, 'state', u.state, 'body', u.body,
          'displayAt', mon_iso(u.display_at), 'createdAt', mon_iso(u.published_at),
          'updatedAt', mon_iso(greatest(u.updated_at, u.published_at)), 'notifiesSubscribers', u.notifies,
          'changes', (
            select coalesce(jsonb_agg(jsonb_build_object('componentId', c.public_id, 'oldState', uc.shown_before,
              'newState', uc.shown_after) order by c.position, c.id), '[]')
            from status_update_component uc join status_component c on c.id = uc.component_id
            where uc.update_id = u.id and uc.shown_before is not null and uc.shown_after is not null)
        ) order by u.display_at desc, u.id desc), '[]')
        from status_update u where u.post_id = p.id and u.published_at is not null) as updates
    from status_post p
    where p.page_id = ${pageKey}::bigint and p.published_at is not null
      and (p.started_at > mon_now() - ${sql.literal(`interval '${DAYS_SHOWN + 1} days'`)} or (
        select u.state from status_update u where u.post_id = p.id and u.published_at is not null
        order by u.display_at desc, u.id desc limit 1) not in ${sql.in(finalPostStates)})
    order by p.started_at desc, p.id desc limit ${MOST_POSTS}`

type Rows = Effect.Success<ReturnType<typeof readPosts>>

const isFinal = (state: PostState): boolean => finalPostStates.some((one) => one === state)

/** When a post was over: with the first of the last updates that say so. */
const resolvedAt = (updates: ReadonlyArray<typeof Update.Type>): string | null => {
  const open = updates.findIndex(({ state }) => !isFinal(state))
  return updates.slice(0, open === -1 ? undefined : open).at(-1)?.displayAt ?? null
}

/** The posts of a document. One that another release wrote in a form that this one cannot read is left out. */
export const shownPosts = (rows: Rows): ReadonlyArray<StatusPost> =>
  rows.flatMap(({ createdAt, endsAt, startedAt, updatedAt, updates: stored, ...row }) => {
    const read = decodeUpdates(stored)
    const updates = read._tag === "Some" ? read.value : []
    const newest = updates[0]
    if (newest === undefined) return []
    const isMaintenance = row.kind === "maintenance"
    return [
      {
        ...row,
        state: newest.state,
        startedAt: startedAt.toISOString(),
        resolvedAt: resolvedAt(updates),
        monitoringAt: updates.findLast(({ state }) => state === "monitoring")?.displayAt ?? null,
        scheduledFor: isMaintenance ? startedAt.toISOString() : null,
        scheduledUntil: isMaintenance ? (endsAt?.toISOString() ?? null) : null,
        updates,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString()
      }
    ]
  })

/** Components whose planned maintenance is in progress, by what a post says or by its times. */
export const inPostedMaintenance = (posts: ReadonlyArray<StatusPost>, nowMs: number): ReadonlySet<string> =>
  new Set(
    posts
      .filter(({ kind, scheduledFor, scheduledUntil, state }) => {
        if (kind !== "maintenance") return false
        if (state === "in_progress" || state === "verifying") return true
        if (state !== "scheduled" || scheduledFor === null || scheduledUntil === null) return false
        return Date.parse(scheduledFor) <= nowMs && nowMs < Date.parse(scheduledUntil)
      })
      .flatMap(({ componentIds }) => componentIds)
  )
