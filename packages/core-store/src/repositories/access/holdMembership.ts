import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "./AccessScope.ts"

/**
 * Delays the removal of the caller's membership until the end of the transaction; false if the member was removed. What
 * a member adds in the transaction is then seen by the removal, which ends it. Call it before locking monitors, as the
 * removal does.
 */
export const holdMembership = (sql: SqlClient.SqlClient, { membershipKey }: AccessScope) =>
  Effect.map(
    sql`select 1 from membership where id = ${membershipKey}::bigint and removed_at is null for key share`,
    (rows) => rows.length > 0
  )
