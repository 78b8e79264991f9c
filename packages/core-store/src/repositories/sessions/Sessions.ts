import type { PlanName, Principal } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** How long a session lives. Whole seconds. */
export const sessionSeconds = {
  /** Without a request. */
  idle: 14 * 86_400,
  /** In all. */
  absolute: 60 * 86_400
} as const

/** Who is signed in, in which account, and that account's plan. */
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
  /** In how many accounts the person is. */
  readonly accounts: number
}

/** An account that a person is in. */
export interface AccountChoice {
  readonly membershipId: string
  readonly ownerEmail: string
  readonly role: "owner" | "member"
}

/** Sessions of people in the browser. Tokens are told as their SHA-256. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Begins a session of a person (internal key): in the account of the membership when told, else in the person's own,
     * else in the first. False: the person is in no account.
     */
    readonly open: (
      tokenHash: Uint8Array,
      userKey: string,
      membershipKey?: string
    ) => Effect.Effect<boolean, StoreError>
    /** The session of a token, which it keeps from going idle; null when it is over. */
    readonly find: (tokenHash: Uint8Array) => Effect.Effect<SignedIn | null, StoreError>
    readonly close: (tokenHash: Uint8Array) => Effect.Effect<void, StoreError>
    /** Ends all sessions of the caller but one; answers how many. */
    readonly closeOthers: (scope: AccessScope, tokenHash: Uint8Array) => Effect.Effect<number, StoreError>
    /** The accounts that the caller can switch to, its own first. */
    readonly accounts: (scope: AccessScope) => Effect.Effect<ReadonlyArray<AccountChoice>, StoreError>
    /** Gives a session another token and another account of the same person; false when there is no such. */
    readonly switchTo: (
      tokenHash: Uint8Array,
      newTokenHash: Uint8Array,
      membershipId: string
    ) => Effect.Effect<boolean, StoreError>
    /** Drops sessions that are over. */
    readonly purgeExpired: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Sessions") {}
