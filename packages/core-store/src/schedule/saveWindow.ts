import { isPublicId, type MaintenanceWindow, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdMembership } from "../access/holdMembership.ts"
import { visibleMonitors } from "../monitors/statements/visibleMonitors.ts"
import {
  canEditWindow,
  cutOccurrences,
  type ExpandSchedule,
  insertOccurrences,
  readWindow,
  type StoredSchedule,
  toSchedule,
  visibleWindows
} from "./WindowRow.ts"

/** The monitors and tags that a window covers, by public id. */
export interface MaintenanceTargets {
  readonly wholeAccount: boolean
  readonly domainIds: ReadonlyArray<string>
  readonly urlIds: ReadonlyArray<string>
  readonly heartbeatIds: ReadonlyArray<string>
  readonly serviceIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
}

/**
 * A window to create. If `startsAt` is null, the window starts now. If `timeZone` is null, the caller's time zone is
 * used.
 */
export interface NewMaintenanceWindow extends MaintenanceTargets {
  readonly name: string
  readonly startsAt: number | null
  readonly minutes: number
  readonly timeZone: string | null
  readonly recurrence: string | null
  /** Whether status pages show the window. */
  readonly published: boolean
}

/** A change of a window. Absent fields stay unchanged. */
export interface MaintenancePatch extends Partial<MaintenanceTargets> {
  readonly name?: string
  readonly published?: boolean
  readonly schedule?: Partial<StoredSchedule>
}

/** The saved window, or the reason why it was not saved. */
export type SaveWindowResult =
  | { readonly _tag: "Saved"; readonly window: MaintenanceWindow }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }
  /** The window covers monitors whose alerts the caller may not change. */
  | { readonly _tag: "Forbidden" }
  | { readonly _tag: "NoDomain" | "NoHeartbeat" | "NoPage" | "NoService" | "NoTag" | "NoTarget" }
  /** All occurrences of the window are already over. */
  | { readonly _tag: "Over" }

const absent: SaveWindowResult = { _tag: "Absent" }
const forbidden: SaveWindowResult = { _tag: "Forbidden" }
const over: SaveWindowResult = { _tag: "Over" }

const different = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(ids)]

const idsIn = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  sql`in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`

interface Keys {
  readonly monitors: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
}

const findTargets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  { domainIds, heartbeatIds, serviceIds, tagIds, urlIds, wholeAccount }: MaintenanceTargets
) {
  const tags = different(tagIds)
  const wanted = [
    { ids: different(domainIds), kind: "domain", missing: "NoDomain" },
    { ids: different(urlIds), kind: "url", missing: "NoPage" },
    { ids: different(heartbeatIds), kind: "heartbeat", missing: "NoHeartbeat" },
    { ids: different(serviceIds), kind: "service", missing: "NoService" }
  ] as const
  if (!wholeAccount && tags.length === 0 && wanted.every(({ ids }) => ids.length === 0))
    return { _tag: "NoTarget" } satisfies SaveWindowResult
  const mayWrite = sql`(${scope.role === "owner"}::boolean or exists (select from monitor_access ma
    where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = m.id and ma.can_write))`
  const monitors: Array<{ readonly key: string; readonly writes: boolean }> = []
  for (const { ids, kind, missing } of wanted) {
    const found =
      ids.length > 0 && ids.every(isPublicId)
        ? yield* sql<{ key: string; writes: boolean }>`
          select m.id::text as key, ${mayWrite} as writes from monitor m
          where ${visibleMonitors(sql, scope, kind)} and m.public_id ${idsIn(sql, ids)} for key share of m`
        : []
    if (found.length < ids.length) return { _tag: missing } satisfies SaveWindowResult
    monitors.push(...found)
  }
  const foundTags = tags.every(isPublicId)
    ? yield* sql<{ key: string }>`
      select t.id::text as key from tag t
      where t.account_id = ${scope.accountKey}::bigint and t.public_id ${idsIn(sql, tags)} for key share of t`
    : []
  if (foundTags.length < tags.length) return { _tag: "NoTag" } satisfies SaveWindowResult
  const isShared = wholeAccount || tags.length > 0
  if ((isShared && scope.role !== "owner") || !monitors.every(({ writes }) => writes)) return forbidden
  return {
    _tag: "Keys",
    keys: {
      monitors: monitors.map(({ key }) => key),
      tags: foundTags.map(({ key }) => key)
    } satisfies Keys
  } as const
})

const writeTargets = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string, { monitors, tags }: Keys) {
  yield* sql`delete from maintenance_monitor where window_id = ${key}::bigint`
  yield* sql`delete from maintenance_tag where window_id = ${key}::bigint`
  yield* sql`
    insert into maintenance_monitor (window_id, monitor_id)
    select ${key}::bigint, jsonb_array_elements_text(${JSON.stringify(monitors)}::text::jsonb)::bigint`
  yield* sql`
    insert into maintenance_tag (window_id, tag_id)
    select ${key}::bigint, jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb)::bigint`
})

const saved = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  Effect.map(readWindow(sql, scope, id), (window): SaveWindowResult =>
    window === null ? absent : { _tag: "Saved", window }
  )

/** Signals a refusal. The signal rolls back everything that the transaction has written. */
class Undone {
  readonly _tag = "Undone"
  readonly result: SaveWindowResult
  constructor(result: SaveWindowResult) {
    this.result = result
  }
}

const undoing = <E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<SaveWindowResult, E | Undone, R>) =>
  sql
    .withTransaction(effect)
    .pipe(Effect.catch((error) => (error instanceof Undone ? Effect.succeed(error.result) : Effect.fail(error as E))))

export const createWindow = (sql: SqlClient.SqlClient) =>
  operation(
    "MaintenanceWindows.create",
    function* (scope: AccessScope, window: NewMaintenanceWindow, limit: number, expand: ExpandSchedule) {
      const { minutes, name, published, recurrence, startsAt, timeZone, ...targets } = window
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const starts = startsAt === null ? null : new Date(startsAt).toISOString()
      return yield* undoing(
        sql,
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return absent
          // The lock of the account's row makes sure that concurrent calls cannot exceed the limit.
          yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
          const found = yield* findTargets(sql, scope, targets)
          if (found._tag !== "Keys") return found
          const [usage] = yield* sql<{ used: number }>`
            select count(*)::int as used from maintenance_window
            where account_id = ${scope.accountKey}::bigint and ended_at is null`
          if (usage !== undefined && usage.used >= limit) return { _tag: "LimitReached" } satisfies SaveWindowResult
          const [row] = yield* sql<Parameters<typeof toSchedule>[0] & { readonly key: string }>`
            insert into maintenance_window
              (public_id, account_id, name, covers_account, starts_at, minutes, timezone, recurrence, is_published, expanded_until)
            select ${id}::uuid, ${scope.accountKey}::bigint, ${name}, ${targets.wholeAccount},
              coalesce(${starts}::timestamptz, mon_now()), ${minutes},
              coalesce(${timeZone}::text, (select timezone from user_setting where user_id = ${scope.userKey}::bigint), 'UTC'),
              ${recurrence}, ${published}, mon_now()
            returning id::text as key, starts_at, minutes, timezone, recurrence`
          if (row === undefined) return absent
          yield* writeTargets(sql, row.key, found.keys)
          if (!(yield* insertOccurrences(sql, row.key, toSchedule(row), expand)))
            return yield* Effect.fail(new Undone(over))
          return yield* saved(sql, scope, id)
        })
      )
    }
  )

type LockedWindow = Parameters<typeof toSchedule>[0] & {
  readonly key: string
  readonly can_edit: boolean
  readonly covers_account: boolean
}

const lockWindow = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return undefined
  const [row] = yield* sql<LockedWindow>`
    select w.id::text as key, w.starts_at, w.minutes, w.timezone, w.recurrence, w.covers_account,
      ${canEditWindow(sql, scope)} as can_edit
    from maintenance_window w where ${visibleWindows(sql, scope)} and w.public_id = ${id}::uuid for update of w`
  return row
})

const targetsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  const window = yield* readWindow(sql, scope, id)
  return {
    wholeAccount: window?.wholeAccount ?? false,
    domainIds: window?.domainIds ?? [],
    urlIds: window?.urlIds ?? [],
    heartbeatIds: window?.heartbeatIds ?? [],
    serviceIds: window?.serviceIds ?? [],
    tagIds: window?.tagIds ?? []
  }
})

export const updateWindow = (sql: SqlClient.SqlClient) =>
  operation(
    "MaintenanceWindows.update",
    function* (scope: AccessScope, id: string, patch: MaintenancePatch, expand: ExpandSchedule) {
      const { name, published, schedule, ...targets } = patch
      return yield* undoing(
        sql,
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return absent
          const row = yield* lockWindow(sql, scope, id)
          if (row === undefined) return absent
          if (!row.can_edit) return forbidden
          if (name !== undefined) yield* sql`update maintenance_window set name = ${name} where id = ${row.key}::bigint`
          if (published !== undefined)
            yield* sql`update maintenance_window set is_published = ${published} where id = ${row.key}::bigint`
          const changesTargets = Object.keys(targets).length > 0
          if (schedule !== undefined || changesTargets) {
            const wanted = { ...(yield* targetsOf(sql, scope, id)), ...targets }
            const found = yield* findTargets(sql, scope, wanted)
            if (found._tag !== "Keys") return yield* Effect.fail(new Undone(found))
            yield* cutOccurrences(sql, row.key, "all")
            const next = { ...toSchedule(row), ...schedule }
            yield* sql`
              update maintenance_window set starts_at = ${new Date(next.startsAt).toISOString()}::timestamptz,
                minutes = ${next.minutes}, timezone = ${next.timeZone}, recurrence = ${next.recurrence},
                covers_account = ${wanted.wholeAccount}, ended_at = null
              where id = ${row.key}::bigint`
            yield* writeTargets(sql, row.key, found.keys)
            if (!(yield* insertOccurrences(sql, row.key, next, expand))) return yield* Effect.fail(new Undone(over))
          }
          yield* sql`update maintenance_window set updated_at = mon_now() where id = ${row.key}::bigint`
          return yield* saved(sql, scope, id)
        })
      )
    }
  )

export const endWindow = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.end", function* (scope: AccessScope, id: string) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const row = yield* lockWindow(sql, scope, id)
        if (row === undefined) return absent
        if (!row.can_edit) return forbidden
        yield* cutOccurrences(sql, row.key, "active")
        yield* sql`
            update maintenance_window w set updated_at = mon_now(),
              ended_at = case when w.expanded_until = 'infinity' and not exists (
                select from maintenance_occurrence o where o.window_id = w.id) then mon_now() end
            where w.id = ${row.key}::bigint and w.ended_at is null`
        return yield* saved(sql, scope, id)
      })
    )
  })

export const removeWindow = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.remove", function* (scope: AccessScope, id: string): Returns<
    "Removed" | "Absent" | "Forbidden"
  > {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const row = yield* lockWindow(sql, scope, id)
        if (row === undefined) return "Absent"
        if (!row.can_edit) return "Forbidden"
        yield* cutOccurrences(sql, row.key, "all")
        yield* sql`
            update maintenance_window set deleted_at = mon_now(), ended_at = coalesce(ended_at, mon_now())
            where id = ${row.key}::bigint`
        return "Removed"
      })
    )
  })
