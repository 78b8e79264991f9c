import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import { ApiKeys, type ApiKeySummary, type CreateKeyResult } from "./ApiKeys.ts"
import { isLive, olderKeys } from "./liveKey.ts"

const keysWhere = (sql: SqlClient.SqlClient, condition: Fragment) =>
  sql<ApiKeySummary>`
    select k.public_id as id, ms.public_id as "membershipId", u.email, k.name, k.scope,
      k.shown_start || '…' || k.shown_end as shown, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", not (${sql.literal(isLive("k"))}) as "isExpired",
      (${sql.literal(olderKeys("k"))})::int as "olderKeys"
    from api_key k
    join membership ms on ms.id = k.membership_id
    join app_user u on u.id = ms.user_id
    where k.revoked_at is null and ms.removed_at is null and ${condition}
    order by k.id`

const listAll =
  (sql: SqlClient.SqlClient): ApiKeys["Service"]["listAll"] =>
  () =>
    keysWhere(sql, sql`true`).pipe(Effect.mapError(storeError("ApiKeys.listAll")), Effect.withSpan("ApiKeys.listAll"))

const listOf = (sql: SqlClient.SqlClient): ApiKeys["Service"]["listOf"] =>
  operation("ApiKeys.listOf", function* (membershipId) {
    return isPublicId(membershipId) ? yield* keysWhere(sql, sql`ms.public_id = ${membershipId}::uuid`) : []
  })

const findKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["find"] =>
  operation("ApiKeys.find", function* (id) {
    if (!isPublicId(id)) return null
    const [key] = yield* keysWhere(sql, sql`k.public_id = ${id}::uuid`)
    return key ?? null
  })

/** The unrevoked key `k` with an id, of a membership `ms`. */
const isKeyOf = (sql: SqlClient.SqlClient, membershipId: string, id: string) =>
  sql`ms.id = k.membership_id and ms.public_id = ${membershipId}::uuid and k.public_id = ${id}::uuid
    and k.revoked_at is null`

const revokeKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["revoke"] =>
  operation("ApiKeys.revoke", function* (membershipId, id) {
    if (!isPublicId(membershipId) || !isPublicId(id)) return false
    const rows = yield* sql`
      update api_key k set revoked_at = mon_now() from membership ms
      where ${isKeyOf(sql, membershipId, id)} returning k.id`
    return rows.length > 0
  })

const renameKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["rename"] => {
  const find = findKey(sql)
  return operation("ApiKeys.rename", function* (membershipId, id, name) {
    if (!isPublicId(membershipId) || !isPublicId(id)) return null
    const rows = yield* sql`
      update api_key k set name = ${name} from membership ms
      where ${isKeyOf(sql, membershipId, id)} returning k.id`
    return rows.length === 0 ? null : yield* find(id)
  })
}

/** Locks the membership, so that concurrent calls count one after the other. */
const createKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["create"] => {
  const find = findKey(sql)
  const revoke = revokeKey(sql)
  return operation("ApiKeys.create", function* (membershipId, key, { limit, replaces }) {
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
        select count(*) filter (where ${sql.literal(isLive("k"))} and k.public_id::text <> ${replaces ?? ""})::int as live,
          coalesce(bool_or(k.public_id::text = ${replaces ?? ""}), false) as replaced
        from api_key k where k.membership_id = ${membership.key}::bigint and k.revoked_at is null`
        if (replaces !== null && !replaced) return { _tag: "NoKey" } satisfies CreateKeyResult
        if (limit !== null && live >= limit) return { _tag: "LimitReached" } satisfies CreateKeyResult
        if (replaces !== null) yield* revoke(membershipId, replaces)
        const isLimited = scope !== "write" || expiresAt !== null
        yield* sql`
        insert into api_key (public_id, membership_id, hash, shown_start, shown_end, name, scope, expires_at)
        values (${id}::uuid, ${membership.key}::bigint,
          case when ${isLimited}::boolean then sha256(${hash}::bytea) else ${hash}::bytea end,
          ${shownStart}, ${shownEnd}, ${name}, ${scope}, ${expiresAt}::timestamptz)`
        const record = yield* find(id)
        if (record === null) return { _tag: "NoMembership" } satisfies CreateKeyResult
        return { _tag: "Created", record } satisfies CreateKeyResult
      })
    )
  })
}

/** {@link ApiKeys} over PostgreSQL. */
export const layerApiKeys: Layer.Layer<ApiKeys, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeys,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ApiKeys.of({
      create: createKey(sql),
      listOf: listOf(sql),
      rename: renameKey(sql),
      revoke: revokeKey(sql),
      listAll: listAll(sql),
      find: findKey(sql)
    })
  )
)
