import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation } from "../../sql/operation.ts"
import { isLive } from "../apiKeys/liveKey.ts"
import type { People } from "./People.ts"

/** The API keys of a person that were not deleted, in all accounts. `is_live`: the key has not expired. */
export const keysOf = (sql: SqlClient.SqlClient, userKey: Fragment) =>
  sql`
      select k.id, ${sql.literal(isLive("k"))} as is_live from api_key k join membership ms on ms.id = k.membership_id and ms.removed_at is null
      where ms.user_id = ${userKey} and k.revoked_at is null`

export const countLiveKeys = (sql: SqlClient.SqlClient): People["Service"]["countKeys"] =>
  operation("People.countKeys", function* (userKey) {
    const [row] = yield* sql<{ readonly n: number }>`
      select count(*)::int as n from (${keysOf(sql, sql`${userKey}::bigint`)}) keys where is_live`
    return row?.n ?? 0
  })
