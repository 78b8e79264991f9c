import { type EndedAdditions, isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { endAdditions } from "./endAdditions.ts"
import type { RemovalResult, Team } from "./Team.ts"

interface Member {
  readonly key: string
  readonly role: "owner" | "member"
}

const removeMembership = (sql: SqlClient.SqlClient, { key }: Member) =>
  sql`
    with removed as (
      update membership set removed_at = mon_now() where id = ${key}::bigint returning id
    ), access as (
      delete from domain_access where membership_id in (select id from removed)
    )
    delete from user_session where membership_id in (select id from removed)`

const nothing: EndedAdditions = { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }

/** The invite's row is locked first, as on acceptance, so that a member who joins meanwhile is removed as well. */
export const removeMember = (sql: SqlClient.SqlClient): Team["Service"]["remove"] =>
  operation("Team.remove", function* (scope, membershipId) {
    if (!isPublicId(membershipId)) return { _tag: "Absent" } satisfies RemovalResult
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const invites = yield* sql`
        update team_invite set removed_at = mon_now()
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint and removed_at is null
        returning 1`
        const [member] = yield* sql<Member>`
        select id::text as key, role from membership
        where public_id = ${membershipId}::uuid and account_id = ${scope.accountKey}::bigint and removed_at is null
        for update`
        if (member?.role === "owner") return { _tag: "IsOwner" } satisfies RemovalResult
        if (member === undefined && invites.length === 0) return { _tag: "Absent" } satisfies RemovalResult
        if (member === undefined) return { _tag: "Removed", ended: nothing } satisfies RemovalResult
        yield* removeMembership(sql, member)
        return { _tag: "Removed", ended: yield* endAdditions(sql, member.key) } satisfies RemovalResult
      })
    )
  })
