import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** Addresses that want no more mails of an account. */
export class Suppressions extends Context.Service<
  Suppressions,
  {
    /** Ends the mails of an account (public id) to an address, those that wait included; a second time changes nothing. Answers false for an account that is not there. */
    readonly stop: (accountId: string, address: string) => Effect.Effect<boolean, StoreError>
    /** Whether an address has stopped the mails of an account. */
    readonly isStopped: (accountId: string, address: string) => Effect.Effect<boolean, StoreError>
    /** Takes a stop back, as its recipient wishes. */
    readonly lift: (accountId: string, address: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/Suppressions") {}
