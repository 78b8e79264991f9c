import type { StoreError, UrlClaim } from "@mon/core-store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Runs a claimed check of a page and records the result. */
export class UrlChecker extends Context.Service<
  UrlChecker,
  {
    /** False when the lease had expired and nothing was recorded. */
    readonly check: (claim: UrlClaim) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/checks/UrlChecker") {}

/** Time that a check may take in addition to its fetch timeout and screenshot wait: retries, the browser, recording. */
export const URL_LEASE_MARGIN_MS = 150_000
