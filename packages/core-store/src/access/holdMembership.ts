import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "./AccessScope.ts"

/**
 * Delays the removal of the caller's membership and any change of its role until the end of the transaction. The
 * removal then also ends the things that the member adds in the transaction. Returns false if the member was removed,
 * or acts as an admin but is none any more. Call it before locking monitors, because the removal uses this order too.
 */
export const holdMembership = (sql: SqlClient.SqlClient, { membershipKey, role }: AccessScope) =>
  Effect.map(
    sql`select 1 from membership where id = ${membershipKey}::bigint and removed_at is null
      and (${role === "member"}::boolean or role = 'owner' or member_role = 'admin')
    for key share`,
    (rows) => rows.length > 0
  )
