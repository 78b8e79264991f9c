import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { storedClient } from "./sessionClient.ts"
import { sessionSeconds, type Sessions } from "./Sessions.ts"

export const openSession = (sql: SqlClient.SqlClient): Sessions["Service"]["open"] =>
  operation(
    "Sessions.open",
    function* (tokenHash, { client, identityKey, isConfirmed = true, membershipKey, userKey, withCode }) {
      const { address, userAgent } = storedClient(client)
      const rows = yield* sql`
      insert into user_session (token_hash, user_id, membership_id, expires_at, user_agent, address, with_code,
        identity_id, is_confirmed)
      select ${tokenHash}, ms.user_id, ms.id, mon_now() + make_interval(secs => ${sessionSeconds.absolute}::int),
        ${userAgent}, ${address}, ${withCode}::boolean, ${identityKey ?? null}::bigint, ${isConfirmed}::boolean
      from membership ms
      where ms.user_id = ${userKey}::bigint and ms.removed_at is null
        and (${identityKey ?? null}::bigint is null or exists (
          select 1 from linked_identity i where i.id = ${identityKey ?? null}::bigint and i.user_id = ms.user_id))
      order by ms.id = ${membershipKey ?? null}::bigint desc nulls last, ms.role = 'owner' desc, ms.id
      limit 1 returning 1`
      return rows.length > 0
    }
  )

/** The row keeps its creation time: switching accounts does not extend a session. */
export const switchSession = (sql: SqlClient.SqlClient): Sessions["Service"]["switchTo"] =>
  operation("Sessions.switchTo", function* (tokenHash, newTokenHash, membershipId) {
    if (!isPublicId(membershipId)) return false
    const rows = yield* sql`
      update user_session s set token_hash = ${newTokenHash}, membership_id = ms.id
      from membership ms
      where s.token_hash = ${tokenHash} and ms.user_id = s.user_id and ms.public_id = ${membershipId}::uuid
        and ms.removed_at is null
      returning 1`
    return rows.length > 0
  })
