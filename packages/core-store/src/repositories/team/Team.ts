import type { DomainAccess, TeamMember } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** An invite to be sent. */
export interface NewInvite {
  readonly email: string
  /** Domains (public ids); of one named twice the last counts. */
  readonly access: ReadonlyArray<DomainAccess>
  /** SHA-256 of the token that is mailed. */
  readonly tokenHash: Uint8Array
  /** How many members and pending invites the account may have. */
  readonly seats: number
}

/** Why nobody was invited; `IsOwner`: the address is the owner's. */
export type InviteRefusal = "UnknownDomain" | "IsOwner" | "NoSeat" | "AlreadyInvited"

/** The invited member, or why there is none. */
export type InviteResult = { readonly _tag: "Invited"; readonly member: TeamMember } | { readonly _tag: InviteRefusal }

/** The member whose invite begins anew, or why it does not. */
export type ResendResult =
  | { readonly _tag: "Invited"; readonly member: TeamMember }
  | { readonly _tag: "Absent" | "Accepted" | "NoSeat" }

/** Whether a member was removed; the owner cannot be. */
export type RemovalResult = "Removed" | "Absent" | "IsOwner"

/** An invite that can be accepted now. */
export interface OpenInvite {
  readonly email: string
  /** Whose account it is. */
  readonly ownerEmail: string
  /** The person with this address; null when there is none yet. */
  readonly userKey: string | null
  readonly hasPassword: boolean
}

/** A person that has just become a member; internal keys. */
export interface NewMembership {
  readonly userKey: string
  readonly membershipKey: string
}

/** Members of an account and invites to become one. Who may call is the caller's to check; every row is of the caller's account. */
export class Team extends Context.Service<
  Team,
  {
    /** Members and open invites, oldest first. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<TeamMember>, StoreError>
    /** Keeps an invite for 7 days; seats hold under concurrent calls. */
    readonly invite: (scope: AccessScope, invite: NewInvite) => Effect.Effect<InviteResult, StoreError>
    /** A new token and 7 more days; the token before is dead. An expired invite needs a seat again. */
    readonly resend: (
      scope: AccessScope,
      membershipId: string,
      tokenHash: Uint8Array,
      seats: number
    ) => Effect.Effect<ResendResult, StoreError>
    /** Takes key, sessions and domain access of a member at once, or ends an invite. */
    readonly remove: (scope: AccessScope, membershipId: string) => Effect.Effect<RemovalResult, StoreError>
    /** Null: no such token, expired, accepted or removed. */
    readonly findInvite: (tokenHash: Uint8Array) => Effect.Effect<OpenInvite | null, StoreError>
    /**
     * Makes the invited person a member, once; null as {@link findInvite}. A person who is new, or has no password yet,
     * gets the name and the password (PHC string).
     */
    readonly accept: (
      tokenHash: Uint8Array,
      person: { readonly name: string | null; readonly passwordHash: string | null }
    ) => Effect.Effect<NewMembership | null, StoreError>
  }
>()("@mon/core-store/Team") {}
