import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../Randomness.ts"
import { storeError } from "../../StoreError.ts"
import type { ApiKeys } from "../ApiKeys.ts"
import { findKey } from "./listKeys.ts"

/** The key before is revoked in the same transaction, so that a membership never has two live ones. */
export const replaceKey = (sql: SqlClient.SqlClient): ApiKeys["Service"]["replace"] => {
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
