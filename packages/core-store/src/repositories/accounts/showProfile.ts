import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Accounts, Profile } from "./Accounts.ts"
import { visibleDomains, visibleUrls } from "../monitors/visibleMonitors.ts"

export const showProfile = (sql: SqlClient.SqlClient): Accounts["Service"]["profile"] =>
  operation("Accounts.profile", function* (scope) {
    const rows = yield* sql<Profile>`
      select a.public_id as id, u.email, u.name, a.plan, a.plan_expires_at as "planExpiresAt",
        a.created_at as "createdAt",
        (select count(*)::int from monitor m where ${visibleDomains(sql, scope)}) as "domainsUsed",
        (select count(*)::int from monitor m where ${visibleUrls(sql, scope)}) as "urlsUsed",
        case when exists (select from membership me
          where me.id = ${scope.membershipKey}::bigint and me.role = 'owner') then (select count(*)::int from membership ms
          where ms.account_id = a.id and ms.role = 'member' and ms.removed_at is null)
        + (select count(*)::int from team_invite i
          where i.account_id = a.id and i.accepted_at is null and i.removed_at is null
            and i.expires_at > mon_now()) else 0 end as "teamMembersUsed"
      from account a
      join app_user u on u.id = ${scope.userKey}::bigint
      where a.id = ${scope.accountKey}::bigint`
    return rows[0] ?? null
  })

export const renamePerson = (sql: SqlClient.SqlClient): Accounts["Service"]["rename"] =>
  operation("Accounts.rename", function* ({ userKey }, name) {
    yield* sql`update app_user set name = ${name}::text where id = ${userKey}::bigint`
  })
