import { IncidentSignal, layerPageScreenshots, takeIncidentScreenshot } from "@mon/checks"
import {
  Blobs,
  IncidentScreenshots,
  type IncidentShot,
  isUnavailable,
  logUnavailable,
  type StoreError
} from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import { type ChromiumVersion, readChromiumVersion } from "@mon/screenshot"
import { ReportPrinter } from "@mon/notifications"
import { Screenshots } from "@mon/screenshot/effect"
import { FairQueue } from "@mon/process-runtime/worker-pool"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { countScreenshot, showScreenshotMetrics } from "../metrics/ScreenshotMetrics.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/**
 * The largest number of queued screenshots. When the queue is full, the account with the most queued screenshots loses
 * one.
 */
const MAX_WAITING = 200
const IMAGES_AT_ONCE = 1_000

const announceBrowser = (browser: ChromiumVersion) =>
  browser.ok
    ? Effect.annotateLogs(Effect.logInfo("Screenshots use this Chromium"), {
        version: browser.version ?? "unknown",
        source: browser.source,
        path: browser.path
      })
    : Effect.logWarning(browser.message)

/** This process's browser, with the configured DNS client and address policy. It starts with the first screenshot. */
export const layerScreenshots: Layer.Layer<Screenshots, never, WorkerConfig> = Layer.unwrap(
  Effect.gen(function* () {
    const { allowPrivateNetworks, chromiumPath = null, dnsServers } = yield* WorkerConfig
    // Reading the version of an installed browser takes time, so this runs in the background.
    yield* Effect.forkScoped(
      Effect.flatMap(
        Effect.promise(() => readChromiumVersion(chromiumPath)),
        announceBrowser
      )
    )
    return layerPageScreenshots({ allowPrivateNetworks, chromiumPath, dnsServers })
  })
)

export const layerReportPrinter: Layer.Layer<ReportPrinter, never, WorkerConfig> = Layer.provide(
  ReportPrinter.layer,
  layerScreenshots
)

// The loop continues after every error. One lost screenshot must not prevent the next one.
const forkForever = <R>(work: Effect.Effect<void, StoreError, R>) =>
  work.pipe(
    Effect.catch((error) =>
      isUnavailable(error)
        ? logUnavailable(error, "screenshots")
        : Effect.annotateLogs(Effect.logWarning("Could not take a screenshot"), { error: explainStoreError(error) })
    ),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.logError("Taking a screenshot failed with an unexpected internal error", cause)
    ),
    Effect.forever,
    Effect.forkScoped
  )

/**
 * Takes screenshots of incidents, one at a time and in parallel to checks, while its scope is open. Accounts take
 * turns.
 */
export const layerScreenshotWorkerNoDeps: Layer.Layer<never, never, Screenshots | Blobs | IncidentScreenshots> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const incidents = yield* IncidentSignal
      const screenshots = yield* IncidentScreenshots
      const blobs = yield* Blobs
      const { purgeMs } = yield* WorkerTimings
      const waiting = new FairQueue<IncidentShot>({ waiting: MAX_WAITING })
      const offered = yield* Latch.make()

      const listen = Effect.gen(function* () {
        for (const shot of yield* screenshots.claim(yield* incidents.events)) waiting.offer(shot.accountKey, shot)
        offered.openUnsafe()
      })
      const take = Effect.gen(function* () {
        const shot = waiting.begin()
        if (shot !== null) {
          waiting.end(shot.accountKey)
          return yield* countScreenshot(yield* takeIncidentScreenshot(shot))
        }
        offered.closeUnsafe()
        yield* offered.await
      })

      yield* showScreenshotMetrics
      yield* forkForever(listen)
      yield* forkForever(take)
      yield* startPeriodicTasks([
        { name: "purging expired images", everyMs: purgeMs, run: blobs.sweep(IMAGES_AT_ONCE) }
      ])
    })
  )

export const layerScreenshotWorker: Layer.Layer<never, never, WorkerConfig | Blobs | IncidentScreenshots> =
  Layer.provide(layerScreenshotWorkerNoDeps, layerScreenshots)
