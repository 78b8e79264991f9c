import {
  ApiConfig,
  ApiServer,
  type ApiSettings,
  layerApi,
  layerLog,
  layerNetwork,
  makeSetupPath,
  readApiConfig
} from "@mon/api"
import { layerIncidentSignal } from "@mon/checks"
import { bootstrapOwner } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
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
import {
  layerDeliveryWorker,
  layerMetricsServer,
  layerPageChecks,
  layerReportPrinter,
  layerScreenshotWorker,
  layerUnlessPaused,
  layerPageWorker,
  layerWorker,
  readWorkerSettings,
  WorkerConfig
} from "@mon/worker"
import { Console, Context, Effect, Layer, Redacted } from "effect"
import { asSettingError, type Environment } from "@mon/model"
import { readSettings, type Settings } from "./Settings.ts"
import { layerImages, layerMigratedStore, layerServiceDatabase } from "./Store.ts"

/** The result of the first start: the path of the page on which the owner sets a password. The path works only once. */
class FirstStart extends Context.Service<
  FirstStart,
  {
    /** The path, or null if the database already contained accounts. */
    readonly setupPath: string | null
  }
>()("@mon/standalone/FirstStart") {}

/** Creates the first account in an empty database. Prints the account's API key, which cannot be shown again. */
const bootstrap = ({ bootstrap: owner }: Settings) =>
  Effect.gen(function* () {
    const created = yield* bootstrapOwner(owner)
    if (created === null) return { setupPath: null }
    yield* Console.log(`Created the account of ${created.account.email} on plan ${created.account.plan}.`)
    if (owner.apiKey === null) yield* Console.log(`API key (shown once): ${Redacted.value(created.key)}`)
    return { setupPath: yield* makeSetupPath(created.account.email) }
  })

const announce = Effect.gen(function* () {
  const { baseUrl } = yield* ApiServer
  const { setupPath } = yield* FirstStart
  yield* Console.log(`Mon is ready at ${baseUrl}`)
  yield* Console.log(`Press Ctrl-C to stop. API: ${baseUrl}/api/v1, OpenAPI document: ${baseUrl}/api/v1/openapi.json`)
  if (setupPath !== null)
    yield* Console.log(`Set the owner's password (link works once, within 7 days): ${baseUrl}${setupPath}`)
  yield* markStarted
})

const layerApiRole = (settings: Settings) =>
  Layer.provide(layerApi, [layerPageChecks, layerReportPrinter]).pipe(
    Layer.provideMerge(Layer.effect(FirstStart, bootstrap(settings)))
  )

/** The checks and deliveries. They start immediately, or when the pause of the service ends. */
const layerWorkerRole = (settings: Settings) =>
  layerUnlessPaused(
    Layer.provide(Layer.mergeAll(layerWorker, layerScreenshotWorker, layerPageWorker), layerIncidentSignal).pipe(
      Layer.merge(layerDeliveryWorker(settings))
    )
  )

const layerSharedServices = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]) =>
  Layer.provideMerge(
    OutgoingMail.layer,
    Layer.mergeAll(ApiConfig.layer(api), WorkerConfig.layer(worker), layerNetwork(api), layerImages(settings))
  )

export const layerServiceNoDeps = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]) =>
  Layer.provide(
    Layer.merge(layerApiRole(settings), layerWorkerRole(settings)),
    layerSharedServices(settings, api, worker)
  )

/** A worker without an API. It serves metrics only if a port is set for them. */
const layerWorkerAlone = (settings: Settings, { host, metricsPort }: ApiSettings) =>
  Layer.effectDiscard(Effect.andThen(Console.log("Mon's worker is ready. Press Ctrl-C to stop."), markStarted)).pipe(
    Layer.provide(layerWorkerRole(settings)),
    Layer.provide(metricsPort === null ? Layer.empty : layerMetricsServer({ host, port: metricsPort }))
  )

type ServiceLayer = ReturnType<typeof layerServiceNoDeps>
type WorkerAlone = ReturnType<typeof layerWorkerAlone>
type RoleLayer = Layer.Layer<never, Layer.Error<ServiceLayer | WorkerAlone>, Layer.Services<ServiceLayer>>

const layerRoleNoDeps = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]): RoleLayer => {
  const shared = layerSharedServices(settings, api, worker)
  switch (settings.role ?? "all") {
    case "all":
      return Layer.provide(Layer.effectDiscard(announce), layerServiceNoDeps(settings, api, worker))
    case "api":
      return Layer.effectDiscard(announce).pipe(Layer.provide(layerApiRole(settings)), Layer.provide(shared))
    case "worker":
      return Layer.provide(layerWorkerAlone(settings, api), shared)
  }
}

/**
 * The part of the service that MON_ROLE selects (default: API and worker), configured by environment variables. If
 * MON_DATABASE_URL is not set, the layer includes an embedded PostgreSQL. If a variable is invalid, the layer fails
 * with one sentence that names the variable.
 */
export const layerEnvironment = (env: Environment) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* Effect.try({ try: () => readSettings(env), catch: asSettingError })
      const worker = yield* Effect.try({ try: () => readWorkerSettings(env), catch: asSettingError })
      const api = yield* readApiConfig(env)
      const limitMs = yield* Effect.try({ try: () => readWatchdogLimit(env), catch: asSettingError })
      const url = yield* Effect.try({ try: () => readOtlpUrl(env), catch: asSettingError })
      const service = settings.role === "api" || settings.role === "worker" ? `mon-${settings.role}` : "mon"
      return layerRoleNoDeps(settings, api, worker).pipe(
        Layer.provide([layerProcessMetrics, layerDatabaseMetrics]),
        Layer.provide([layerHealth, layerWatchdog({ limitMs, logFormat: api.logFormat })]),
        Layer.provide(layerMigratedStore(layerServiceDatabase(settings))),
        Layer.provide(Layer.provideMerge(layerTelemetry({ url, service }), layerLog(api.logFormat)))
      )
    })
  )
