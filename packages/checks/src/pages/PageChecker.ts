import type { StoreError, PageClaim } from "@mon/core-store"
import type { PagePreview } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkPage, type PageCheckOptions, type PageEngines } from "./checkPage.ts"
import { previewPage, type PreviewTarget } from "./previewPage.ts"

export class PageChecker extends Context.Service<
  PageChecker,
  {
    /** Checks a page. Returns false if the lease had expired; nothing is recorded then. */
    readonly check: (claim: PageClaim) => Effect.Effect<boolean, StoreError>
    /**
     * Returns the page content that a check would compare, and stores nothing. Null if no thread or browser is free.
     */
    readonly preview: (target: PreviewTarget) => Effect.Effect<PagePreview | null>
  }
>()("@mon/checks/PageChecker") {
  static readonly layerNoDeps = (options: PageCheckOptions = {}): Layer.Layer<PageChecker, never, PageEngines> =>
    Layer.effect(
      PageChecker,
      Effect.map(Effect.context<PageEngines>(), (engines) => ({
        check: (claim) => Effect.provideContext(checkPage(claim, options), engines),
        preview: (target) => Effect.provideContext(previewPage(target), engines)
      }))
    )
}

/**
 * The time that a check may take in addition to its fetch timeout and screenshot wait. It covers retries, the browser,
 * and the recording of the result.
 */
export const URL_LEASE_MARGIN_MS = 150_000
