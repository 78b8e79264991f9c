import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { ApiKeys, ApiKeySummary } from "../ApiKeys.ts"

const liveKeys = (sql: SqlClient.SqlClient) =>
  sql`
    select k.public_id as id, ms.public_id as "membershipId", u.email,
      k.shown_start || '…' || k.shown_end as shown, k.created_at as "createdAt"
    from api_key k
    join membership ms on ms.id = k.membership_id
    join app_user u on u.id = ms.user_id
    where k.revoked_at is null and ms.removed_at is null`

export const listKeys =
  (sql: SqlClient.SqlClient): ApiKeys["Service"]["list"] =>
  () =>
    sql<ApiKeySummary>`${liveKeys(sql)} order by k.id`.pipe(
      Effect.mapError(storeError("ApiKeys.list")),
      Effect.withSpan("ApiKeys.list")
    )

export const findKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["findByMembership"] =>
  Effect.fn("ApiKeys.findByMembership")(
    function* (membershipId) {
      if (!isPublicId(membershipId)) return null
      const rows = yield* sql<ApiKeySummary>`${liveKeys(sql)} and ms.public_id = ${membershipId}::uuid`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("ApiKeys.findByMembership"))
  )

export const revokeKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["revoke"] =>
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
