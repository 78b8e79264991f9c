import {
  Blobs,
  findSpecialUrls,
  isUnavailable,
  layerBlobBytes,
  layerRepositories,
  layerSqlClient,
  logUnavailable,
  migrate,
  migrations,
  readBlobStorage,
  readSecrets,
  Secrets
} from "@mon/core-store"
import { layerIncidentSignal } from "@mon/checks"
import { asSettingError, type Environment } from "@mon/model"
import {
  layerDatabaseMetrics,
  layerHealth,
  layerProcessMetrics,
  layerTelemetry,
  layerWatchdog,
  markStarted,
  readOtlpUrl,
  readWatchdogLimit
} from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { readDeliverySettings } from "./deliveries/DeliverySettings.ts"
import { layerDeliveryWorker } from "./deliveries/layerDeliveryWorker.ts"
import { layerLog } from "./settings/LogFormat.ts"
import { layerUnlessPaused } from "./loops/layerUnlessPaused.ts"
import { layerMetricsServer } from "./metrics/MetricsServer.ts"
import { layerScreenshotWorker } from "./checks/ScreenshotWorker.ts"
import { readProcessSettings, readWorkerSettings } from "./settings/Settings.ts"
import { layerSupervisorChannel } from "./supervisor/SupervisorChannel.ts"
import { layerPageWorker } from "./checks/PageWorker.ts"
import { layerWorker } from "./Worker.ts"
import { WorkerConfig } from "./settings/WorkerConfig.ts"

const retrySchedule = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("5 seconds")])

/** Waits until the database is reachable, and migrates it. Fails if the schema is newer than this program. */
const migrated = migrate(migrations).pipe(
  Effect.tapError((error) =>
    isUnavailable(error)
      ? logUnavailable(error, "migrating the database")
      : Effect.annotateLogs(Effect.logWarning("Could not migrate the database"), { error: error.message })
  ),
  Effect.retry({
    schedule: retrySchedule,
    while: (error) => error._tag === "SqlError" && error.reason._tag === "ConnectionError"
  })
)

const layerStore = (database: ReturnType<typeof layerSqlClient>) =>
  Layer.effectDiscard(migrated).pipe(Layer.provideMerge(layerRepositories), Layer.provideMerge(database))

/** Stores images in the database or in the configured bucket. Another process serves the images. */
const layerImages = (env: Environment) => Layer.provide(Blobs.layer, layerBlobBytes(readBlobStorage(env, null)))

/**
 * A worker as a separate process, configured by environment variables. Fails with a SettingError if a variable is
 * invalid.
 */
export const layerWorkerProcess = (env: Environment, onTerminal: boolean) =>
  Layer.unwrap(
    Effect.try({
      try: () => {
        const settings = readProcessSettings(env, onTerminal)
        const watchdog = layerWatchdog({ limitMs: readWatchdogLimit(env), logFormat: settings.logFormat })
        const telemetry = layerTelemetry({ url: readOtlpUrl(env), service: "mon-worker" })
        const config = WorkerConfig.layer(readWorkerSettings(env))
        const database = layerSqlClient({
          url: settings.databaseUrl,
          ...findSpecialUrls(env),
          applicationName: "mon-worker"
        })
        const worker = layerUnlessPaused(
          Layer.mergeAll(
            layerWorker,
            layerScreenshotWorker,
            layerPageWorker,
            layerDeliveryWorker(readDeliverySettings(env))
          )
        ).pipe(
          Layer.provide([layerIncidentSignal, layerImages(env), layerDatabaseMetrics]),
          Layer.provide([layerStore(database), config, Secrets.layer(readSecrets(env))])
        )
        const metrics =
          settings.metrics === null ? Layer.empty : Layer.provide(layerMetricsServer(settings.metrics), database)
        // Metrics are served before the database is reachable, and until the worker has shut down.
        return Layer.effectDiscard(markStarted).pipe(
          Layer.provide(layerSupervisorChannel),
          Layer.provide(worker),
          Layer.provide([metrics, layerProcessMetrics]),
          Layer.provide([layerHealth, watchdog]),
          Layer.provide(Layer.provideMerge(telemetry, layerLog(settings.logFormat, settings.workerName)))
        )
      },
      catch: asSettingError
    })
  )
