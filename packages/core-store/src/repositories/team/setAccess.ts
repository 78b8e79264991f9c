import { type DomainAccess, type EndedAdditions, isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"
import { endUnseenAdditions } from "./endAdditions.ts"
import { lastOfEach, UnknownDomain } from "./inviteMember.ts"
import type { SetAccessResult, Team } from "./Team.ts"
import { selectTeamMember, toTeamMember } from "./TeamRow.ts"

/** The domains of the account among the wanted ones. */
const wantedDomains = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, access: ReadonlyArray<DomainAccess>) =>
  sql`
    select m.id, x."canWrite" as can_write
    from jsonb_to_recordset(${JSON.stringify(access)}::text::jsonb) as x("domainId" uuid, "canWrite" boolean)
    join monitor m on m.public_id = x."domainId"
    where m.account_id = ${accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null`

const shareWithMember = (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  access: ReadonlyArray<DomainAccess>
) =>
  sql`
    with wanted as (${wantedDomains(sql, scope, access)}
    ), ended as (
      delete from domain_access where membership_id = ${key}::bigint and monitor_id not in (select id from wanted)
    )
    insert into domain_access (membership_id, monitor_id, can_write) select ${key}::bigint, id, can_write from wanted
    on conflict (membership_id, monitor_id) do update set can_write = excluded.can_write
    returning monitor_id`

const shareWithInvited = (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  key: string,
  access: ReadonlyArray<DomainAccess>
) =>
  sql`
    with wanted as (${wantedDomains(sql, scope, access)}
    ), ended as (
      delete from invite_access where invite_id = ${key}::bigint and monitor_id not in (select id from wanted)
    )
    insert into invite_access (invite_id, monitor_id, can_write) select ${key}::bigint, id, can_write from wanted
    on conflict (invite_id, monitor_id) do update set can_write = excluded.can_write
    returning monitor_id`

const nothing: EndedAdditions = { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }

/** The row of the member or of the invite is locked, so that an invite cannot be accepted meanwhile. */
const share = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  membershipId: string,
  access: ReadonlyArray<DomainAccess>
) {
  const [invited] = yield* sql<{ readonly key: string }>`
    select id::text as key from team_invite
    where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint and accepted_at is null
      and removed_at is null
    for update`
  const [member] = yield* sql<{ readonly key: string }>`
    select id::text as key from membership
    where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint and role = 'member'
      and removed_at is null
    for update`
  if (member !== undefined) {
    const shared = yield* shareWithMember(sql, scope, member.key, access)
    return { shared: shared.length, ended: yield* endUnseenAdditions(sql, member.key) }
  }
  if (invited === undefined) return null
  return { shared: (yield* shareWithInvited(sql, scope, invited.key, access)).length, ended: nothing }
})

export const setAccess = (sql: SqlClient.SqlClient): Team["Service"]["setAccess"] =>
  Effect.fn("Team.setAccess")(
    function* (scope, membershipId, listed) {
      if (!isPublicId(membershipId)) return { _tag: "Absent" } satisfies SetAccessResult
      const access = lastOfEach(listed)
      if (!access.every(({ domainId }) => isPublicId(domainId)))
        return { _tag: "UnknownDomain" } satisfies SetAccessResult
      const written = sql.withTransaction(
        Effect.gen(function* () {
          const done = yield* share(sql, scope, membershipId, access)
          if (done === null) return { _tag: "Absent" } satisfies SetAccessResult
          if (done.shared < access.length) return yield* Effect.fail(new UnknownDomain())
          const [row] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
          return row === undefined
            ? ({ _tag: "Absent" } satisfies SetAccessResult)
            : ({ _tag: "Changed", member: toTeamMember(row), ended: done.ended } satisfies SetAccessResult)
        })
      )
      return yield* Effect.catchTag(written, "UnknownDomain", () =>
        Effect.succeed({ _tag: "UnknownDomain" } satisfies SetAccessResult)
      )
    },
    Effect.mapError(storeError("Team.setAccess"))
  )
