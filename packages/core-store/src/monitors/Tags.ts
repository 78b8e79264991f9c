import { fieldsByKind, isPublicId, type MonitorKind, monitorKindNames, type TagRecord, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isOfKind } from "./statements/MonitorCodes.ts"
import { visibleMonitors } from "./statements/visibleMonitors.ts"

/** A tag to create. `color` is `#RRGGBB`. */
export interface NewTag {
  readonly name: string
  readonly color: string
}

/** A change of a tag. Absent fields stay unchanged. */
export interface TagPatch {
  readonly name?: string
  readonly color?: string
  readonly sortOrder?: number
}

/**
 * The saved tag, or the reason why it was not saved. `Duplicate`: the account has a tag with this name, ignoring case.
 */
export type SaveTagResult =
  | { readonly _tag: "Saved"; readonly tag: TagRecord }
  | { readonly _tag: "Duplicate" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }

/**
 * The result of an assignment. `NoTag`: one of the tags does not belong to the account. `SharingTag`: a member would
 * add or remove a tag through which monitors are shared. In both cases, no tag was changed.
 */
export type AssignTagsResult = "Assigned" | "NoMonitor" | "NoTag" | "SharingTag"

interface TagColumns {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly sort_order: number
  readonly created_at: Date
}

type TagRow = TagColumns & { readonly [Kind in MonitorKind as `${Kind}Count`]: number }

const countsByKind = monitorKindNames
  .map((kind) => `count(*) filter (where ${isOfKind("m", kind)})::int as "${kind}Count"`)
  .join(", ")

/** The numbers of monitors include only monitors that the caller can see. */
const selectTags = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select t.public_id as id, t.name, t.color, t.sort_order, t.created_at, counted.*
    from tag t cross join lateral (
      select ${sql.literal(countsByKind)} from monitor_tag mt join monitor m on m.id = mt.monitor_id
      where mt.tag_id = t.id and ${visibleMonitors(sql, scope)}) counted
    where t.account_id = ${scope.accountKey}::bigint`

const toTag = (row: TagRow): TagRecord => ({
  id: row.id,
  name: row.name,
  color: row.color,
  sortOrder: row.sort_order,
  ...fieldsByKind("Count", (kind) => row[`${kind}Count`]),
  createdAt: row.created_at.toISOString()
})

/** Returns the form in which names are compared: Unicode NFC in lower case. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase()

/** SQL for a column with the tags of the monitor `m`, in the order and the form of the API. */
export const monitorTags = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', t.public_id, 'name', t.name, 'color', t.color) order by t.sort_order, t.id), '[]')
    from monitor_tag mt join tag t on t.id = mt.tag_id where mt.monitor_id = m.id) as tags`

/**
 * Selects a row if one of the tags that are added or removed shares its monitors with a person. `keys` contains the
 * keys of the wanted tags as JSON.
 */
const changedSharingTags = (sql: SqlClient.SqlClient, monitorKey: string, keys: string) =>
  sql`
    with wanted as (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint as tag_id),
      present as (select tag_id from monitor_tag where monitor_id = ${monitorKey}::bigint)
    select 1 from tag_access ta
    where ta.tag_id in ((select tag_id from wanted except select tag_id from present)
      union all (select tag_id from present except select tag_id from wanted))
    limit 1`

const assignTags = (sql: SqlClient.SqlClient) =>
  operation(
    "Tags.assign",
    function* (
      scope: AccessScope,
      kind: MonitorKind,
      monitorId: string,
      tagIds: ReadonlyArray<string>
    ): Returns<AssignTagsResult> {
      if (!isPublicId(monitorId)) return "NoMonitor"
      const different = [...new Set(tagIds)]
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [monitor] = yield* sql<{ id: string }>`
        select m.id::text from monitor m where ${visibleMonitors(sql, scope, kind)} and m.public_id = ${monitorId}::uuid for no key update`
          if (monitor === undefined) return "NoMonitor" satisfies AssignTagsResult
          // The shared locks wait for deletions that are in progress. The statement then does not find a deleted tag.
          const tags = different.every(isPublicId)
            ? yield* sql<{ id: string }>`
          select id::text from tag where account_id = ${scope.accountKey}::bigint
            and public_id in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb)::uuid)
          order by id for key share`
            : []
          if (tags.length < different.length) return "NoTag" satisfies AssignTagsResult
          const keys = JSON.stringify(tags.map(({ id }) => id))
          if (scope.role !== "owner" && (yield* changedSharingTags(sql, monitor.id, keys)).length > 0)
            return "SharingTag" satisfies AssignTagsResult
          yield* sql`
        with wanted as (select jsonb_array_elements_text(${keys}::text::jsonb)::bigint as tag_id), removed as (
          delete from monitor_tag where monitor_id = ${monitor.id}::bigint and tag_id not in (select tag_id from wanted)
        ), stamped as (
          update monitor set updated_at = mon_now() where id = ${monitor.id}::bigint
        )
        insert into monitor_tag (monitor_id, tag_id) select ${monitor.id}::bigint, tag_id from wanted on conflict do nothing`
          return "Assigned" satisfies AssignTagsResult
        })
      )
    }
  )

const assignTagsToMonitors = (sql: SqlClient.SqlClient) =>
  operation(
    "Tags.assignEach",
    function* (
      scope: AccessScope,
      monitors: ReadonlyArray<{ readonly id: string; readonly tagIds: ReadonlyArray<string> }>
    ) {
      if (monitors.length === 0) return
      const wanted = monitors.flatMap(({ id, tagIds }) => [...new Set(tagIds)].map((tag) => ({ id, tag })))
      const ids = JSON.stringify(monitors.map(({ id }) => id))
      yield* sql`
      with chosen as (
        select id, public_id from monitor where account_id = ${scope.accountKey}::bigint and deleted_at is null
          and public_id in (select jsonb_array_elements_text(${ids}::text::jsonb)::uuid)
      ), wanted as (
        select c.id as monitor_id, t.id as tag_id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as x(id uuid, tag uuid)
        join chosen c on c.public_id = x.id
        join tag t on t.public_id = x.tag and t.account_id = ${scope.accountKey}::bigint
      ), removed as (
        delete from monitor_tag mt using chosen c where mt.monitor_id = c.id
          and not exists (select from wanted w where w.monitor_id = mt.monitor_id and w.tag_id = mt.tag_id)
      ), stamped as (
        update monitor m set updated_at = mon_now() from chosen c where m.id = c.id
      )
      insert into monitor_tag (monitor_id, tag_id) select monitor_id, tag_id from wanted on conflict do nothing`
    }
  )

const duplicate: SaveTagResult = { _tag: "Duplicate" }

/** The unique constraint makes sure that two concurrent requests cannot both succeed. */
const onDuplicate = (error: SqlError): Effect.Effect<SaveTagResult, SqlError> =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" ? Effect.succeed(duplicate) : Effect.fail(error)

const saved = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  Effect.map(sql<TagRow>`${selectTags(sql, scope)} and t.public_id = ${id}::uuid`, ([row]): SaveTagResult =>
    row === undefined ? { _tag: "Absent" } : { _tag: "Saved", tag: toTag(row) }
  )

const createTag = (sql: SqlClient.SqlClient) =>
  operation("Tags.create", function* (scope: AccessScope, tag: NewTag, limit: number) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The lock of the account's row makes sure that concurrent calls respect the limit and the order of tags.
        yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
        const [usage] = yield* sql<{ used: number; taken: boolean }>`
        select count(*)::int as used, coalesce(bool_or(name_key = ${nameKey(tag.name)}), false) as taken
        from tag where account_id = ${scope.accountKey}::bigint`
        if (usage?.taken === true) return duplicate
        if (usage !== undefined && usage.used >= limit) return { _tag: "LimitReached" } satisfies SaveTagResult
        yield* sql`
        insert into tag (public_id, account_id, name, name_key, color, sort_order)
        select ${id}::uuid, ${scope.accountKey}::bigint, ${tag.name}, ${nameKey(tag.name)}, ${tag.color},
          least(coalesce(max(sort_order)::bigint + 1, 0), 2147483647)::int
        from tag where account_id = ${scope.accountKey}::bigint`
        return yield* saved(sql, scope, id)
      })
    )
  })

const updateTag = (sql: SqlClient.SqlClient) =>
  operation("Tags.update", function* (scope: AccessScope, id: string, patch: TagPatch) {
    const { color, name, sortOrder } = patch
    if (!isPublicId(id)) return { _tag: "Absent" } satisfies SaveTagResult
    const renamed = name === undefined ? null : nameKey(name)
    return yield* sql`
      update tag set
        name = coalesce(${name ?? null}::text, name),
        name_key = coalesce(${renamed}::text, name_key),
        color = coalesce(${color ?? null}::text, color),
        sort_order = coalesce(${sortOrder ?? null}::int, sort_order)
      where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid`.pipe(
      Effect.andThen(saved(sql, scope, id)),
      Effect.catch(onDuplicate)
    )
  })

/**
 * Tags of an account and their monitors. All members see all tags, but counts include only monitors that the caller can
 * see. An id that is malformed or belongs to another account is treated like an id that does not exist.
 */
export class Tags extends Context.Service<Tags>()("@mon/core-store/Tags", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists tags by `sortOrder`, then by creation. */
    list: operation("Tags.list", function* (scope: AccessScope): Returns<ReadonlyArray<TagRecord>> {
      return (yield* sql<TagRow>`${selectTags(sql, scope)} order by t.sort_order, t.id`).map(toTag)
    }),
    /** Creates a tag at the end of the order. The limit and the uniqueness of names hold even for concurrent calls. */
    create: createTag(sql),
    update: updateTag(sql),
    /** Deletes a tag and removes it from all monitors. False if there is no such tag. */
    remove: operation("Tags.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
      delete from tag where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    }),
    /** Replaces all tags of a monitor that the caller can see. An id that occurs twice counts once. */
    assign: assignTags(sql),
    /**
     * Replaces the tags of several monitors, of any kind, in the caller's account. Runs in the caller's transaction.
     */
    assignEach: assignTagsToMonitors(sql)
  }))
}) {
  static readonly layer = Layer.effect(Tags, Tags.make)
}
