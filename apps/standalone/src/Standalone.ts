import { ApiConfig, ApiServer, type ApiSettings, layerApi, layerJobs, layerLog, layerOutside, makeSetupPath, readApiConfig } from "@mon/api"
import { layerIncidentBell } from "@mon/checks"
import { bootstrapOwner } from "@mon/core-store"
import { layerDeliveryWorker, layerPageChecks, layerScreenshotWorker, layerUrlWorker, layerWorker, readWorkerSettings, WorkerConfig } from "@mon/worker"
import { Console, Context, Effect, Layer, Redacted } from "effect"
import { asSettingError, type Environment } from "@mon/model"
import { readSettings, type Settings } from "./Settings.ts"
import { layerImages, layerMigratedStore } from "./Store.ts"

/** What the first start leaves to be told: where the owner sets a password, once. */
class FirstStart extends Context.Service<FirstStart, {
  /** Null: there were accounts before. */
  readonly setupPath: string | null
}>()("@mon/standalone/FirstStart") {}

/** The first account on an empty database; its key is printed here and never again. */
const bootstrap = ({ bootstrap: wanted }: Settings) =>
  Effect.gen(function*() {
    const made = yield* bootstrapOwner(wanted)
    if (made === null) return { setupPath: null }
    yield* Console.log(`The account of ${made.account.email} was made, on plan ${made.account.plan}.`)
    if (wanted.apiKey === null) yield* Console.log(`API key (shown once): ${Redacted.value(made.key)}`)
    return { setupPath: yield* makeSetupPath(made.account.email) }
  })

const announce = Effect.gen(function*() {
  const { baseUrl } = yield* ApiServer
  const { setupPath } = yield* FirstStart
  yield* Console.log(`Mon is ready at ${baseUrl}`)
  yield* Console.log(`Press Ctrl-C to stop. The API is at ${baseUrl}/api/v1, its description at ${baseUrl}/api/v1/openapi.json`)
  if (setupPath !== null) yield* Console.log(`Set the owner's password once, within 7 days: ${baseUrl}${setupPath}`)
})

/** API and worker over a store. */
export const layerServiceNoDeps = (settings: Settings, api: ApiSettings, worker: WorkerConfig["Service"]) =>
  Layer.provide(layerApi, layerPageChecks).pipe(
    Layer.provideMerge(Layer.effect(FirstStart, bootstrap(settings))),
    Layer.merge(Layer.provide(Layer.mergeAll(layerWorker, layerScreenshotWorker, layerUrlWorker), layerIncidentBell)),
    Layer.merge(layerDeliveryWorker(settings)),
    Layer.provide(layerJobs),
    Layer.provide([ApiConfig.layer(api), WorkerConfig.layer(worker), layerOutside(api), layerImages(settings)])
  )

/** API, worker and, without MON_DATABASE_URL, an embedded PostgreSQL in one process tree, as the environment says; a variable that cannot be used fails with a sentence that names it. */
export const layerEnvironment = (env: Environment) =>
  Layer.unwrap(Effect.gen(function*() {
    const settings = yield* Effect.try({ try: () => readSettings(env), catch: asSettingError })
    const worker = yield* Effect.try({ try: () => readWorkerSettings(env), catch: asSettingError })
    const api = yield* readApiConfig(env)
    return Layer.effectDiscard(announce).pipe(
      Layer.provide(layerServiceNoDeps(settings, api, worker)),
      Layer.provide(layerMigratedStore(settings)),
      Layer.provide(layerLog(api.logFormat))
    )
  }))
