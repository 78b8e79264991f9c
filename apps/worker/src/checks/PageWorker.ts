import { DomainTrials, ServiceTrials, URL_LEASE_MARGIN_MS, PageChecker } from "@mon/checks"
import { type Blobs, type DueTimes, type MonitorSchedule, PageChecks, type Secrets } from "@mon/core-store"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DueWork } from "../loops/dueWork.ts"
import { startLeasedWorkLoop } from "../loops/leasedWorkLoop.ts"
import { countFactCheck } from "../metrics/Metrics.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { layerProbes } from "./Probes.ts"
import { layerScreenshots } from "./ScreenshotWorker.ts"
import type { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The largest number of concurrent page checks. They mostly wait for a browser. */
const PAGES_AT_ONCE = 8
const PURGED_AT_ONCE = 1_000

/** Checks due pages while its scope is open, then releases unfinished checks. */
export const layerPageWorkerNoDeps: Layer.Layer<never, never, DueTimes | PageChecks | PageChecker> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const checker = yield* PageChecker
      const due = yield* DueWork
      const { purgeMs } = yield* WorkerTimings
      yield* startPeriodicTasks([
        { name: "purging page screenshots and text", everyMs: purgeMs, run: checks.purge(PURGED_AT_ONCE) }
      ])
      yield* startLeasedWorkLoop({
        name: "pages",
        idle: due.wait("pages"),
        concurrency: PAGES_AT_ONCE,
        leaseMs: URL_LEASE_MARGIN_MS,
        claim: checks.claim,
        accountOf: ({ accountKey }) => accountKey,
        perform: (claim) =>
          Effect.flatMap(checker.check(claim), (taken) => countFactCheck("page", taken ? "recorded" : "late")),
        release: (claimed) => checks.release(claimed)
      })
    })
  ).pipe(Layer.provide(DueWork.layer))

type Needs = WorkerConfig | DueTimes | PageChecks | MonitorSchedule | Blobs | Secrets

/** The page checks, and the trials of domains and services, with this process's probe, browser and threads. */
export const layerPageChecks: Layer.Layer<DomainTrials | PageChecker | ServiceTrials, never, Needs> = Layer.provide(
  Layer.mergeAll(PageChecker.layerNoDeps(), DomainTrials.layerNoDeps, ServiceTrials.layerNoDeps),
  [layerProbes, layerScreenshots, WorkerPool.layer]
)

export const layerPageWorker: Layer.Layer<never, never, Needs> = Layer.provide(layerPageWorkerNoDeps, layerPageChecks)
