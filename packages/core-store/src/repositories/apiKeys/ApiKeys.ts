import type { KeyScope } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** A stored key, without the key itself. */
export interface ApiKeySummary {
  readonly id: string
  readonly membershipId: string
  readonly email: string
  readonly name: string
  readonly scope: KeyScope
  readonly shown: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** The minute of the last request with the key. */
  readonly lastUsedAt: Date | null
  readonly isExpired: boolean
  /** How many older live keys the membership has. The plan limits how many work. */
  readonly olderKeys: number
}

/** A key to store: its hash, the first and last characters for display, and what it may do. */
export interface NewApiKey {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly shownStart: string
  readonly shownEnd: string
  readonly name: string
  readonly scope: KeyScope
  /** Null: the key does not expire. */
  readonly expiresAt: Date | null
}

/** What a new key depends on. */
export interface KeyRules {
  /** How many live keys the membership may have. Null: any number. */
  readonly limit: number | null
  /** The key (public id) that is revoked when the new one is stored. */
  readonly replaces: string | null
}

/** The stored key, or why there is none. `NoMembership` and `NoKey`: the membership or the replaced key is absent. */
export type CreateKeyResult =
  | { readonly _tag: "Created"; readonly record: ApiKeySummary }
  | { readonly _tag: "NoMembership" | "NoKey" | "LimitReached" }

/** API keys of memberships. Ids are public. A revoked key stops working in all processes at once. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Stores a key of a membership. The limit is enforced under concurrent calls. */
    readonly create: (
      membershipId: string,
      key: NewApiKey,
      rules: KeyRules
    ) => Effect.Effect<CreateKeyResult, StoreError>
    /** The keys of a membership that were not revoked, oldest first. */
    readonly listOf: (membershipId: string) => Effect.Effect<ReadonlyArray<ApiKeySummary>, StoreError>
    /** Gives a key of a membership another name; null when the membership has no such key. */
    readonly rename: (membershipId: string, id: string, name: string) => Effect.Effect<ApiKeySummary | null, StoreError>
    /** Revokes a key of a membership; false when it has no such key. */
    readonly revoke: (membershipId: string, id: string) => Effect.Effect<boolean, StoreError>
    /** The keys of all memberships that were not revoked, oldest first. */
    readonly listAll: () => Effect.Effect<ReadonlyArray<ApiKeySummary>, StoreError>
    /** A key of any membership, or null. For operators. */
    readonly find: (id: string) => Effect.Effect<ApiKeySummary | null, StoreError>
  }
>()("@mon/core-store/ApiKeys") {}
