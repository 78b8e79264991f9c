import { type ChosenComponentState, type PostState, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { announceUpdate } from "../subscribers/pageReaders.ts"
import { readStates } from "./storedPage.ts"

/** The state of a component in an update. If `state` is null, the state depends on monitors and maintenance again. */
export interface ComponentChangeDraft {
  readonly componentId: string
  readonly state: ChosenComponentState | null
}

/**
 * An update to add. If `notifies` is null, the update is a draft. Times are milliseconds since the epoch. A null time
 * means now.
 */
export interface UpdateDraft {
  readonly state: PostState
  readonly body: string
  readonly displayAt: number | null
  readonly components: ReadonlyArray<ComponentChangeDraft>
  readonly notifies: boolean | null
}

/**
 * A post that a transaction changes after locking its page. The keys are internal. If `userKey` is null, Mon itself
 * writes the post.
 */
export interface OpenPost {
  readonly pageKey: string
  readonly postKey: string
  readonly userKey: string | null
}

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** Returns false if one of the components does not belong to the page. */
export const addComponents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { pageKey, postKey }: Pick<OpenPost, "pageKey" | "postKey">,
  ids: ReadonlyArray<string>
) {
  const different = [...new Set(ids)]
  const rows = yield* sql`
    with wanted as (
      select c.id from status_component c where c.page_id = ${pageKey}::bigint
        and c.public_id::text in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb))
    ), added as (
      insert into status_post_component (post_id, component_id) select ${postKey}::bigint, id from wanted
      on conflict do nothing
    )
    select id from wanted`
  return rows.length === different.length
})

/** Returns false if one of the components does not belong to the page. */
export const saveChanges = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  post: OpenPost,
  updateKey: string,
  components: ReadonlyArray<ComponentChangeDraft>
) {
  const ids = components.map(({ componentId }) => componentId)
  if (!(yield* addComponents(sql, post, ids))) return false
  const changes = components.map(({ componentId, state }) => ({ id: componentId, state }))
  yield* sql`delete from status_update_component where update_id = ${updateKey}::bigint`
  yield* sql`
    insert into status_update_component (update_id, component_id, new_state)
    select distinct on (c.id) ${updateKey}::bigint, c.id, x.state
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) as x(id text, state text)
    join status_component c on c.public_id::text = x.id and c.page_id = ${post.pageKey}::bigint`
  return true
})

/**
 * Stores an unpublished update with its component states. Returns null if one of the components does not belong to the
 * page.
 */
export const insertUpdate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  post: OpenPost,
  { body, components, displayAt, state }: Omit<UpdateDraft, "notifies">
) {
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const [row] = yield* sql<{ readonly key: string }>`
    insert into status_update (public_id, post_id, state, body, display_at, created_by)
    values (${id}::uuid, ${post.postKey}::bigint, ${state}, ${body},
      coalesce(${isoOrNull(displayAt)}::timestamptz, mon_now()), ${post.userKey}::bigint)
    returning id::text as key`
  if (row === undefined) return null
  return (yield* saveChanges(sql, post, row.key, components)) ? row.key : null
})

/**
 * Sets or ends the overrides of components that updates contain, and stores the states that readers saw before and
 * after.
 */
const changeStates = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { pageKey, userKey }: OpenPost,
  updateKeys: string
) {
  const [changing] = yield* sql<{ readonly any: boolean }>`
    select exists (select from status_update_component
      where update_id in (select jsonb_array_elements_text(${updateKeys}::text::jsonb)::bigint)) as any`
  if (changing?.any !== true) return
  const before = yield* readStates(sql, pageKey)
  yield* sql`
    update status_component c set override_state = x.new_state,
      override_at = case when x.new_state is null then null else mon_now() end,
      override_by = case when x.new_state is null then null else ${userKey}::bigint end, updated_at = mon_now()
    from (
      select distinct on (component_id) component_id, new_state from status_update_component
      where update_id in (select jsonb_array_elements_text(${updateKeys}::text::jsonb)::bigint)
      order by component_id, update_id desc
    ) x where c.id = x.component_id`
  const after = yield* readStates(sql, pageKey)
  const seen = [...after].map(([id, state]) => ({ id, before: before.get(id) ?? state, after: state }))
  yield* sql`
    update status_update_component uc set shown_before = x.before, shown_after = x.after
    from jsonb_to_recordset(${JSON.stringify(seen)}::text::jsonb) as x(id uuid, before text, after text)
    join status_component c on c.public_id = x.id and c.page_id = ${pageKey}::bigint
    where uc.component_id = c.id
      and uc.update_id in (select jsonb_array_elements_text(${updateKeys}::text::jsonb)::bigint)`
})

/**
 * Publishes drafts of a post. Readers see the time of the publication, unless the author chose another time. `keys` are
 * the keys of the updates to publish. Null publishes all drafts.
 */
export const publishUpdates = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  post: OpenPost,
  notifies: boolean,
  keys: ReadonlyArray<string> | null
) {
  const rows = yield* sql<{ readonly key: string }>`
    update status_update u set published_at = mon_now(), notifies = ${notifies}, updated_at = mon_now(),
      display_at = case when u.display_at = u.created_at then mon_now() else u.display_at end
    where u.post_id = ${post.postKey}::bigint and u.published_at is null
      and (${keys === null}::boolean
        or u.id in (select jsonb_array_elements_text(${JSON.stringify(keys ?? [])}::text::jsonb)::bigint))
    returning u.id::text as key`
  if (rows.length === 0) return
  yield* sql`
    update status_post set published_at = coalesce(published_at, mon_now()), updated_at = mon_now()
    where id = ${post.postKey}::bigint`
  const published = rows.map(({ key }) => key)
  yield* changeStates(sql, post, JSON.stringify(published))
  if (notifies) yield* announceUpdate(sql, post.pageKey, post.postKey, published)
})
