import { teamLimits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { InviteRefusal, NewInvite, Team } from "./Team.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { lockAccount, seatsTaken, selectTeamMember, toTeamMember } from "./TeamRow.ts"
import { shareGrants } from "./shareGrants.ts"

interface Usage {
  readonly owner: boolean
  readonly invited: boolean
}

const usage = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, email: string) =>
  sql<Usage>`
    select
      exists (select 1 from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null and ms.role = 'owner'
          and lower(u.email) = lower(${email})) as owner,
      exists (select 1 from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null and ms.role = 'member'
          and lower(u.email) = lower(${email}))
      or exists (select 1 from team_invite i
        where i.account_id = ${accountKey}::bigint and i.accepted_at is null and i.removed_at is null
          and lower(i.email) = lower(${email})) as invited`

const refusal = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  { email, seats }: NewInvite
) {
  const [is] = yield* usage(sql, scope, email)
  if (is?.owner === true) return "IsOwner" satisfies InviteRefusal
  const [{ seats: taken } = { seats: 0 }] = yield* seatsTaken(sql, scope.accountKey)
  if (taken >= seats) return "NoSeat" satisfies InviteRefusal
  return is?.invited === true ? ("AlreadyInvited" satisfies InviteRefusal) : null
})

export const inviteMember = (sql: SqlClient.SqlClient): Team["Service"]["invite"] =>
  operation("Team.invite", function* (scope, invite) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    const written = sql.withTransaction(
      Effect.gen(function* () {
        yield* lockAccount(sql, scope.accountKey)
        const refused = yield* refusal(sql, scope, invite)
        if (refused !== null) return { _tag: refused } as const
        const [created] = yield* sql<{ readonly key: string }>`
        insert into team_invite (public_id, account_id, email, member_role, token_hash, expires_at)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${invite.email}, ${invite.memberRole}, ${invite.tokenHash},
          mon_now() + make_interval(days => ${teamLimits.inviteDays}::int))
        returning id::text as key`
        if (created !== undefined) yield* shareGrants(sql, scope, { kind: "invite", key: created.key }, invite)
        const [row] = yield* selectTeamMember(sql, scope.accountKey, id)
        return row === undefined
          ? yield* Effect.die(new Error("Inserting an invite returned no row."))
          : ({ _tag: "Invited", member: toTeamMember(row) } as const)
      })
    )
    return yield* Effect.catchTag(written, "UnknownId", ({ kind }) => Effect.succeed({ _tag: kind } as const))
  })
