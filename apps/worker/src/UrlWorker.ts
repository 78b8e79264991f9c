import { layerUrlEngine, URL_LEASE_MARGIN_MS, UrlChecker } from "@mon/checks"
import { type Blobs, UrlChecks } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startLeasedWorkLoop } from "./leasedWorkLoop.ts"
import { countFactCheck } from "./Metrics.ts"
import { startPeriodicTasks } from "./periodicTasks.ts"
import { layerScreenshots } from "./ScreenshotWorker.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerTimings } from "./WorkerTimings.ts"

/** Pages at once: most of a check is waiting for one of few browsers. */
const PAGES_AT_ONCE = 8
/** Screenshots and texts of one run; the rest follows at the next. */
const PURGED_AT_ONCE = 1_000

/** Checks due pages for as long as its scope is open, then releases what it could not finish. */
export const layerUrlWorkerNoDeps: Layer.Layer<never, never, UrlChecks | UrlChecker> = Layer.effectDiscard(
  Effect.gen(function* () {
    const checks = yield* UrlChecks
    const checker = yield* UrlChecker
    const { purgeMs, urlPollMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      { name: "purging screenshots and texts of pages", everyMs: purgeMs, run: checks.purge(PURGED_AT_ONCE) }
    ])
    yield* startLeasedWorkLoop({
      name: "pages",
      pollMs: urlPollMs,
      concurrency: PAGES_AT_ONCE,
      leaseMs: URL_LEASE_MARGIN_MS,
      claim: checks.claim,
      perform: (claim) =>
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
