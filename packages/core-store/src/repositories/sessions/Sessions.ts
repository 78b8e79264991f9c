import type { PlanName, Principal } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** Lifetime of a session, in whole seconds. */
export const sessionSeconds = {
  /** Without a request. */
  idle: 14 * 86_400,
  /** In total. */
  absolute: 60 * 86_400,
  /** How long a sign-in counts as recent, which some changes require. */
  recent: 15 * 60
} as const

/** A signed-in person, with the account and its plan. */
export interface SignedIn {
  readonly principal: Principal
  readonly viewer: AccessScope
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  /** Domain monitors that add-ons allow beyond the plan. */
  readonly extraDomains: number
  readonly email: string
  /** False: the person came by a copied invitation link, so whoever invited may have chosen an address of another. */
  readonly isEmailTrusted: boolean
  readonly name: string | null
  /** The address of the account's owner. */
  readonly ownerEmail: string
  /** The number of accounts that the person belongs to. */
  readonly accounts: number
  /** Whole seconds since the person proved its identity in this session. Infinity: an identity provider did not ask. */
  readonly signedInSeconds: number
  /** The account requires a second factor, and the person has none. */
  readonly mustEnrol: boolean
  /** When the account is deleted. Until then, it can only be kept. Null: nobody has asked for it. */
  readonly deletesAt: Date | null
  /** The operator has suspended the account. */
  readonly isSuspended: boolean
  readonly hasSecondFactor: boolean
}

/** The browser that sends a request. */
export interface SessionClient {
  readonly address: string
  /** The header `User-Agent`. */
  readonly userAgent: string
}

/** A session to open. */
export interface NewSession {
  readonly userKey: string
  /** Default: the person's own account, or else the oldest one. */
  readonly membershipKey?: string | undefined
  /** Whether a code of the second factor was entered. Otherwise the session is invalid for a person who has one. */
  readonly withCode: boolean
  readonly client: SessionClient
  /** Of an identity provider. Default: the person signed in with a password or an emailed link. */
  readonly identityKey?: string | undefined
  /** Whether the person has just proved its identity. Default: true. */
  readonly isConfirmed?: boolean
}

/** A session of the caller, as the caller recognises it. */
export interface ListedSession extends SessionClient {
  readonly id: string
  readonly isCurrent: boolean
  /** With an identity provider, and not with a password or an emailed link. */
  readonly isWithProvider: boolean
  readonly signedInAt: Date
  /** To the minute. */
  readonly lastUsedAt: Date
}

/** An account that the person belongs to. */
export interface AccountChoice {
  readonly membershipId: string
  readonly ownerEmail: string
  readonly role: "owner" | "member"
}

/** Browser sessions. Tokens are passed as their SHA-256. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Opens a session. False: the person belongs to no account, or the identity was unlinked. */
    readonly open: (tokenHash: Uint8Array, session: NewSession) => Effect.Effect<boolean, StoreError>
    /** The session of a token, or null when it has ended. Resets the idle time and records the client. */
    readonly find: (tokenHash: Uint8Array, client: SessionClient) => Effect.Effect<SignedIn | null, StoreError>
    /** The caller's sessions, last used first. */
    readonly list: (
      scope: AccessScope,
      tokenHash: Uint8Array
    ) => Effect.Effect<ReadonlyArray<ListedSession>, StoreError>
    readonly close: (tokenHash: Uint8Array) => Effect.Effect<void, StoreError>
    /** Ends a session of the caller; false when there is none with this id. */
    readonly closeOne: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** Ends all sessions of the caller except this one; returns how many. */
    readonly closeOthers: (scope: AccessScope, tokenHash: Uint8Array) => Effect.Effect<number, StoreError>
    /** The accounts that the caller belongs to, its own first. */
    readonly accounts: (scope: AccessScope) => Effect.Effect<ReadonlyArray<AccountChoice>, StoreError>
    /**
     * Moves a session to another account of the person, with a new token; false when there is no such session or
     * account.
     */
    readonly switchTo: (
      tokenHash: Uint8Array,
      newTokenHash: Uint8Array,
      membershipId: string
    ) => Effect.Effect<boolean, StoreError>
    /** Deletes at most `limit` expired sessions; returns how many. */
    readonly purgeExpired: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Sessions") {}
