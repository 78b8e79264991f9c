import type { PlanName, Principal } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** A live API key's owner, and how many requests its user has made in the window, this one included. */
export interface Credential {
  readonly principal: Principal
  readonly viewer: Viewer
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  /** Domain monitors that add-ons allow beyond the plan; they count while a paid plan is in force. */
  readonly extraDomains: number
  readonly hits: number
}

/** Looks up an API key and counts the request in one statement: the hot path of every request. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /**
     * The owner of a live key, or null. `keyHash` is the SHA-256 of the whole key, `windowStart` the whole Unix seconds
     * at which the rate-limit window began. The count is shared by all processes.
     */
    readonly take: (keyHash: Uint8Array, windowStart: number) => Effect.Effect<Credential | null, StoreError>
    /** Drops windows that began before a time in Unix seconds. */
    readonly forgetWindows: (before: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Credentials") {}
