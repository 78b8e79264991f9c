import {
  isPublicId,
  type PostImpact,
  type PostKind,
  type PostState,
  postStates,
  statusPageLimits,
  type StatusPost,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { operation } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { touchPage } from "./StatusPages.ts"
import {
  addComponents,
  type ComponentChangeDraft,
  insertUpdate,
  type OpenPost,
  publishUpdates,
  saveChanges,
  type UpdateDraft
} from "./publishUpdate.ts"
import { readStoredPost } from "./storedPost.ts"

/** A post to create, with its first update. If the update is a draft, the post is a draft too. */
export interface PostDraft {
  readonly kind: PostKind
  readonly title: string
  readonly impact: PostImpact
  readonly startedAt: number | null
  readonly endsAt: number | null
  readonly movesItself: boolean
  readonly componentIds: ReadonlyArray<string>
  readonly update: UpdateDraft
}

/** A change of a post. Absent fields stay unchanged. `publish` publishes the post together with its draft updates. */
export interface PostPatch {
  readonly title?: string
  readonly impact?: PostImpact
  readonly startedAt?: number
  readonly endsAt?: number
  readonly movesItself?: boolean
  readonly componentIds?: ReadonlyArray<string>
  readonly publish?: { readonly notifies: boolean }
}

/** A change of an update. Absent fields stay unchanged. A published update cannot become a draft again. */
export interface UpdatePatch {
  readonly state?: PostState
  readonly body?: string
  readonly displayAt?: number
  /**
   * The component states. The states can be changed only in a draft, because readers have already seen the states of a
   * published update.
   */
  readonly components?: ReadonlyArray<ComponentChangeDraft>
  readonly publish?: { readonly notifies: boolean }
}

/** The saved post, or the reason why it was not saved. */
export type SavePostResult =
  | { readonly _tag: "Saved"; readonly post: StatusPost }
  | { readonly _tag: "AbsentPage" | "Absent" | "AbsentUpdate" }
  | { readonly _tag: "NoComponent" }
  | { readonly _tag: "LimitReached" }
  /** The update is the only update of its post, and a post must have at least one update. */
  | { readonly _tag: "LastUpdate" }
  /** The state is not possible for this kind of post. */
  | { readonly _tag: "WrongState" }
  /** Planned maintenance must end after it begins, and an incident must not have an end time. */
  | { readonly _tag: "WrongTimes" }
  /** The component states in a published update cannot be changed. */
  | { readonly _tag: "UpdateIsPublished" }
  /** The update belongs to a draft, and can only be published together with the post. */
  | { readonly _tag: "PostIsDraft" }

/** Signals a refusal. The signal rolls back the whole change. */
class Refused {
  readonly _tag = "Refused"
  readonly why: SavePostResult
  constructor(why: SavePostResult) {
    this.why = why
  }
}

const refuse = (tag: Exclude<SavePostResult["_tag"], "Saved">) => Effect.fail(new Refused({ _tag: tag }))

const isoOrNull = (time: number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString()

const belongs = (state: PostState, kind: PostKind): boolean => postStates[kind].some((one) => one === state)

interface LockedPost extends OpenPost {
  readonly kind: PostKind
  readonly isDraft: boolean
}

/** Increments the version of the page, and returns the changed post. */
const changing = (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  pageId: string,
  change: (pageKey: string) => Effect.Effect<string, SqlError | Refused>
) =>
  sql
    .withTransaction(
      Effect.gen(function* () {
        const pageKey = isPublicId(pageId) ? yield* touchPage(sql, scope, pageId) : null
        if (pageKey === null) return yield* refuse("AbsentPage")
        const postKey = yield* change(pageKey)
        const post = yield* readStoredPost(sql, scope, pageId, sql`s.id = ${postKey}::bigint`)
        return post === null ? yield* refuse("Absent") : ({ _tag: "Saved", post } satisfies SavePostResult)
      })
    )
    .pipe(
      Effect.catch((error): Effect.Effect<SavePostResult, SqlError> =>
        error instanceof Refused ? Effect.succeed(error.why) : Effect.fail(error)
      )
    )

const lockPost = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { userKey }: AccessScope,
  pageKey: string,
  postId: string
) {
  if (!isPublicId(postId)) return yield* refuse("Absent")
  const [row] = yield* sql<Omit<LockedPost, "pageKey" | "userKey">>`
    select id::text as "postKey", kind, published_at is null as "isDraft" from status_post
    where page_id = ${pageKey}::bigint and public_id = ${postId}::uuid for update`
  return row === undefined ? yield* refuse("Absent") : ({ ...row, pageKey, userKey } satisfies LockedPost)
})

export const createPost = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPosts.create",
    (
      scope: AccessScope,
      pageId: string,
      { componentIds, endsAt, impact, kind, movesItself, startedAt, title, update }: PostDraft
    ) =>
      changing(sql, scope, pageId, (pageKey) =>
        Effect.gen(function* () {
          if (!belongs(update.state, kind)) return yield* refuse("WrongState")
          if ((kind === "maintenance") !== (endsAt !== null)) return yield* refuse("WrongTimes")
          const [usage] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from status_post where page_id = ${pageKey}::bigint`
          if ((usage?.used ?? 0) >= statusPageLimits.postsOfPage) return yield* refuse("LimitReached")
          const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
          const [row] = yield* sql<{ readonly key: string; readonly isInOrder: boolean }>`
            insert into status_post (public_id, page_id, kind, title, impact, started_at, ends_at, moves_itself, created_by)
            values (${id}::uuid, ${pageKey}::bigint, ${kind}, ${title}, ${impact},
              coalesce(${isoOrNull(startedAt)}::timestamptz, mon_now()), ${isoOrNull(endsAt)}::timestamptz,
              ${movesItself && kind === "maintenance"}, ${scope.userKey}::bigint)
            returning id::text as key, coalesce(ends_at > started_at, true) as "isInOrder"`
          if (row === undefined) return yield* refuse("AbsentPage")
          if (!row.isInOrder) return yield* refuse("WrongTimes")
          const post = { pageKey, postKey: row.key, userKey: scope.userKey }
          if (!(yield* addComponents(sql, post, componentIds))) return yield* refuse("NoComponent")
          const updateKey = yield* insertUpdate(sql, post, update)
          if (updateKey === null) return yield* refuse("NoComponent")
          if (update.notifies !== null) yield* publishUpdates(sql, post, update.notifies, [updateKey])
          return row.key
        })
      )
  )

const patchPost = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, post: LockedPost, patch: PostPatch) {
  const { componentIds, endsAt, impact = null, movesItself = null, startedAt, title = null } = patch
  if (endsAt !== undefined && post.kind === "incident") return yield* refuse("WrongTimes")
  const [row] = yield* sql<{ readonly isInOrder: boolean }>`
    update status_post s set updated_at = mon_now(),
      revision = s.revision + (s.published_at is not null and (x.title, x.started_at, x.ends_at)
        is distinct from (s.title, s.started_at, s.ends_at))::int,
      title = x.title, started_at = x.started_at, ends_at = x.ends_at,
      impact = coalesce(${impact}::text, s.impact),
      moves_itself = case when s.kind = 'maintenance' then coalesce(${movesItself}::boolean, s.moves_itself)
        else s.moves_itself end
    from (
      select o.id, coalesce(${title}::text, o.title) as title,
        coalesce(${isoOrNull(startedAt)}::timestamptz, o.started_at) as started_at,
        coalesce(${isoOrNull(endsAt)}::timestamptz, o.ends_at) as ends_at
      from status_post o where o.id = ${post.postKey}::bigint
    ) x where s.id = x.id returning coalesce(s.ends_at > s.started_at, true) as "isInOrder"`
  if (row?.isInOrder === false) return yield* refuse("WrongTimes")
  if (componentIds === undefined) return
  yield* sql`
    delete from status_post_component where post_id = ${post.postKey}::bigint and component_id not in (
      select uc.component_id from status_update u join status_update_component uc on uc.update_id = u.id
      where u.post_id = ${post.postKey}::bigint)`
  if (!(yield* addComponents(sql, post, componentIds))) return yield* refuse("NoComponent")
})

export const updatePost = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.update", (scope: AccessScope, pageId: string, postId: string, patch: PostPatch) =>
    changing(sql, scope, pageId, (pageKey) =>
      Effect.gen(function* () {
        const post = yield* lockPost(sql, scope, pageKey, postId)
        yield* patchPost(sql, post, patch)
        if (patch.publish !== undefined) yield* publishUpdates(sql, post, patch.publish.notifies, null)
        return post.postKey
      })
    )
  )

export const removePost = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.remove", function* (scope: AccessScope, pageId: string, postId: string) {
    if (!isPublicId(pageId) || !isPublicId(postId)) return false
    const removed = Effect.gen(function* () {
      const pageKey = yield* touchPage(sql, scope, pageId)
      const rows = yield* sql`
          delete from status_post where page_id = ${pageKey}::bigint and public_id = ${postId}::uuid returning 1`
      return rows.length > 0 ? true : yield* refuse("Absent")
    })
    return yield* sql
      .withTransaction(removed)
      .pipe(
        Effect.catch((error): Effect.Effect<boolean, SqlError> =>
          error instanceof Refused ? Effect.succeed(false) : Effect.fail(error)
        )
      )
  })

export const addUpdate = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.addUpdate", (scope: AccessScope, pageId: string, postId: string, update: UpdateDraft) =>
    changing(sql, scope, pageId, (pageKey) =>
      Effect.gen(function* () {
        const post = yield* lockPost(sql, scope, pageKey, postId)
        if (!belongs(update.state, post.kind)) return yield* refuse("WrongState")
        if (post.isDraft && update.notifies !== null) return yield* refuse("PostIsDraft")
        const [usage] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from status_update where post_id = ${post.postKey}::bigint`
        if ((usage?.used ?? 0) >= statusPageLimits.updatesOfPost) return yield* refuse("LimitReached")
        const key = yield* insertUpdate(sql, post, update)
        if (key === null) return yield* refuse("NoComponent")
        if (update.notifies !== null) yield* publishUpdates(sql, post, update.notifies, [key])
        return post.postKey
      })
    )
  )

export const changeUpdate = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPosts.changeUpdate",
    (
      scope: AccessScope,
      pageId: string,
      postId: string,
      updateId: string,
      { body, components, displayAt, publish, state }: UpdatePatch
    ) =>
      changing(sql, scope, pageId, (pageKey) =>
        Effect.gen(function* () {
          const post = yield* lockPost(sql, scope, pageKey, postId)
          if (state !== undefined && !belongs(state, post.kind)) return yield* refuse("WrongState")
          if (!isPublicId(updateId)) return yield* refuse("AbsentUpdate")
          const [row] = yield* sql<{ readonly key: string; readonly isDraft: boolean }>`
            update status_update set updated_at = mon_now(), body = coalesce(${body ?? null}::text, body),
              state = coalesce(${state ?? null}::text, state),
              display_at = coalesce(${isoOrNull(displayAt)}::timestamptz, display_at)
            where post_id = ${post.postKey}::bigint and public_id = ${updateId}::uuid
            returning id::text as key, published_at is null as "isDraft"`
          if (row === undefined) return yield* refuse("AbsentUpdate")
          if (components !== undefined) {
            if (!row.isDraft) return yield* refuse("UpdateIsPublished")
            if (!(yield* saveChanges(sql, post, row.key, components))) return yield* refuse("NoComponent")
          }
          if (publish !== undefined) {
            if (post.isDraft) return yield* refuse("PostIsDraft")
            yield* publishUpdates(sql, post, publish.notifies, [row.key])
          }
          yield* sql`update status_post set updated_at = mon_now() where id = ${post.postKey}::bigint`
          return post.postKey
        })
      )
  )

export const removeUpdate = (sql: SqlClient.SqlClient) =>
  operation("StatusPosts.removeUpdate", (scope: AccessScope, pageId: string, postId: string, updateId: string) =>
    changing(sql, scope, pageId, (pageKey) =>
      Effect.gen(function* () {
        const post = yield* lockPost(sql, scope, pageKey, postId)
        if (!isPublicId(updateId)) return yield* refuse("AbsentUpdate")
        const rows = yield* sql`
            delete from status_update
            where post_id = ${post.postKey}::bigint and public_id = ${updateId}::uuid returning 1`
        if (rows.length === 0) return yield* refuse("AbsentUpdate")
        // A published post must have at least one published update.
        const [left] = yield* sql<{ readonly some: boolean }>`
            select exists (select from status_update u where u.post_id = ${post.postKey}::bigint
              and (${post.isDraft}::boolean or u.published_at is not null)) as some`
        if (left?.some !== true) return yield* refuse("LastUpdate")
        yield* sql`update status_post set updated_at = mon_now() where id = ${post.postKey}::bigint`
        return post.postKey
      })
    )
  )
