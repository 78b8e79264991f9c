import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** A key as it may be shown after its creation. */
export interface ApiKeySummary {
  readonly id: string
  readonly membershipId: string
  readonly email: string
  readonly shown: string
  readonly createdAt: Date
}

/** A key to be stored: its hash and the two ends that may be shown, never the key. */
export interface NewApiKey {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly shownStart: string
  readonly shownEnd: string
}

/** API keys: one live key per membership. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Stores a key for a membership (public id) and revokes the one before it, if any; null without such a membership. */
    readonly replace: (membershipId: string, key: NewApiKey) => Effect.Effect<ApiKeySummary | null, StoreError>
    /** Revokes the live key of a membership at once, in all processes; false when there is none. */
    readonly revoke: (membershipId: string) => Effect.Effect<boolean, StoreError>
    readonly list: () => Effect.Effect<ReadonlyArray<ApiKeySummary>, StoreError>
    readonly findByMembership: (membershipId: string) => Effect.Effect<ApiKeySummary | null, StoreError>
  }
>()("@mon/core-store/ApiKeys") {}
