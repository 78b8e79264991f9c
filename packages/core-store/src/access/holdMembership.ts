import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "./AccessScope.ts"

/**
 * Delays the removal of the caller's membership, and a change of its role, until the end of the transaction; false if
 * the member was removed, or is no admin any more but acts as one. What
 * a member adds in the transaction is then seen by the removal, which ends it. Call it before locking monitors, as the
 * removal does.
 */
export const holdMembership = (sql: SqlClient.SqlClient, { membershipKey, role }: AccessScope) =>
  Effect.map(
    sql`select 1 from membership where id = ${membershipKey}::bigint and removed_at is null
      and (${role === "member"}::boolean or role = 'owner' or member_role = 'admin')
    for key share`,
    (rows) => rows.length > 0
  )
