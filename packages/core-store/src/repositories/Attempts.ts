import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** How often something may be tried: so many times at once, then with a wait that doubles. */
export interface AttemptPolicy {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
}

/** Attempts at what must not be tried without end, shared by all processes. Buckets are told as a SHA-256. */
export class Attempts extends Context.Service<
  Attempts,
  {
    /** Counts an attempt and answers 0, or, when it must wait, the seconds until then without counting it. */
    readonly take: (bucket: Uint8Array, policy: AttemptPolicy) => Effect.Effect<number, StoreError>
    /** Takes one attempt back: it was a good one. */
    readonly forgive: (bucket: Uint8Array) => Effect.Effect<void, StoreError>
    /** Forgets all attempts of a bucket. */
    readonly clear: (bucket: Uint8Array) => Effect.Effect<void, StoreError>
    /** Drops buckets that nobody touched for a day. */
    readonly forgetOld: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Attempts") {}
