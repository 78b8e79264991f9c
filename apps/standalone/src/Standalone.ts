import {
  ApiConfig,
  ApiServer,
  type ApiSettings,
  layerApi,
  layerJobs,
  layerLog,
  layerNetwork,
  makeSetupPath,
  readApiConfig
} from "@mon/api"
import { layerIncidentSignal } from "@mon/checks"
import { bootstrapOwner } from "@mon/core-store"
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
  layerScreenshotWorker,
  layerUrlWorker,
  layerWorker,
  readWorkerSettings,
  WorkerConfig
} from "@mon/worker"
import { Console, Context, Effect, Layer, Redacted } from "effect"
import { asSettingError, type Environment } from "@mon/model"
import { readSettings, type Settings } from "./Settings.ts"
import { layerImages, layerMigratedStore } from "./Store.ts"

/** What the first start leaves to be told: where the owner sets a password, once. */
class FirstStart extends Context.Service<
  FirstStart,
  {
    /** Null: there were accounts before. */
    readonly setupPath: string | null
  }
>()("@mon/standalone/FirstStart") {}

/** The first account on an empty database; its key is printed here and never again. */
const bootstrap = ({ bootstrap: wanted }: Settings) =>
  Effect.gen(function* () {
    const made = yield* bootstrapOwner(wanted)
    if (made === null) return { setupPath: null }
    yield* Console.log(`The account of ${made.account.email} was made, on plan ${made.account.plan}.`)
    if (wanted.apiKey === null) yield* Console.log(`API key (shown once): ${Redacted.value(made.key)}`)
    return { setupPath: yield* makeSetupPath(made.account.email) }
  })

const announce = Effect.gen(function* () {
  const { baseUrl } = yield* ApiServer
  const { setupPath } = yield* FirstStart
  yield* Console.log(`Mon is ready at ${baseUrl}`)
  yield* Console.log(
    `Press Ctrl-C to stop. The API is at ${baseUrl}/api/v1, its description at ${baseUrl}/api/v1/openapi.json`
  )
  if (setupPath !== null) yield* Console.log(`Set the owner's password once, within 7 days: ${baseUrl}${setupPath}`)
  yield* markStarted
})

/** What answers requests. */
const layerApiRole = (settings: Settings) =>
  Layer.provide(layerApi, layerPageChecks).pipe(Layer.provideMerge(Layer.effect(FirstStart, bootstrap(settings))))

/** What checks and delivers. */
const layerWorkerRole = (settings: Settings) =>
  Layer.provide(Layer.mergeAll(layerWorker, layerScreenshotWorker, layerUrlWorker), layerIncidentSignal).pipe(
    Layer.merge(layerDeliveryWorker(settings))
  )

/** What both stand on. */
const layerGround = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]) =>
  Layer.provideMerge(
    layerJobs,
    Layer.mergeAll(ApiConfig.layer(api), WorkerConfig.layer(worker), layerNetwork(api), layerImages(settings))
  )

/** API and worker over a store. */
export const layerServiceNoDeps = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]) =>
  Layer.provide(Layer.merge(layerApiRole(settings), layerWorkerRole(settings)), layerGround(settings, api, worker))

/** A worker without an API: its metrics have a port of their own or none. */
const layerWorkerAlone = (settings: Settings, { host, metricsPort }: ApiSettings) =>
  Layer.effectDiscard(Effect.andThen(Console.log("Mon's worker is ready. Press Ctrl-C to stop."), markStarted)).pipe(
    Layer.provide(layerWorkerRole(settings)),
    Layer.provide(metricsPort === null ? Layer.empty : layerMetricsServer({ host, port: metricsPort }))
  )

type ServiceLayer = ReturnType<typeof layerServiceNoDeps>
type WorkerAlone = ReturnType<typeof layerWorkerAlone>
type RoleLayer = Layer.Layer<never, Layer.Error<ServiceLayer | WorkerAlone>, Layer.Services<ServiceLayer>>

/** The part of the service that MON_ROLE names, over a store. */
const layerRoleNoDeps = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]): RoleLayer => {
  const ground = layerGround(settings, api, worker)
  switch (settings.role ?? "all") {
    case "all":
      return Layer.provide(Layer.effectDiscard(announce), layerServiceNoDeps(settings, api, worker))
    case "api":
      return Layer.effectDiscard(announce).pipe(Layer.provide(layerApiRole(settings)), Layer.provide(ground))
    case "worker":
      return Layer.provide(layerWorkerAlone(settings, api), ground)
  }
}

/** What MON_ROLE names (API and worker unless told) and, without MON_DATABASE_URL, an embedded PostgreSQL in one process tree, as the environment says; a variable that cannot be used fails with a sentence that names it. */
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
        Layer.provide(layerMigratedStore(settings)),
        Layer.provide(Layer.provideMerge(layerTelemetry({ url, service }), layerLog(api.logFormat)))
      )
    })
  )
