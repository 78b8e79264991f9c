import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** A stored key, without the key itself. */
export interface ApiKeySummary {
  readonly id: string
  readonly membershipId: string
  readonly email: string
  readonly shown: string
  readonly createdAt: Date
}

/** A key to store: its hash and the first and last characters for display. */
export interface NewApiKey {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly shownStart: string
  readonly shownEnd: string
}

/** API keys: one live key per membership. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * Stores a key for a membership (public id) and revokes the previous one; null when there is no such membership.
     */
    readonly replace: (membershipId: string, key: NewApiKey) => Effect.Effect<ApiKeySummary | null, StoreError>
    /** Revokes the live key of a membership; takes effect at once in all processes. False when there is none. */
    readonly revoke: (membershipId: string) => Effect.Effect<boolean, StoreError>
    /** Revokes a key (public id) of a membership; false when it has no such key. */
    readonly remove: (membershipId: string, id: string) => Effect.Effect<boolean, StoreError>
    readonly list: () => Effect.Effect<ReadonlyArray<ApiKeySummary>, StoreError>
    readonly findByMembership: (membershipId: string) => Effect.Effect<ApiKeySummary | null, StoreError>
  }
>()("@mon/core-store/ApiKeys") {}

const liveKeys = (sql: SqlClient.SqlClient) =>
  sql`
    select k.public_id as id, ms.public_id as "membershipId", u.email,
      k.shown_start || '…' || k.shown_end as shown, k.created_at as "createdAt"
    from api_key k
    join membership ms on ms.id = k.membership_id
    join app_user u on u.id = ms.user_id
    where k.revoked_at is null and ms.removed_at is null`

const listKeys =
  (sql: SqlClient.SqlClient): ApiKeys["Service"]["list"] =>
  () =>
    sql<ApiKeySummary>`${liveKeys(sql)} order by k.id`.pipe(
      Effect.mapError(storeError("ApiKeys.list")),
      Effect.withSpan("ApiKeys.list")
    )

const findKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["findByMembership"] =>
  Effect.fn("ApiKeys.findByMembership")(
    function* (membershipId) {
      if (!isPublicId(membershipId)) return null
      const rows = yield* sql<ApiKeySummary>`${liveKeys(sql)} and ms.public_id = ${membershipId}::uuid`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("ApiKeys.findByMembership"))
  )

const revokeKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["revoke"] =>
  Effect.fn("ApiKeys.revoke")(
    function* (membershipId) {
      if (!isPublicId(membershipId)) return false
      const rows = yield* sql`
      update api_key k set revoked_at = mon_now() from membership ms
      where ms.id = k.membership_id and ms.public_id = ${membershipId}::uuid and k.revoked_at is null
      returning k.id`
      return rows.length > 0
    },
    Effect.mapError(storeError("ApiKeys.revoke"))
  )

const removeKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["remove"] =>
  Effect.fn("ApiKeys.remove")(
    function* (membershipId, id) {
      if (!isPublicId(membershipId) || !isPublicId(id)) return false
      const rows = yield* sql`
      update api_key k set revoked_at = mon_now() from membership ms
      where ms.id = k.membership_id and ms.public_id = ${membershipId}::uuid and k.public_id = ${id}::uuid
        and k.revoked_at is null
      returning k.id`
      return rows.length > 0
    },
    Effect.mapError(storeError("ApiKeys.remove"))
  )

/** The previous key is revoked in the same transaction, so that a membership never has two live keys. */
const replaceKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["replace"] => {
  const find = findKey(sql)
  return Effect.fn("ApiKeys.replace")(
    function* (membershipId, key) {
      if (!isPublicId(membershipId)) return null
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [membership] = yield* sql<{ key: string }>`
        select id::text as key from membership
        where public_id = ${membershipId}::uuid and removed_at is null for update`
          if (membership === undefined) return null
          yield* sql`update api_key set revoked_at = mon_now()
        where membership_id = ${membership.key}::bigint and revoked_at is null`
          yield* sql`insert into api_key (public_id, membership_id, hash, shown_start, shown_end)
        values (${id}::uuid, ${membership.key}::bigint, ${key.hash}, ${key.shownStart}, ${key.shownEnd})`
          return yield* find(membershipId)
        })
      )
    },
    Effect.mapError((error) => (error._tag === "StoreError" ? error : storeError("ApiKeys.replace")(error)))
  )
}

/** {@link ApiKeys} over PostgreSQL. */
export const layerApiKeys: Layer.Layer<ApiKeys, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeys,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ApiKeys.of({
      replace: replaceKey(sql),
      revoke: revokeKey(sql),
      remove: removeKey(sql),
      list: listKeys(sql),
      findByMembership: findKey(sql)
    })
  )
)
