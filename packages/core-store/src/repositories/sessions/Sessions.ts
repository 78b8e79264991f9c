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
  readonly name: string | null
  /** The address of the account's owner. */
  readonly ownerEmail: string
  /** The number of accounts that the person belongs to. */
  readonly accounts: number
  /** Whole seconds since the person proved its identity in this session. */
  readonly signedInSeconds: number
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
    /**
     * Opens a session of a person (internal key) in the account of the given membership. Default: the person's own
     * account, or else the oldest one. False: the person belongs to no account.
     */
    readonly open: (
      tokenHash: Uint8Array,
      userKey: string,
      membershipKey?: string
    ) => Effect.Effect<boolean, StoreError>
    /** The session of a token, or null when it has ended. Resets the idle time. */
    readonly find: (tokenHash: Uint8Array) => Effect.Effect<SignedIn | null, StoreError>
    readonly close: (tokenHash: Uint8Array) => Effect.Effect<void, StoreError>
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
