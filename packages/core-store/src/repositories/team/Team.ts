import type { EndedAdditions, MemberRole, TeamMember } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { SharedAccess, UnknownShare } from "./shareGrants.ts"

/** An invite to create. */
export interface NewInvite extends SharedAccess {
  readonly email: string
  readonly memberRole: MemberRole
  /** SHA-256 of the token in the email. */
  readonly tokenHash: Uint8Array
  /** How many members and pending invites the account may have. */
  readonly seats: number
}

/** Why an invite was refused; `IsOwner`: the address is the owner's. */
export type InviteRefusal = UnknownShare | "IsOwner" | "NoSeat" | "AlreadyInvited"

/** The invited member, or why there is none. */
export type InviteResult = { readonly _tag: "Invited"; readonly member: TeamMember } | { readonly _tag: InviteRefusal }

/** The member whose invite was renewed, or why it was not. `NoPassword`: only an emailed link is valid. */
export type ResendResult =
  | { readonly _tag: "Invited"; readonly member: TeamMember }
  | { readonly _tag: "Absent" | "Accepted" | "NoPassword" | "NoSeat" }

/** What changes of a member. What is absent stays. */
export interface MemberChange extends SharedAccess {
  readonly memberRole?: MemberRole
}

/**
 * The member with the new rights, and what it had added and may not have any more; or why nothing changed. `Absent`
 * also stands for the owner.
 */
export type UpdateMemberResult =
  | { readonly _tag: "Changed"; readonly member: TeamMember; readonly ended: EndedAdditions }
  | { readonly _tag: "Absent" | UnknownShare }

/** The removal of a member, with what the member had added and has ended; or why there is none: the owner stays. */
export type RemovalResult =
  | { readonly _tag: "Removed"; readonly ended: EndedAdditions }
  | { readonly _tag: "Absent" | "IsOwner" }

/** An invite that can be accepted. */
export interface OpenInvite {
  /** Public id. */
  readonly accountId: string
  readonly email: string
  /** The address of the account's owner. */
  readonly ownerEmail: string
  /** The person with this address; null when there is none yet. */
  readonly userKey: string | null
  readonly hasPassword: boolean
}

/** A new membership; keys are internal. */
export interface NewMembership {
  readonly userKey: string
  readonly membershipKey: string
}

/** Members and invites of the caller's account. Permissions are not checked here. */
export class Team extends Context.Service<
  Team,
  {
    /** Members and open invites, oldest first. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<TeamMember>, StoreError>
    /** Creates an invite for 7 days. The number of seats is enforced under concurrent calls. */
    readonly invite: (scope: AccessScope, invite: NewInvite) => Effect.Effect<InviteResult, StoreError>
    /**
     * Renews an invite for 7 days with a new token; the old token ends. An expired invite needs a free seat. `copied`:
     * the inviter gets the link, not the invited person, so it does not confirm the address. It is not valid for
     * somebody who has no password yet but already belongs to an account. Default: emailed.
     */
    readonly resend: (
      scope: AccessScope,
      membershipId: string,
      tokenHash: Uint8Array,
      seats: number,
      way?: "emailed" | "copied"
    ) => Effect.Effect<ResendResult, StoreError>
    /**
     * Changes the role of a member or of an invite, and replaces the domains, pages and tags that are shared. What the
     * member had added to monitors that it can no longer see ends, and so do the channels and webhooks of somebody who
     * was an admin.
     */
    readonly update: (
      scope: AccessScope,
      membershipId: string,
      change: MemberChange
    ) => Effect.Effect<UpdateMemberResult, StoreError>
    /**
     * Removes a member, or deletes an invite. Keys, sessions and access of the member end at once, and so does
     * everything that the member added.
     */
    readonly remove: (scope: AccessScope, membershipId: string) => Effect.Effect<RemovalResult, StoreError>
    /** Null: the token is unknown, or the invite has expired, was accepted or removed. */
    readonly findInvite: (tokenHash: Uint8Array) => Effect.Effect<OpenInvite | null, StoreError>
    /**
     * Makes the invited person a member, once; null as in {@link findInvite}. A person who is new or has no password
     * yet gets the given name and password (PHC string).
     */
    readonly accept: (
      tokenHash: Uint8Array,
      person: { readonly name: string | null; readonly passwordHash: string | null }
    ) => Effect.Effect<NewMembership | null, StoreError>
  }
>()("@mon/core-store/Team") {}
