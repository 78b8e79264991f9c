import { isPublicId, teamLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Team } from "./Team.ts"
import { lockAccount, seatsTaken, selectTeamMember, toTeamMember } from "./TeamRow.ts"

/** The person with an address, if it has no password. */
const waitsForPassword = (sql: SqlClient.SqlClient, email: string) =>
  sql`select 1 from app_user where lower(email) = lower(${email}) and password_hash is null`

export const resendInvite = (sql: SqlClient.SqlClient): Team["Service"]["resend"] =>
  operation("Team.resend", function* (scope, membershipId, tokenHash, seats, way = "emailed") {
    if (!isPublicId(membershipId)) return { _tag: "Absent" } as const
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAccount(sql, scope.accountKey)
        yield* sql`select 1 from team_invite
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint for update`
        const [before] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
        if (before === undefined) {
          const owners = yield* sql`
          select 1 from membership where public_id = ${membershipId}::uuid
            and account_id = ${scope.accountKey}::bigint and removed_at is null`
          return { _tag: owners.length > 0 ? "Accepted" : "Absent" } as const
        }
        if (before.status === "accepted") return { _tag: "Accepted" } as const
        if (way === "copied" && (yield* waitsForPassword(sql, before.email)).length > 0)
          return { _tag: "NoPassword" } as const
        if (before.status === "expired") {
          const [{ seats: taken } = { seats: 0 }] = yield* seatsTaken(sql, scope.accountKey)
          if (taken >= seats) return { _tag: "NoSeat" } as const
        }
        yield* sql`
        update team_invite set token_hash = ${tokenHash}, link_copied = ${way === "copied"},
          expires_at = mon_now() + make_interval(days => ${teamLimits.inviteDays}::int)
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint`
        const [row = before] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
        return { _tag: "Invited", member: toTeamMember(row) } as const
      })
    )
  })
