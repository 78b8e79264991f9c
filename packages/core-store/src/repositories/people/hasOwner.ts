import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { People } from "./People.ts"

export const hasOwner = (sql: SqlClient.SqlClient): People["Service"]["hasOwner"] =>
  sql<{ readonly exists: boolean }>`
    select exists (select 1 from membership where role = 'owner' and removed_at is null) as "exists"`.pipe(
    Effect.map(([row]) => row?.exists === true),
    Effect.mapError(storeError("People.hasOwner")),
    Effect.withSpan("People.hasOwner")
  )

/**
 * Whether no account has an owner, until the transaction ends: accounts that others create meanwhile wait. Once an
 * owner exists, nothing is locked.
 */
export const isFirstOwner = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (yield* hasOwner(sql)) return false
  yield* sql`lock table account in share row exclusive mode`
  return !(yield* hasOwner(sql))
})
