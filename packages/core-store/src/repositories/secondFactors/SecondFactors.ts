import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The second factor of a person. */
export interface StoredSecondFactor {
  /** The secret of the codes, as the caller has sealed it. */
  readonly sealed: string
  readonly enabledAt: Date
  readonly recoveryCodes: number
}

/** A second factor to store. */
export interface NewSecondFactor {
  readonly sealed: string
  /** The time step of the code that proved it. This code does not count again. */
  readonly step: number
  /** SHA-256 of each recovery code. */
  readonly recoveryCodes: ReadonlyArray<Uint8Array>
}

/** What the caller's settings show of the second factor. */
export interface SecondFactorState {
  /** Null: the person has none. */
  readonly enabledAt: Date | null
  readonly recoveryCodes: number
  /** Whether the account requires it of everybody. */
  readonly isRequired: boolean
}

/** `Required`: an account of the person requires a second factor. */
export type RemoveSecondFactorResult = "Removed" | "Absent" | "Required"

/** Second factors of people, and the accounts that require them. People are passed by their internal key. */
export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    readonly find: (userKey: string) => Effect.Effect<StoredSecondFactor | null, StoreError>
    readonly stateFor: (scope: AccessScope) => Effect.Effect<SecondFactorState, StoreError>
    /** Stores or replaces the second factor of a person, and ends all of the person's sessions. */
    readonly set: (userKey: string, factor: NewSecondFactor) => Effect.Effect<void, StoreError>
    /**
     * Counts the code of a time step. False: it or a later one has been used, or the secret is another one. Of several
     * concurrent calls, one returns true.
     */
    readonly useStep: (userKey: string, sealed: string, step: number) => Effect.Effect<boolean, StoreError>
    /** Uses up a recovery code (SHA-256) and returns how many are left. Null: there is no such code. */
    readonly useRecoveryCode: (userKey: string, codeHash: Uint8Array) => Effect.Effect<number | null, StoreError>
    /** Replaces all recovery codes. False: the person has no second factor. */
    readonly replaceRecoveryCodes: (
      userKey: string,
      codes: ReadonlyArray<Uint8Array>
    ) => Effect.Effect<boolean, StoreError>
    /** Removes the second factor. `force` also removes one that an account requires. */
    readonly remove: (
      userKey: string,
      options?: { readonly force: boolean }
    ) => Effect.Effect<RemoveSecondFactorResult, StoreError>
    /** Sets whether the account requires a second factor. False: it may not, since the caller has none. */
    readonly setRequired: (scope: AccessScope, isRequired: boolean) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/SecondFactors") {}
