import { layerUrlEngine, URL_LEASE_MARGIN_MS, UrlChecker } from "@mon/checks"
import { type Blobs, UrlChecks } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startDueLoop } from "./dueLoop.ts"
import { startChores } from "./chores.ts"
import { countFactCheck } from "./Metrics.ts"
import { layerScreenshots } from "./ScreenshotWorker.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Pages at once: most of a check is the wait for a browser, of which there are few. */
const PAGES_AT_ONCE = 8
/** Screenshots and texts that are forgotten in one go; the rest goes at the next. */
const FORGOTTEN_AT_ONCE = 1_000

/** Checks due pages for as long as its scope is open, and hands back what it could not end. */
export const layerUrlWorkerNoDeps: Layer.Layer<never, never, UrlChecks | UrlChecker> = Layer.effectDiscard(
  Effect.gen(function* () {
    const checks = yield* UrlChecks
    const checker = yield* UrlChecker
    const pace = yield* WorkerPace
    yield* startChores([["forgetting screenshots and texts of pages", checks.purge(FORGOTTEN_AT_ONCE), pace.windowsMs]])
    yield* startDueLoop({
      name: "pages",
      pollMs: pace.urlPollMs,
      concurrency: PAGES_AT_ONCE,
      claim: (limit) => checks.claim(limit, URL_LEASE_MARGIN_MS),
      work: (claim) =>
        Effect.flatMap(checker.check(claim), (taken) => countFactCheck("page", taken ? "recorded" : "late")),
      release: (claimed) => checks.release(claimed)
    })
  })
)

/** Checks of pages as the settings say, over the browser of this process. */
export const layerPageChecks: Layer.Layer<UrlChecker, never, WorkerConfig | UrlChecks | Blobs> = Layer.provide(
  Layer.unwrap(Effect.map(WorkerConfig, layerUrlEngine)),
  layerScreenshots
)

/** The same with engines of its own. */
export const layerUrlWorker: Layer.Layer<never, never, WorkerConfig | UrlChecks | Blobs> = Layer.provide(
  layerUrlWorkerNoDeps,
  layerPageChecks
)
