import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** A request that carries an idempotency key: SHA-256 of the key, and of what is asked. */
export interface KeyedRequest {
  readonly keyHash: Uint8Array
  readonly fingerprint: Uint8Array
}

/**
 * `Mine`: nobody did this yet, the caller does it now. `Busy`: another one is at it. `Done`: the sealed answer.
 * `Different`: the key was used for something else.
 */
export type ClaimRequestResult =
  | { readonly _tag: "Mine"; readonly leaseToken: string }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Done"; readonly answer: string }
  | { readonly _tag: "Different" }

/** Answers of requests that may be repeated, by user, for a day. */
export class IdempotentRequests extends Context.Service<
  IdempotentRequests,
  {
    /** Takes a request for `leaseMs`; whoever dies with it is followed after that. */
    readonly claim: (
      viewer: Viewer,
      request: KeyedRequest,
      leaseMs: number
    ) => Effect.Effect<ClaimRequestResult, StoreError>
    /** Holds a claim for longer; false when it is lost. */
    readonly renew: (
      viewer: Viewer,
      keyHash: Uint8Array,
      leaseToken: string,
      leaseMs: number
    ) => Effect.Effect<boolean, StoreError>
    /** Keeps the sealed answer; null forgets the request, so that it can be made again. */
    readonly settle: (
      viewer: Viewer,
      keyHash: Uint8Array,
      leaseToken: string,
      answer: string | null
    ) => Effect.Effect<void, StoreError>
    /** Forgets what is older than so many seconds; answers how many. */
    readonly forget: (olderThanSeconds: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/IdempotentRequests") {}
