import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Accounts, Profile } from "./Accounts.ts"
import { visibleDomains, visibleUrls } from "../monitors/visibleMonitors.ts"
import { seatsTaken } from "../team/TeamRow.ts"

export const showProfile = (sql: SqlClient.SqlClient): Accounts["Service"]["profile"] =>
  Effect.fn("Accounts.profile")(
    function* (scope) {
      const rows = yield* sql<Profile>`
      select a.public_id as id, u.email, u.name, a.plan, a.plan_expires_at as "planExpiresAt",
        a.created_at as "createdAt",
        (select count(*)::int from monitor m where ${visibleDomains(sql, scope)}) as "domainsUsed",
        (select count(*)::int from monitor m where ${visibleUrls(sql, scope)}) as "urlsUsed",
        case when ${scope.role === "owner"}::boolean then (${seatsTaken(sql, scope.accountKey)}) else 0 end as "teamMembersUsed"
      from account a
      join app_user u on u.id = ${scope.userKey}::bigint
      where a.id = ${scope.accountKey}::bigint`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("Accounts.profile"))
  )
