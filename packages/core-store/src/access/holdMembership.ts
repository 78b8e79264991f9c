import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "./AccessScope.ts"

/**
 * Blocks the removal of the caller's membership, and changes of its role, until the end of the transaction. A removal
 * that had to wait then also ends everything that the member added in the transaction. Returns false if the member was
 * already removed, or if the caller acts as an admin but is no longer an admin. Must be called before monitors are
 * locked, because a removal acquires its locks in this order too.
 */
export const holdMembership = (sql: SqlClient.SqlClient, { membershipKey, role }: AccessScope) =>
  Effect.map(
    sql`select 1 from membership where id = ${membershipKey}::bigint and removed_at is null
      and (${role === "member"}::boolean or role = 'owner' or member_role = 'admin')
    for key share`,
    (rows) => rows.length > 0
  )
