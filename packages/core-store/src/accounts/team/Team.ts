import { type EndedAdditions, isPublicId, type MemberRole, type TeamMember } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { selectTeam, selectTeamMember, toTeamMember } from "./TeamRow.ts"
import { acceptInvite, findInvite, inviteMember, resendInvite } from "./inviteMember.ts"
import { endAdditions, endUnseenAdditions, type SharedAccess, shareGrants, type UnknownShare } from "./shareGrants.ts"

/** Absent fields stay unchanged. */
export interface MemberChange extends SharedAccess {
  readonly memberRole?: MemberRole
}

/**
 * The member with the new rights, and the webhooks, channels and copied email addresses that the member had added and
 * that were removed; or the reason why nothing changed. The owner counts as `Absent`.
 */
export type UpdateMemberResult =
  | { readonly _tag: "Changed"; readonly member: TeamMember; readonly ended: EndedAdditions }
  | { readonly _tag: "Absent" }
  | UnknownShare

/**
 * The API keys, webhooks, channels and copied email addresses that were removed with a member; or the reason why nobody
 * was removed. The owner cannot be removed.
 */
export type RemovalResult =
  | { readonly _tag: "Removed"; readonly ended: EndedAdditions }
  | { readonly _tag: "Absent" | "IsOwner" }

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

/**
 * Locks the row of the invite first, as the acceptance of an invite does, so that a member who joins at the same time
 * is removed as well.
 */
const removeMember = (sql: SqlClient.SqlClient) =>
  operation("Team.remove", function* (scope: AccessScope, membershipId: string): Returns<RemovalResult> {
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

/** Locks the row of the member or of the invite, so that the invite cannot be accepted during the change. */
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

const updateMember = (sql: SqlClient.SqlClient) =>
  operation(
    "Team.update",
    function* (scope: AccessScope, membershipId: string, change: MemberChange): Returns<UpdateMemberResult> {
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
        Effect.succeed({ _tag: "UnknownShare", kind } satisfies UpdateMemberResult)
      )
    }
  )

/** The members and invites of the caller's account. The methods do not check the caller's permissions. */
export class Team extends Context.Service<Team>()("@mon/core-store/Team", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists members and open invites, oldest first. */
    list: operation("Team.list", function* (scope: AccessScope): Returns<ReadonlyArray<TeamMember>> {
      return (yield* selectTeam(sql, scope.accountKey)).map(toTeamMember)
    }),
    /** Creates an invite that is valid for 7 days. The limit of seats holds even for concurrent calls. */
    invite: inviteMember(sql),
    /**
     * Renews an invite for 7 days with a new token. The old token becomes invalid. An expired invite needs a free seat.
     * With `copied`, the inviter gets the link instead of the invited person. Such a link does not confirm the address,
     * and does not work for a person without a password who already belongs to an account. Default: the link is
     * emailed.
     */
    resend: resendInvite(sql),
    /**
     * Changes the role of a member or of an invite, and replaces the shared monitors and tags. Removes
     * the webhooks and copied email addresses that the member has added to monitors that the member can no longer see.
     * If the member is no longer an admin, also removes the channels and account webhooks that the member has added.
     */
    update: updateMember(sql),
    /**
     * Removes a member, or deletes an invite. The member's sessions and access end immediately. The API keys, webhooks,
     * channels and copied email addresses that the member has added are removed.
     */
    remove: removeMember(sql),
    /**
     * Finds an invite by its token. Null if the token is unknown, if the invite has expired or was accepted or removed,
     * or if the account is suspended or will be deleted.
     */
    findInvite: findInvite(sql),
    /**
     * Makes the invited person a member, once. The given name and password are stored if the person is new or has no
     * password yet, or with `isFirst`. Null as in {@link findInvite}, or if `entrant` does not match the person, for
     * example because the person has set a password in the meantime.
     */
    accept: acceptInvite(sql)
  }))
}) {
  static readonly layer = Layer.effect(Team, Team.make)
}
