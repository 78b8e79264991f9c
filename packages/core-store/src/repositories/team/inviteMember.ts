import { type DomainAccess, isPublicId, teamLimits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { InviteRefusal, NewInvite, Team } from "./Team.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { lockAccount, seatsTaken, selectTeamMember, toTeamMember } from "./TeamRow.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"

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

export const lastOfEach = (access: ReadonlyArray<DomainAccess>): ReadonlyArray<DomainAccess> => [
  ...new Map(access.map((one) => [one.domainId, one])).values()
]

/** Shares those of the domains that belong to the account; returns how many. */
const share = (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  id: string,
  access: ReadonlyArray<DomainAccess>
) =>
  sql`
    insert into invite_access (invite_id, monitor_id, can_write)
    select i.id, m.id, x."canWrite"
    from team_invite i, jsonb_to_recordset(${JSON.stringify(access)}::text::jsonb) as x("domainId" uuid, "canWrite" boolean)
    join monitor m on m.public_id = x."domainId"
    where i.public_id = ${id}::uuid and m.account_id = ${accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null
    returning monitor_id`

/** Rolls the transaction back: a domain does not belong to the account. */
export class UnknownDomain {
  readonly _tag = "UnknownDomain"
}

export const inviteMember = (sql: SqlClient.SqlClient): Team["Service"]["invite"] =>
  Effect.fn("Team.invite")(
    function* (scope, invite) {
      const access = lastOfEach(invite.access)
      if (!access.every(({ domainId }) => isPublicId(domainId))) return { _tag: "UnknownDomain" } as const
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const written = sql.withTransaction(
        Effect.gen(function* () {
          yield* lockAccount(sql, scope.accountKey)
          const refused = yield* refusal(sql, scope, invite)
          if (refused !== null) return { _tag: refused } as const
          yield* sql`
        insert into team_invite (public_id, account_id, email, token_hash, expires_at)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${invite.email}, ${invite.tokenHash},
          mon_now() + make_interval(days => ${teamLimits.inviteDays}::int))`
          if (access.length > 0 && (yield* share(sql, scope, id, access)).length < access.length) {
            return yield* Effect.fail(new UnknownDomain())
          }
          const [row] = yield* selectTeamMember(sql, scope.accountKey, id)
          return row === undefined
            ? yield* Effect.die(new Error("Inserting an invite returned no row."))
            : ({ _tag: "Invited", member: toTeamMember(row) } as const)
        })
      )
      return yield* Effect.catchTag(written, "UnknownDomain", () => Effect.succeed({ _tag: "UnknownDomain" } as const))
    },
    Effect.mapError(storeError("Team.invite"))
  )
