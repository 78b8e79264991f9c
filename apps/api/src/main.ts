import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import {
  BlobLinks,
  Blobs,
  findSpecialUrls,
  layerBlobBytes,
  layerRepositories,
  layerSqlClient,
  migrate,
  migrations,
  readBlobStorage,
  readDatabaseUrl,
  readSecrets,
  Secrets
} from "@mon/core-store"
import { asSettingError, givenSetting } from "@mon/model"
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
import { Cause, Console, Effect, Exit, Layer } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import process from "node:process"
import { ApiConfig, readApiConfig } from "./ApiConfig.ts"
import { ApiServer } from "./ApiServer.ts"
import { layerApi, layerLog, layerNetwork, layerPages } from "./layers.ts"

const announce = Layer.effectDiscard(
  Effect.flatMap(ApiServer, ({ baseUrl }) => Effect.andThen(Effect.logInfo(`API at ${baseUrl}/api/v1`), markStarted))
)

const program = Effect.gen(function* () {
  const settings = yield* readApiConfig(process.env)
  const url = yield* Effect.try({ try: () => readDatabaseUrl(process.env), catch: asSettingError })
  const special = yield* Effect.try({ try: () => findSpecialUrls(process.env), catch: asSettingError })
  const secrets = yield* Effect.try({ try: () => readSecrets(process.env), catch: asSettingError })
  const storage = yield* Effect.try({ try: () => readBlobStorage(process.env, null), catch: asSettingError })
  const limitMs = yield* Effect.try({ try: () => readWatchdogLimit(process.env), catch: asSettingError })
  const otlpUrl = yield* Effect.try({ try: () => readOtlpUrl(process.env), catch: asSettingError })
  const chromiumPath = givenSetting(process.env, "MON_CHROMIUM_PATH")
  const database = layerSqlClient({ url, ...special, applicationName: "mon-api" })
  const store = layerRepositories.pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate(migrations))),
    Layer.provideMerge(Layer.merge(Blobs.layer, BlobLinks.layer)),
    Layer.provide(layerBlobBytes(storage)),
    Layer.provideMerge(Secrets.layer(secrets)),
    Layer.provideMerge(database)
  )
  return yield* announce.pipe(
    Layer.provide(layerApi),
    Layer.provide([
      layerProcessMetrics,
      layerDatabaseMetrics,
      layerHealth,
      layerWatchdog({ limitMs, logFormat: settings.logFormat })
    ]),
    Layer.provide([
      ApiConfig.layer(settings),
      OutgoingMail.layer,
      layerNetwork(settings),
      layerPages({ ...settings, chromiumPath })
    ]),
    Layer.provide(store),
    Layer.provide(
      Layer.provideMerge(layerTelemetry({ url: otlpUrl, service: "mon-api" }), layerLog(settings.logFormat))
    ),
    Layer.launch
  )
})

const errorMessage = (error: Error): string =>
  isSqlError(error) ? `The database at MON_DATABASE_URL cannot be used: ${error.reason.message}` : error.message

/** Prints one sentence for an error that an operator can fix. Prints the whole cause of any other error. */
const printError = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return Console.error(Cause.hasDies(cause) || !(error instanceof Error) ? Cause.pretty(cause) : errorMessage(error))
}

const stopped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)

program.pipe(
  Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : printError(cause))),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(stopped(exit) ? 0 : 1)
  })
)
