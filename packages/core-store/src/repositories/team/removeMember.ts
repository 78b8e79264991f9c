import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
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
    ), keys as (
      update api_key set revoked_at = mon_now() where membership_id in (select id from removed) and revoked_at is null
    )
    delete from user_session where membership_id in (select id from removed)`

/** The invite's row is locked first, as on acceptance, so that a member who joins meanwhile is removed as well. */
export const removeMember = (sql: SqlClient.SqlClient): Team["Service"]["remove"] =>
  Effect.fn("Team.remove")(
    function* (scope, membershipId) {
      if (!isPublicId(membershipId)) return "Absent" satisfies RemovalResult
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
          if (member?.role === "owner") return "IsOwner" satisfies RemovalResult
          if (member !== undefined) yield* removeMembership(sql, member)
          return (member === undefined && invites.length === 0 ? "Absent" : "Removed") satisfies RemovalResult
        })
      )
    },
    Effect.mapError(storeError("Team.remove"))
  )
