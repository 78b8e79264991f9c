import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { storeError } from "../../sql/StoreError.ts"
import type { People } from "./People.ts"

/** The API keys that work in the name of a person, in all accounts. */
export const liveKeysOf = (sql: SqlClient.SqlClient, userKey: Fragment) =>
  sql`
      select k.id from api_key k join membership ms on ms.id = k.membership_id and ms.removed_at is null
      where ms.user_id = ${userKey} and k.revoked_at is null`

export const countLiveKeys = (sql: SqlClient.SqlClient): People["Service"]["countKeys"] =>
  Effect.fn("People.countKeys")(
    function* (userKey) {
      const [row] = yield* sql<{ readonly n: number }>`
      select count(*)::int as n from (${liveKeysOf(sql, sql`${userKey}::bigint`)}) keys`
      return row?.n ?? 0
    },
    Effect.mapError(storeError("People.countKeys"))
  )
