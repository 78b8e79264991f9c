import type { StoreError, UrlClaim } from "@mon/core-store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes a claimed check of a page and records what it found. */
export class UrlChecker extends Context.Service<
  UrlChecker,
  {
    /** False: the lease was over, and nothing was recorded. */
    readonly check: (claim: UrlClaim) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/checks/UrlChecker") {}

/** What a check may take beyond the timeout of its fetch and the wait for its screenshot: repetitions, the browser, the record. */
export const URL_LEASE_MARGIN_MS = 150_000
