import { type EndedAdditions, isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { endUnseenAdditions } from "./endAdditions.ts"
import { shareGrants } from "./shareGrants.ts"
import type { MemberChange, Team, UpdateMemberResult } from "./Team.ts"
import { selectTeamMember, toTeamMember } from "./TeamRow.ts"

const nothing: EndedAdditions = { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }

/** The row of the member or of the invite is locked, so that an invite cannot be accepted meanwhile. */
const write = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  membershipId: string,
  { memberRole, ...shared }: MemberChange
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
    if (memberRole !== undefined)
      yield* sql`update membership set member_role = ${memberRole} where id = ${member.key}::bigint`
    yield* shareGrants(sql, scope, { kind: "member", key: member.key }, shared)
    return yield* endUnseenAdditions(sql, member.key)
  }
  if (invited === undefined) return null
  if (memberRole !== undefined)
    yield* sql`update team_invite set member_role = ${memberRole} where id = ${invited.key}::bigint`
  yield* shareGrants(sql, scope, { kind: "invite", key: invited.key }, shared)
  return nothing
})

export const updateMember = (sql: SqlClient.SqlClient): Team["Service"]["update"] =>
  operation("Team.update", function* (scope, membershipId, change) {
    if (!isPublicId(membershipId)) return { _tag: "Absent" } satisfies UpdateMemberResult
    const written = sql.withTransaction(
      Effect.gen(function* () {
        const ended = yield* write(sql, scope, membershipId, change)
        if (ended === null) return { _tag: "Absent" } satisfies UpdateMemberResult
        const [row] = yield* selectTeamMember(sql, scope.accountKey, membershipId)
        return row === undefined
          ? ({ _tag: "Absent" } satisfies UpdateMemberResult)
          : ({ _tag: "Changed", member: toTeamMember(row), ended } satisfies UpdateMemberResult)
      })
    )
    return yield* Effect.catchTag(written, "UnknownId", ({ kind }) =>
      Effect.succeed({ _tag: kind } satisfies UpdateMemberResult)
    )
  })
