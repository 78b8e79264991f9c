import { apiKeyDisplay, apiKeyRandomBytes, isPublicId, type KeyScope, makeApiKey, unnamedKey, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { createHash } from "node:crypto"
import { operation, type Returns, type StoreError, storeError } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"

/** A stored API key, without the key itself. */
export interface ApiKeySummary {
  readonly id: string
  readonly membershipId: string
  readonly email: string
  readonly name: string
  readonly scope: KeyScope
  readonly shown: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** The time of the last request with the key, to the minute. */
  readonly lastUsedAt: Date | null
  readonly isExpired: boolean
  /** The number of live keys of the membership that are older than this key. The plan limits how many keys work. */
  readonly olderKeys: number
}

/** A key to store: its hash, its first and last characters for display, and its permissions. */
export interface NewApiKey {
  /** The SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly shownStart: string
  readonly shownEnd: string
  readonly name: string
  readonly scope: KeyScope
  /** The time of expiry. Null if the key does not expire. */
  readonly expiresAt: Date | null
}

/** The maximum number of keys, and the key that the new key replaces. */
export interface KeyRules {
  /** The maximum number of live keys of the membership. Null if there is no limit. */
  readonly limit: number | null
  /** The public id of the key that is revoked when the new key is stored. */
  readonly replaces: string | null
}

/**
 * The stored key, or the reason why the key was not stored. `NoMembership` means that there is no such membership.
 * `NoKey` means that there is no such key to replace.
 */
export type CreateKeyResult =
  | { readonly _tag: "Created"; readonly record: ApiKeySummary }
  | { readonly _tag: "NoMembership" | "NoKey" | "LimitReached" }

/** SQL for the scope of a key (table alias). A release that does not know `only_for` shows such a key as read-only. */
export const keyScope = (key: string): string => `coalesce(${key}.only_for, ${key}.scope)`

export const isLive = (key: string): string =>
  `${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > mon_now())`

export const olderKeys = (key: string): string => `
  select count(*) from api_key older
  where older.membership_id = ${key}.membership_id and older.id < ${key}.id and ${isLive("older")}`

const keysWhere = (sql: SqlClient.SqlClient, condition: Fragment) =>
  sql<ApiKeySummary>`
    select k.public_id as id, ms.public_id as "membershipId", u.email, k.name, ${sql.literal(keyScope("k"))} as scope,
      k.shown_start || '…' || k.shown_end as shown, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", not (${sql.literal(isLive("k"))}) as "isExpired",
      (${sql.literal(olderKeys("k"))})::int as "olderKeys"
    from api_key k
    join membership ms on ms.id = k.membership_id
    join app_user u on u.id = ms.user_id
    where k.revoked_at is null and ms.removed_at is null and ${condition}
    order by k.id`

const listAll = (sql: SqlClient.SqlClient) => (): Effect.Effect<ReadonlyArray<ApiKeySummary>, StoreError> =>
  keysWhere(sql, sql`true`).pipe(Effect.mapError(storeError("ApiKeys.listAll")), Effect.withSpan("ApiKeys.listAll"))

const findKey = (sql: SqlClient.SqlClient) =>
  operation("ApiKeys.find", function* (id: string) {
    if (!isPublicId(id)) return null
    const [key] = yield* keysWhere(sql, sql`k.public_id = ${id}::uuid`)
    return key ?? null
  })

/** SQL for whether `k` is the unrevoked key with the given id and belongs to the membership `ms` with the given id. */
const isKeyOf = (sql: SqlClient.SqlClient, membershipId: string, id: string) =>
  sql`ms.id = k.membership_id and ms.public_id = ${membershipId}::uuid and k.public_id = ${id}::uuid
    and k.revoked_at is null`

const revokeKey = (sql: SqlClient.SqlClient) =>
  operation("ApiKeys.revoke", function* (membershipId: string, id: string) {
    if (!isPublicId(membershipId) || !isPublicId(id)) return false
    const rows = yield* sql`
      update api_key k set revoked_at = mon_now() from membership ms
      where ${isKeyOf(sql, membershipId, id)} returning k.id`
    return rows.length > 0
  })

const renameKey = (sql: SqlClient.SqlClient) => {
  const find = findKey(sql)
  return operation("ApiKeys.rename", function* (membershipId: string, id: string, name: string) {
    if (!isPublicId(membershipId) || !isPublicId(id)) return null
    const rows = yield* sql`
      update api_key k set name = ${name} from membership ms
      where ${isKeyOf(sql, membershipId, id)} returning k.id`
    return rows.length === 0 ? null : yield* find(id)
  })
}

/** Locks the membership, so that concurrent calls count the keys one after the other. */
const createKey = (sql: SqlClient.SqlClient) => {
  const find = findKey(sql)
  const revoke = revokeKey(sql)
  return operation(
    "ApiKeys.create",
    function* (membershipId: string, key: NewApiKey, rules: KeyRules): Returns<CreateKeyResult> {
      if (!isPublicId(membershipId)) return { _tag: "NoMembership" } satisfies CreateKeyResult
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const { expiresAt, hash, name, scope, shownEnd, shownStart } = key
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [membership] = yield* sql<{ key: string }>`
        select id::text as key from membership
        where public_id = ${membershipId}::uuid and removed_at is null for update`
          if (membership === undefined) return { _tag: "NoMembership" } satisfies CreateKeyResult
          const [{ live, replaced } = { live: 0, replaced: false }] = yield* sql<{ live: number; replaced: boolean }>`
        select count(*) filter (where ${sql.literal(isLive("k"))} and k.public_id::text <> ${rules.replaces ?? ""})::int as live,
          coalesce(bool_or(k.public_id::text = ${rules.replaces ?? ""}), false) as replaced
        from api_key k where k.membership_id = ${membership.key}::bigint and k.revoked_at is null`
          if (rules.replaces !== null && !replaced) return { _tag: "NoKey" } satisfies CreateKeyResult
          if (rules.limit !== null && live >= rules.limit) return { _tag: "LimitReached" } satisfies CreateKeyResult
          if (rules.replaces !== null) yield* revoke(membershipId, rules.replaces)
          const hashes = scope === "heartbeats" ? 2 : scope === "read" || expiresAt !== null ? 1 : 0
          yield* sql`
        insert into api_key (public_id, membership_id, hash, shown_start, shown_end, name, scope, only_for, expires_at)
        values (${id}::uuid, ${membership.key}::bigint,
          case ${hashes}::int when 2 then sha256(sha256(${hash}::bytea)) when 1 then sha256(${hash}::bytea)
            else ${hash}::bytea end,
          ${shownStart}, ${shownEnd}, ${name}, ${scope === "heartbeats" ? "read" : scope},
          ${scope === "heartbeats" ? scope : null}, ${expiresAt}::timestamptz)`
          const record = yield* find(id)
          if (record === null) return { _tag: "NoMembership" } satisfies CreateKeyResult
          return { _tag: "Created", record } satisfies CreateKeyResult
        })
      )
    }
  )
}

/**
 * The SHA-256 of a key. Apart from this hash, the database stores only the first and last characters of the key, for
 * display.
 */
export const hashApiKey = (key: string): Uint8Array => createHash("sha256").update(key).digest()

/** A new key and its record. The key itself is not available again later. */
export interface IssuedApiKey {
  readonly key: Redacted.Redacted
  readonly record: ApiKeySummary
}

/**
 * The options of a new key. Default: a key with write permission, no expiry and no limit, which replaces no other key.
 */
export type KeyWish = Partial<Pick<NewApiKey, "name" | "scope" | "expiresAt"> & KeyRules>

const store = Effect.fn("storeApiKey")(function* (membershipId: string, key: Redacted.Redacted, wish: KeyWish) {
  const { expiresAt = null, limit = null, name = unnamedKey, replaces = null, scope = "write" } = wish
  const text = Redacted.value(key)
  const { end, start } = apiKeyDisplay(text)
  const stored = { hash: hashApiKey(text), shownStart: start, shownEnd: end, name, scope, expiresAt }
  return yield* (yield* ApiKeys).create(membershipId, stored, { limit, replaces })
})

const generate = Effect.map(randomBytes(apiKeyRandomBytes), (bytes) => Redacted.make(makeApiKey(bytes)))

const issuedOrNull = (key: Redacted.Redacted, result: CreateKeyResult): IssuedApiKey | null =>
  result._tag === "Created" ? { key, record: result.record } : null

/** Generates and stores a new key for a membership (public id), or returns the reason why no key was stored. */
export const createApiKey = Effect.fn("createApiKey")(function* (membershipId: string, wish: KeyWish) {
  const key = yield* generate
  const result = yield* store(membershipId, key, wish)
  return result._tag === "Created" ? { ...result, key } : result
})

/** Stores a given API key for a membership (public id). Null if there is no such membership. */
export const storeApiKey = Effect.fnUntraced(function* (
  membershipId: string,
  key: Redacted.Redacted,
  wish: KeyWish = {}
) {
  return issuedOrNull(key, yield* store(membershipId, key, wish))
})

/** Generates and stores a new key for a membership (public id). Null if there is no such membership. */
export const issueApiKey = Effect.fnUntraced(function* (membershipId: string, wish: KeyWish = {}) {
  return yield* storeApiKey(membershipId, yield* generate, wish)
})

/** The API keys of memberships. All ids are public. A revoked key stops working immediately in all processes. */
export class ApiKeys extends Context.Service<ApiKeys>()("@mon/core-store/ApiKeys", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Stores a key of a membership. The limit of keys holds even for concurrent calls. */
    create: createKey(sql),
    /** Lists the unrevoked keys of a membership, oldest first. */
    listOf: operation("ApiKeys.listOf", function* (membershipId: string) {
      return isPublicId(membershipId) ? yield* keysWhere(sql, sql`ms.public_id = ${membershipId}::uuid`) : []
    }),
    /** Renames a key of a membership. Null if the membership has no such key. */
    rename: renameKey(sql),
    /** Revokes a key of a membership. False if the membership has no such key. */
    revoke: revokeKey(sql),
    /** Lists the unrevoked keys of all memberships, oldest first. */
    listAll: listAll(sql),
    /** Finds a key of any membership, for operators. Null if there is no such key. */
    find: findKey(sql)
  }))
}) {
  static readonly layer = Layer.effect(ApiKeys, ApiKeys.make)
}
