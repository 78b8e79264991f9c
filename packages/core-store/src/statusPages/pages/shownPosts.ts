import { finalPostStates, PostState, ShownComponentState, statusPageLimits } from "@mon/model"
import { DAYS_SHOWN, type StatusPost, type StatusWindow } from "@mon/status-page"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { LayoutComponent } from "./PageLayout.ts"
import { inTurns } from "./inTurns.ts"
import { keysIn } from "./monitorConditions.ts"

const { document: limits, updatesOfPost } = statusPageLimits

/**
 * The approximate sizes, in bytes, of a post or update, of a component's name, and of a component's change in a
 * document, without their texts.
 */
const RECORD_BYTES = 256
const NAMED_BYTES = 40
const CHANGE_BYTES = 100
/**
 * The number of posts that are decoded before other work can run. A post has at most 100 updates, and decoding one
 * update takes about 20 µs.
 */
const ROWS_OF_A_TURN = 2

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

/** Decodes the updates of a post, newest first. */
const decodeUpdates = Schema.decodeUnknownOption(Schema.Array(Update))

interface PostRow extends Pick<StatusPost, "id" | "kind" | "title" | "impact" | "revision" | "componentIds"> {
  readonly startedAt: Date
  readonly endsAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updates: unknown
}

/**
 * Reads the published posts of a page, newest first: open posts, and closed posts of the days that pages show. If there
 * are more posts or updates than a document may contain, the document gets the open posts and the posts that changed
 * last, each with an equal number of its newest updates. The database knows the lengths of texts without reading the
 * texts.
 */
export const readPosts = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<PostRow>`
    with chosen as materialized (
      select p.id, row_number() over (order by last.is_open desc, p.updated_at desc, p.id desc) as rank
      from status_post p cross join lateral (
        select coalesce((
          select u.state from status_update u where u.post_id = p.id and u.published_at is not null
          order by u.display_at desc, u.id desc limit 1) not in ${sql.in(finalPostStates)}, false) as is_open
      ) last
      where p.page_id = ${pageKey}::bigint and p.published_at is not null
        and (last.is_open or p.started_at > mon_now() - ${sql.literal(`interval '${DAYS_SHOWN + 1} days'`)})
      order by last.is_open desc, p.updated_at desc, p.id desc limit ${limits.posts}
    ), weighed as (
      select u.id, u.post_id, sum(u.bytes) over (order by u.place, c.rank) as bytes
      from chosen c cross join lateral (
        select u.id, u.post_id, u.place, octet_length(u.body) + ${RECORD_BYTES}::int
          + ${CHANGE_BYTES}::int * (select count(*) from status_update_component uc where uc.update_id = u.id)
          + case when u.place = 1 then ${RECORD_BYTES}::int + ${NAMED_BYTES}::int
              * (select count(*) from status_post_component pc where pc.post_id = u.post_id) else 0 end as bytes
        from (
          select n.id, n.post_id, n.body, row_number() over (order by n.display_at desc, n.id desc) as place
          from status_update n where n.post_id = c.id and n.published_at is not null
          order by n.display_at desc, n.id desc limit ${updatesOfPost}
        ) u
      ) u
    ), shown as materialized (
      select id, post_id from weighed where bytes <= ${limits.bytes}
    )
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
        from shown s join status_update u on u.id = s.id where s.post_id = p.id) as updates
    from status_post p where p.id in (select post_id from shown)
    order by p.started_at desc, p.id desc`

type PostRows = Effect.Success<ReturnType<typeof readPosts>>

const isFinal = (state: PostState): boolean => finalPostStates.some((one) => one === state)

/**
 * Returns the time at which the subject of a post was over. If the last updates of the post all have a final state,
 * this is the time of the first of these updates. Returns null if the post is not over.
 */
const resolvedAt = (updates: ReadonlyArray<typeof Update.Type>): string | null => {
  const open = updates.findIndex(({ state }) => !isFinal(state))
  return updates.slice(0, open === -1 ? undefined : open).at(-1)?.displayAt ?? null
}

const shownPost = ({
  createdAt,
  endsAt,
  startedAt,
  updatedAt,
  updates: stored,
  ...row
}: PostRows[number]): ReadonlyArray<StatusPost> => {
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
}

/**
 * Decodes the posts of a document, with pauses for other work. Leaves out posts in a form that this release cannot
 * read.
 */
export const shownPosts = (rows: PostRows): Effect.Effect<ReadonlyArray<StatusPost>> =>
  Effect.map(inTurns(rows, ROWS_OF_A_TURN, shownPost), (posts) => posts.flat())

/** Returns the components whose planned maintenance is in progress, according to the state or the times of its post. */
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

const { document: windowLimits } = statusPageLimits

/** The number of days for which a deleted window is shown as cancelled. */
const CANCELLED_DAYS = 30
/**
 * The number of days ahead for which occurrences of windows are shown. Later occurrences are left out, except the next
 * occurrence.
 */
const DAYS_AHEAD = 60

interface WindowRow {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly minutes: number
  readonly timeZone: string
  readonly recurrence: string | null
  readonly isCancelled: boolean
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly coversAccount: boolean
  readonly starts: ReadonlyArray<Date>
  readonly ends: ReadonlyArray<Date>
  readonly monitorKeys: ReadonlyArray<string>
}

/**
 * Reads the published windows that cover the given monitors: active windows, future windows, and windows that were
 * deleted before they were over.
 */
export const readWindows = (sql: SqlClient.SqlClient, accountKey: string, keys: ReadonlyArray<string>) =>
  sql<WindowRow>`
    with covered as materialized (
      select c.window_id, c.monitor_id from maintenance_monitor c where c.monitor_id in ${keysIn(sql, keys)}
      union
      select c.window_id, t.monitor_id from monitor_tag t join maintenance_tag c on c.tag_id = t.tag_id
      where t.monitor_id in ${keysIn(sql, keys)}
    )
    select w.public_id as id, w.name, w.starts_at as "startsAt", w.minutes, w.timezone as "timeZone", w.recurrence,
      w.deleted_at is not null as "isCancelled", w.revision, w.created_at as "createdAt", w.covers_account as "coversAccount",
      coalesce(w.deleted_at, w.updated_at) as "updatedAt", o.starts, o.ends,
      array(select c.monitor_id::text from covered c where c.window_id = w.id) as "monitorKeys"
    from maintenance_window w cross join lateral (
      select coalesce(array_agg(o.starts_at order by o.starts_at), '{}') as starts,
        coalesce(array_agg(o.ends_at order by o.starts_at), '{}') as ends, min(o.starts_at) as first
      from (
        select n.starts_at, n.ends_at from maintenance_occurrence n
        where n.window_id = w.id and n.ends_at > mon_now()
          and (n.starts_at < mon_now() + ${sql.literal(`interval '${DAYS_AHEAD} days'`)} or not exists (
            select from maintenance_occurrence e
            where e.window_id = w.id and e.ends_at > mon_now() and e.starts_at < n.starts_at))
        order by n.starts_at limit ${windowLimits.occurrences}
      ) o
    ) o
    where w.account_id = ${accountKey}::bigint and not w.is_stopped and w.is_published
      and (w.covers_account or exists (select from covered c where c.window_id = w.id))
      and (case when w.deleted_at is null then o.first is not null
        else w.deleted_at > mon_now() - ${sql.literal(`interval '${CANCELLED_DAYS} days'`)}
          and (w.recurrence is not null or w.starts_at + w.minutes * interval '1 minute' > w.deleted_at) end)
    order by coalesce(o.first, w.starts_at), w.id limit ${windowLimits.windows}`

type WindowRows = Effect.Success<ReturnType<typeof readWindows>>

export const shownWindows = (
  rows: WindowRows,
  components: ReadonlyArray<LayoutComponent>,
  showsNames: boolean
): Effect.Effect<ReadonlyArray<StatusWindow>> => {
  const shown = ({
    coversAccount,
    ends,
    monitorKeys,
    name,
    starts,
    ...row
  }: WindowRows[number]): ReadonlyArray<StatusWindow> => {
    const covered = new Set(monitorKeys)
    const componentIds = components
      .filter((component) => component.monitorKeys.some((key) => coversAccount || covered.has(key)))
      .map(({ id }) => id)
    if (componentIds.length === 0) return []
    return [
      {
        ...row,
        title: showsNames ? name : null,
        startsAt: row.startsAt.toISOString(),
        occurrences: starts.flatMap((startsAt, place) => {
          const endsAt = ends[place]
          return endsAt === undefined ? [] : [{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }]
        }),
        componentIds,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString()
      }
    ]
  }
  return Effect.map(inTurns(rows, 1, shown), (windows) => windows.flat())
}
